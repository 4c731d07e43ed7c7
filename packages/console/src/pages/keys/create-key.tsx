import { Select, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { CreatedApiKey } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { keys as words } from '../../texts/keys';
import { DomainSelect } from '../../ui/domain-select';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';

export function CreateKey({
  opened,
  close,
  created,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly created: (key: CreatedApiKey) => void;
}) {
  const { api, mode } = useScope();
  const isAdmin = useHasRole('admin');
  const { form, dialog } = useFormDialog({
    close,
    // No domains: all of the organization, also those that are added later.
    initialValues: { name: '', permission: 'SEND', domainIds: [] as string[] },
    run: ({ name, permission, domainIds }) =>
      unwrap(
        api.POST('/keys', {
          body: { name, permission, mode, ...(domainIds.length > 0 && { domains: domainIds }) },
        }),
      ),
    done: created,
  });
  return (
    <FormModal {...dialog} opened={opened} title={words.createTitle[mode]} action={words.create}>
      <TextInput
        label={words.name}
        placeholder={words.namePlaceholder}
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
      <Select
        label={words.permission}
        description={words.permissions[form.getValues().permission]}
        data={isAdmin ? ['SEND', 'FULL', 'ADMIN'] : ['SEND']}
        {...form.getInputProps('permission')}
      />
      <DomainSelect
        label={words.domainsLabel}
        placeholder={words.allDomains}
        {...form.getInputProps('domainIds')}
      />
      {mode === 'test' && (
        <Text size="xs" c="dimmed">
          {words.testHint}
        </Text>
      )}
    </FormModal>
  );
}
