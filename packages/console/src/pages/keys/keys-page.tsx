import { Group, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ApiKey, CreatedApiKey } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { keys as words } from '../../texts/keys';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn } from '../../ui/columns';
import { ConfirmButton } from '../../ui/confirm-button';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useCreateDialog } from '../../ui/use-create-dialog';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { CreateKey } from './create-key';
import { describeLimits } from './key-limits';
import { NewToken } from './new-token';

export function KeysPage() {
  const { mode } = useScope();
  const canCreate = useHasRole('member');
  const [isCreating, { open, close }] = useCreateDialog();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [{ ended }, filter] = useFilters(['ended']);
  const showsEnded = ended === 'shown';
  const query = useList('/keys', {
    query: { mode, usable: showsEnded ? undefined : 'true', limit: 100 },
  });
  return (
    <ListPage
      title={texts.navigation.pages.keys}
      description={words.description}
      curl={{ path: '/keys', docs: 'keys' }}
      query={query}
      columns={columnsOf(setCreated)}
      actions={
        <Switch
          size="xs"
          label={words.showEnded}
          checked={showsEnded}
          onChange={({ currentTarget }) => filter({ ended: currentTarget.checked ? 'shown' : undefined })}
        />
      }
      create={canCreate && { label: words.create, open }}
      empty={{ none: words.none[mode], noneText: words.noneText }}
      forDevelopers
      createCurl={{
        method: 'POST',
        path: '/keys',
        docs: 'keys',
        body: { name: 'Shop', permission: 'SEND', mode },
      }}
    >
      <CreateKey opened={isCreating} close={close} created={setCreated} />
      <NewToken apiKey={created} close={() => setCreated(null)} />
    </ListPage>
  );
}

function columnsOf(rotated: (key: CreatedApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      title: words.columns.name,
      width: 'minmax(0, 1.5fr)',
      cell: ({ name, prefix }) => (
        <>
          <Text span size="sm" fw={500}>
            {name}
          </Text>{' '}
          <Text span c="dimmed" className="mono">
            {prefix}…
          </Text>
        </>
      ),
    },
    detailColumn(
      words.columns.permission,
      '6rem',
      ({ permission }) => words.permissionNames[permission] ?? permission,
    ),
    {
      title: words.columns.domains,
      width: 'minmax(0, 1fr)',
      onPhone: false,
      cell: (key) => (
        <>
          {key.domains.length === 0 ? words.allDomains : key.domains.join(', ')}
          <Text size="xs" c="dimmed" truncate title={describeLimits(key)}>
            {describeLimits(key)}
          </Text>
        </>
      ),
    },
    { title: words.columns.status, width: '6rem', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      title: words.columns.lastUsed,
      width: '6.5rem',
      onPhone: false,
      cell: ({ last_used_at: at }) => <Time at={at} never={words.neverUsed} />,
    },
    {
      title: words.columns.expires,
      width: '6.5rem',
      onPhone: false,
      cell: ({ expires_at: at }) => <Time at={at} never={words.neverExpires} />,
    },
    {
      title: words.columns.actions,
      width: '9.5rem',
      alignEnd: true,
      cell: (key) => <KeyActions apiKey={key} rotated={rotated} />,
    },
  ];
}

function KeyActions({
  apiKey,
  rotated,
}: {
  readonly apiKey: ApiKey;
  readonly rotated: (key: CreatedApiKey) => void;
}) {
  const { api } = useScope();
  const params = { path: { id: apiKey.id } };
  if (!useHasRole('admin') || apiKey.status !== 'active') return null;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap" className={list.above}>
      <ConfirmButton
        size="compact-xs"
        title={words.rotateTitle(apiKey.name)}
        text={words.rotateText}
        action={words.rotate}
        actionColor="accent"
        run={() => unwrap(api.POST('/keys/{id}/rotate', { params }))}
        done={rotated}
      />
      <ConfirmButton
        size="compact-xs"
        title={words.revokeTitle(apiKey.name)}
        text={words.revokeText}
        action={words.revoke}
        run={() => unwrap(api.POST('/keys/{id}/revoke', { params }))}
        message={words.revoked(apiKey.name)}
      />
    </Group>
  );
}
