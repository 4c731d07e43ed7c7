import { Button, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { templateTexts } from '../../texts/templates';
import { FormModal } from '../../ui/form-modal';
import { FromField } from '../../ui/from-field';
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
  const { form, dialog, open } = useFormDialog({
    initialValues: { from: '', to: session.user.email },
    run: ({ from, to }) => {
      const { subject = '', html = null, text = null } = rendered ?? {};
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
        <Text size="sm">{words.text}</Text>
        <FromField label={words.from} stream="any" {...form.getInputProps('from')} />
        <TextInput type="email" label={words.to} required {...form.getInputProps('to')} />
      </FormModal>
    </>
  );
}
