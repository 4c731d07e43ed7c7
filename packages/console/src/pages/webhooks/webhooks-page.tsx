import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Webhook } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { texts } from '../../texts/texts';
import { webhookTexts as words } from '../../texts/webhooks';
import { StatusBadge } from '../../ui/badge';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { NewSecret, type ShownSecret } from './new-secret';
import { WebhookForm } from './webhook-form';

const columns: readonly Column<Webhook>[] = [
  {
    title: words.columns.url,
    width: 'minmax(0, 2fr)',
    cell: ({ id, url }) => (
      <Link to="/webhooks/$id" params={{ id }} className={`${list.rowLink} mono`}>
        {url}
      </Link>
    ),
  },
  {
    title: words.columns.status,
    width: '7rem',
    cell: ({ status, failing_since: failing }) => (
      <StatusBadge
        status={failing !== null && status === 'enabled' ? 'failing' : status}
        tone={failing !== null ? 'bad' : undefined}
      />
    ),
  },
  {
    title: words.columns.events,
    width: '8rem',
    onPhone: false,
    cell: ({ events }) => words.eventCount(events.length),
  },
  {
    title: words.columns.failingSince,
    width: '8rem',
    onPhone: false,
    cell: ({ failing_since: at }) => <Time at={at} />,
  },
  {
    title: words.columns.created,
    width: '7rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

const createRequest = {
  method: 'POST',
  path: '/webhooks',
  docs: 'webhooks',
  body: { url: 'https://example.com/webhooks', events: ['email.delivered', 'email.bounced'] },
} as const;

export function WebhooksPage() {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const [isAdding, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const navigate = useNavigate();
  const query = useList<Webhook>({
    key: ['webhooks'],
    read: (cursor) => unwrap(api.GET('/webhooks', { params: { query: { limit: 50, cursor } } })),
  });
  const add = canChange && (
    <Button leftSection={<Plus size={14} />} onClick={open}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.webhooks}
        description={words.description}
        curl={{ path: '/webhooks', docs: 'webhooks' }}
      >
        <Button component={Link} to="/webhooks/event-types" variant="default">
          {words.catalogue.button}
        </Button>
        {add}
      </PageHeader>
      <ResourceList
        label={texts.navigation.pages.webhooks}
        query={query}
        columns={columns}
        empty={
          <EmptyState
            title={words.none}
            text={words.noneText}
            action={add || undefined}
            snippet={curlOf(createRequest)}
          />
        }
      />
      <WebhookForm opened={isAdding} close={close} created={setSecret} />
      <NewSecret
        shown={secret}
        close={() => {
          const id = secret?.id ?? '';
          setSecret(null);
          void navigate({ to: '/webhooks/$id', params: { id } });
        }}
      />
    </>
  );
}
