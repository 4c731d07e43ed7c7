import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { CreatedApiKey } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { keys as words } from '../../texts/keys';
import { texts } from '../../texts/texts';
import { DomainSelect } from '../../ui/domain-select';
import { ErrorPanel } from '../../ui/error-panel';
import { useSensitive } from '../../ui/sensitive';
import { useChange } from '../../ui/use-change';

/** No domains: all of the organization, also those that are added later. */
interface KeyValues {
  name: string;
  permission: string;
  domainIds: string[];
}

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
  const sensitive = useSensitive();
  const form = useForm<KeyValues>({ initialValues: { name: '', permission: 'SEND', domainIds: [] } });
  const create = useChange({
    run: ({ name, permission, domainIds }: KeyValues) =>
      sensitive(() =>
        unwrap(
          api.POST('/keys', {
            body: { name, permission, mode, ...(domainIds.length > 0 && { domains: domainIds }) },
          }),
        ),
      ),
    done: (key) => {
      form.reset();
      close();
      created(key);
    },
    showsError: true,
  });
  return (
    <Modal opened={opened} onClose={close} title={words.createTitle[mode]}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="sm">
          <ErrorPanel error={create.error} />
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
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
