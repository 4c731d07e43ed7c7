import { Button, Select, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { templateTexts } from '../../texts/templates';
import { useDomains } from '../../ui/domain-select';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';

const { test: words } = templateTexts;

interface Rendered {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

/** Sends the rendered draft to one address. */
export function TestTemplate({ rendered }: { readonly rendered: Rendered | undefined }) {
  const { modeApi: api, session } = useScope();
  const navigate = useNavigate();
  const domains = useDomains().filter(({ status }) => status === 'verified');
  const { form, dialog, open } = useFormDialog({
    initialValues: { domain: '', to: session.user.email },
    run: ({ domain, to }) => {
      const { subject = '', html = null, text = null } = rendered ?? {};
      const from = `test@${domain === '' ? (domains[0]?.name ?? '') : domain}`;
      const content = { ...(html !== null && { html }), ...(text !== null && { text }) };
      return unwrap(api.POST('/emails', { body: { from, to, subject, ...content, kind: 'template.test' } }));
    },
    message: words.sent,
    done: ({ id }) => void navigate({ to: '/emails/$id', params: { id } }),
  });
  return (
    <>
      <Button variant="default" size="compact-xs" disabled={rendered === undefined} onClick={open}>
        {words.button}
      </Button>
      <FormModal {...dialog} title={words.title} action={words.send}>
        <Text size="sm">{domains.length === 0 ? words.noDomain : words.text}</Text>
        <Select
          label={words.from}
          data={domains.map(({ name }) => name)}
          {...form.getInputProps('domain')}
          value={form.values.domain === '' ? (domains[0]?.name ?? null) : form.values.domain}
        />
        <TextInput type="email" label={words.to} required {...form.getInputProps('to')} />
      </FormModal>
    </>
  );
}
