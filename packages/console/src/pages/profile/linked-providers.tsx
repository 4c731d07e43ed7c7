import { Group, Table } from '@mantine/core';
import { settle } from '../../api/client';
import type { Profile } from '../../api/types';
import { personalApi } from '../../session/session';
import { useSignInMethods } from '../../session/sign-in-methods';
import { profile as words } from '../../texts/profile';
import { ConfirmButton } from '../../ui/confirm-button';
import { Panel } from '../../ui/panel';

/** Providers that sign the user in. */
export function LinkedProviders({ profile: { providers: linked } }: { readonly profile: Profile }) {
  const { providers } = useSignInMethods();
  if (linked.length === 0) return null;
  return (
    <Panel title={words.providers} bare>
      <Table fz="sm" horizontalSpacing="md" verticalSpacing="xs">
        <Table.Tbody>
          {providers
            .filter(({ id }) => linked.includes(id))
            .map(({ id, name }) => (
              <ProviderRow key={id} id={id} name={name} />
            ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function ProviderRow({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>{name}</Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <ConfirmButton
            size="compact-xs"
            title={words.unlinkTitle(name)}
            text={words.unlinkText}
            action={words.unlink}
            run={() => settle(personalApi.DELETE('/profile/providers/{id}', { params: { path: { id } } }))}
            message={words.unlinked(name)}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
