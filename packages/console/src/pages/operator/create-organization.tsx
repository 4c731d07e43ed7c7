import { Button, Select, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { OperatorOrganization } from '../../api/types';
import { personalApi } from '../../session/session';
import { resourceTexts as words } from '../../texts/operator-resources';
import { FormModal } from '../../ui/form-modal';
import { nameWithSlug } from '../../ui/slug-from-name';
import { useFormDialog } from '../../ui/use-form-dialog';

type Plan = OperatorOrganization['plan'];

/** Creates an organization and opens its page. */
export function CreateOrganization() {
  const navigate = useNavigate();
  const { form, dialog, open } = useFormDialog({
    initialValues: {
      ...{ name: '', slug: '', alert_email: '' },
      ...{ kind: 'internal' as OperatorOrganization['kind'], plan: 'internal' as Plan },
    },
    run: ({ alert_email: alertEmail, ...given }) => {
      const body = { ...given, ...(alertEmail !== '' && { alert_email: alertEmail }) };
      return unwrap(personalApi.POST('/operator/organizations', { body }));
    },
    done: ({ id }) => void navigate({ to: '/operator/organizations/$id', params: { id } }),
  });
  return (
    <>
      <Button onClick={open}>{words.createOrganization}</Button>
      <FormModal {...dialog} title={words.createOrganization} action={words.createOrganization}>
        <Text size="sm" c="dimmed">
          {words.createText}
        </Text>
        <TextInput label={words.name} required maxLength={120} data-autofocus {...nameWithSlug(form)} />
        <TextInput label={words.slug} description={words.slugText} required {...form.getInputProps('slug')} />
        <Select
          label={words.kind}
          data={['internal', 'client'] satisfies OperatorOrganization['kind'][]}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        <Select
          label={words.plan}
          data={['free', 'starter', 'scale', 'internal'] satisfies Plan[]}
          allowDeselect={false}
          {...form.getInputProps('plan')}
        />
        <TextInput type="email" label={words.alertEmail} {...form.getInputProps('alert_email')} />
      </FormModal>
    </>
  );
}
