import { Text } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { OperatorApiKey } from '../../api/types';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { keys as keyTexts } from '../../texts/keys';
import { resourceTexts as words } from '../../texts/operator-resources';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { CreateKey } from './create-key';
import { FigureTable } from './figure-table';

/** The newest API keys of an organization. */
export function OrganizationKeys({ id }: { readonly id: string }) {
  const query = useRead('/operator/organizations/{id}/api-keys', { path: { id } });
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  const actions = <CreateKey id={id} />;
  if (data.keys.length === 0)
    return (
      <Panel title={words.keys} actions={actions}>
        <Text size="sm">{words.noKeys}</Text>
      </Panel>
    );
  const { keyColumns: titles } = words;
  return (
    <Panel title={words.keys} actions={actions} bare>
      <FigureTable
        label={words.keys}
        rows={data.keys}
        keyOf={({ id: keyId }) => keyId}
        columns={[
          { title: titles.name, cell: nameOf },
          { title: titles.mode, cell: ({ mode }) => mode },
          {
            title: titles.permission,
            cell: ({ permission }) => keyTexts.permissionNames[permission] ?? permission,
          },
          { title: titles.state, cell: stateOf },
          { title: titles.used, cell: ({ last_used_at: at }) => <Time at={at} />, isNumber: true },
          {
            title: titles.actions,
            cell: (key) => key.revoked_at === null && <RevokeKey apiKey={key} />,
          },
        ]}
      />
    </Panel>
  );
}

function nameOf({ name, prefix }: OperatorApiKey) {
  return (
    <>
      {name}
      <Text size="xs" c="dimmed" className="mono">
        {prefix}…
      </Text>
    </>
  );
}

function stateOf({ revoked_at: revokedAt }: OperatorApiKey) {
  if (revokedAt === null) return <StatusBadge status={words.active} tone="good" />;
  return <StatusBadge status={words.revoked} tone="plain" />;
}

function RevokeKey({ apiKey: { id, name } }: { readonly apiKey: OperatorApiKey }) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.revokeTitle(name)}
      text={words.revokeText}
      action={words.revoke}
      run={() => unwrap(personalApi.POST('/operator/api-keys/{id}/revoke', { params: { path: { id } } }))}
      message={words.revokedNotice}
    />
  );
}
