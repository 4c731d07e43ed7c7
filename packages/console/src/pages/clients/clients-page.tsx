import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ClientOrganization, CreatedApiKey, IssuedInvitation } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { sessionQuery } from '../../session/session';
import { useOpenOrganization } from '../../shell/organization-switch';
import { clients as words } from '../../texts/clients';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useChange } from '../../ui/use-change';
import { useList } from '../../ui/use-list';
import { NewToken } from '../keys/new-token';
import { InvitationLink } from '../members/invitation-link';
import { CreateClient } from './create-client';
import { ManageClient } from './manage-client';

const createRequest = {
  method: 'POST',
  path: '/organizations',
  docs: 'organizations',
  body: { name: 'Acme', slug: 'acme' },
} as const;

/** Client organizations of an internal one. */
export function ClientsPage() {
  const isAdmin = useHasRole('admin');
  const [isCreating, { open, close }] = useDisclosure();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [managedId, setManagedId] = useState<string | null>(null);
  const [invitation, setInvitation] = useState<IssuedInvitation | null>(null);
  const query = useList('/organizations');
  const managed = query.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === managedId);
  return (
    <ListPage
      title={texts.navigation.pages.clients}
      description={words.description}
      curl={{ path: '/organizations', docs: 'organizations' }}
      query={query}
      columns={columnsOf(isAdmin ? setManagedId : undefined)}
      create={isAdmin && { label: words.create, open }}
      empty={words}
      createCurl={createRequest}
    >
      <CreateClient opened={isCreating} close={close} created={setCreated} />
      <NewToken apiKey={created} close={() => setCreated(null)} />
      {managed !== undefined && (
        <ManageClient
          key={`${managed.id} ${managed.plan}`}
          client={managed}
          close={() => setManagedId(null)}
          invited={setInvitation}
        />
      )}
      <InvitationLink invitation={invitation} close={() => setInvitation(null)} />
    </ListPage>
  );
}

function columnsOf(manage: ((id: string) => void) | undefined): readonly Column<ClientOrganization>[] {
  return [
    { title: words.columns.name, width: 'minmax(0, 1.5fr)', cell: ({ name }) => name },
    detailColumn(words.columns.plan, '7rem', ({ plan }) => plan),
    detailColumn(words.columns.sending, '8rem', (client) => <SendingState client={client} />),
    timeColumn(words.columns.created, ({ created_at: at }) => at),
    {
      title: words.columns.actions,
      width: '13rem',
      alignEnd: true,
      cell: (client) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <OpenButton client={client} />
          {manage !== undefined && (
            <Button variant="default" size="compact-xs" onClick={() => manage(client.id)}>
              {words.manage}
            </Button>
          )}
        </Group>
      ),
    },
  ];
}

function SendingState({ client }: { readonly client: ClientOrganization }) {
  if (client.under_review) return <StatusBadge status={words.underReview} tone="warn" />;
  if (client.sending_paused_at !== null) return <StatusBadge status={words.paused} tone="bad" />;
  return <StatusBadge status={words.active} tone="good" />;
}

function OpenButton({ client: { id, slug } }: { readonly client: ClientOrganization }) {
  const { api } = useScope();
  const isOwner = useHasRole('owner');
  const queryClient = useQueryClient();
  const openOrganization = useOpenOrganization();
  const open = useChange({
    run: () => unwrap(api.POST('/organizations/{id}/open', { params: { path: { id } } })),
    done: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      openOrganization(slug);
    },
  });
  if (!isOwner) return null;
  return (
    <Button variant="default" size="compact-xs" loading={open.isPending} onClick={() => open.mutate()}>
      {words.open}
    </Button>
  );
}
