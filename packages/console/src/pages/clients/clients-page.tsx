import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { ClientOrganization } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { sessionQuery } from '../../session/session';
import { useOpenOrganization } from '../../shell/organization-switch';
import { clients as words } from '../../texts/clients';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useSensitive } from '../../ui/sensitive';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useList } from '../../ui/use-list';

/** Client organizations of an internal one. */
export function ClientsPage() {
  const { api } = useScope();
  const query = useList<ClientOrganization>({
    key: ['clients'],
    read: (cursor) => unwrap(api.GET('/organizations', { params: { query: { limit: 50, cursor } } })),
  });
  const snippet = curlOf({
    ...{ method: 'POST', path: '/organizations', docs: 'organizations' },
    body: { name: 'Acme', slug: 'acme' },
  });
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.clients}
        description={words.description}
        curl={{ path: '/organizations', docs: 'organizations' }}
      />
      <ResourceList
        label={texts.navigation.pages.clients}
        query={query}
        columns={columns}
        empty={<EmptyState title={words.none} text={words.noneText} snippet={snippet} />}
      />
    </>
  );
}

const columns: readonly Column<ClientOrganization>[] = [
  { title: words.columns.name, width: 'minmax(0, 1.5fr)', cell: ({ name }) => name },
  { title: words.columns.plan, width: '7rem', onPhone: false, cell: ({ plan }) => plan },
  { title: words.columns.sending, width: '8rem', cell: (client) => <Sending client={client} /> },
  {
    title: words.columns.created,
    width: '7rem',
    onPhone: false,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    title: words.columns.actions,
    width: '14rem',
    alignEnd: true,
    cell: (client) => <ClientActions client={client} />,
  },
];

function Sending({ client }: { readonly client: ClientOrganization }) {
  if (client.under_review) return <StatusBadge status={words.underReview} tone="warn" />;
  if (client.sending_paused_at !== null) return <StatusBadge status={words.paused} tone="bad" />;
  return <StatusBadge status={words.active} tone="good" />;
}

function ClientActions({ client: { id, name, slug } }: { readonly client: ClientOrganization }) {
  const { api } = useScope();
  const isOwner = useHasRole('owner');
  const isAdmin = useHasRole('admin');
  const sensitive = useSensitive();
  const queryClient = useQueryClient();
  const openOrganization = useOpenOrganization();
  const params = { path: { id } };
  const open = useChange({
    run: () => sensitive(() => unwrap(api.POST('/organizations/{id}/open', { params }))),
    done: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      openOrganization(slug);
    },
  });
  const revoke = useChange({
    run: () => sensitive(() => unwrap(api.POST('/organizations/{id}/revoke-keys', { params }))),
    message: words.revoked(name),
  });
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {isOwner && (
        <Button variant="default" size="compact-xs" loading={open.isPending} onClick={() => open.mutate()}>
          {words.open}
        </Button>
      )}
      {isAdmin && (
        <ConfirmButton
          size="compact-xs"
          title={words.revokeTitle(name)}
          text={words.revokeText}
          action={words.revoke}
          run={() => revoke.mutateAsync()}
          isPending={revoke.isPending}
        >
          {words.revoke}
        </ConfirmButton>
      )}
    </Group>
  );
}
