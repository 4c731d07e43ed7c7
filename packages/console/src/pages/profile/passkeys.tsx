import { Button, Group, Table, Text } from '@mantine/core';
import { settle, unwrap } from '../../api/client';
import type { Passkey } from '../../api/types';
import { createPasskey } from '../../session/passkeys';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { profile as words } from '../../texts/profile';
import { keys as keysWords } from '../../texts/keys';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

export function Passkeys() {
  const { data, error } = useRead('/profile/passkeys');
  const add = useChange({
    run: async () => {
      const { options } = await unwrap(personalApi.POST('/profile/passkeys/options'));
      const response = await createPasskey(options);
      return unwrap(personalApi.POST('/profile/passkeys', { body: { name: nameOfBrowser(), response } }));
    },
    message: words.passkeyAdded,
  });
  const passkeys = data?.data ?? [];
  return (
    <Panel
      title={words.passkeys}
      bare={passkeys.length > 0}
      actions={
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate(undefined)}>
          {words.passkeyAdd}
        </Button>
      }
    >
      <ErrorPanel error={error} />
      {passkeys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.passkeysNone}
        </Text>
      ) : (
        <Table fz="sm" horizontalSpacing="md" verticalSpacing="xs">
          <Table.Tbody>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>{passkey.name}</Table.Td>
      <Table.Td c="dimmed" fz="xs">
        {words.lastUsed} <Time at={passkey.last_used_at} never={keysWords.neverUsed} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <ConfirmButton
            size="compact-xs"
            title={words.passkeyRemoveTitle(passkey.name)}
            text={words.passkeyRemoveText}
            action={words.remove}
            run={() =>
              settle(personalApi.DELETE('/profile/passkeys/{id}', { params: { path: { id: passkey.id } } }))
            }
            message={words.passkeyRemoved(passkey.name)}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** A first name for the passkey, such as "Firefox on Linux". */
function nameOfBrowser(): string {
  const { userAgent } = navigator;
  const browser =
    ['Firefox', 'Edg', 'Chrome', 'Safari'].find((name) => userAgent.includes(name)) ?? words.browser;
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'].find((name) =>
    userAgent.includes(name),
  );
  return [browser.replace(/^Edg$/, 'Edge'), system].filter(Boolean).join(' on ');
}
