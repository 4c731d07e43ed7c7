import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { texts } from '../../texts/texts';
import { webhookTexts as words } from '../../texts/webhooks';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useCreateDialog } from '../../ui/use-create-dialog';
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
  detailColumn(words.columns.events, '8rem', ({ events }) => words.eventCount(events.length)),
  detailColumn(words.columns.failingSince, '8rem', ({ failing_since: at }) => <Time at={at} />),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

const createRequest = {
  method: 'POST',
  path: '/webhooks',
  docs: 'webhooks',
  body: { url: 'https://example.com/webhooks', events: ['email.delivered', 'email.bounced'] },
} as const;

export function WebhooksPage() {
  const canChange = useHasRole('admin');
  const [isAdding, { open, close }] = useCreateDialog();
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const navigate = useNavigate();
  const query = useList('/webhooks');
  return (
    <ListPage
      title={texts.navigation.pages.webhooks}
      description={words.description}
      curl={{ path: '/webhooks', docs: 'webhooks' }}
      query={query}
      columns={columns}
      actions={
        <Button component={Link} to="/webhooks/event-types" variant="default">
          {words.catalogue.button}
        </Button>
      }
      create={canChange && { label: words.add, open }}
      empty={words}
      createCurl={createRequest}
      forDevelopers
    >
      <WebhookForm opened={isAdding} close={close} created={setSecret} />
      <NewSecret
        shown={secret}
        close={() => {
          const id = secret?.id ?? '';
          setSecret(null);
          void navigate({ to: '/webhooks/$id', params: { id } });
        }}
      />
    </ListPage>
  );
}
