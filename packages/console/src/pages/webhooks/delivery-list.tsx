import { Button, Drawer, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { WebhookDeliverySummary } from '../../api/types';
import { useScope } from '../../session/scope';
import { webhookTexts as words } from '../../texts/webhooks';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import { EmptyList } from '../../ui/empty-list';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { notify } from '../../ui/notify';
import { ResourceList, type Column, type Selection } from '../../ui/resource-list';
import { BulkBar, useSelection } from '../../ui/selection';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { DeliveryDetail } from './delivery-detail';
import { eventTypes } from './event-types';

const names = ['status', 'event_type', 'email', 'since', 'until'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'status', label: words.filters.status, options: ['pending', 'delivered', 'exhausted'] },
  { name: 'event_type', label: words.filters.event, options: eventTypes, wide: true },
  { name: 'email', label: words.filters.email, wide: true },
];

/** Deliveries of an endpoint; one of them opens beside the list. */
export function DeliveryList({
  webhookId,
  canReplay,
}: {
  readonly webhookId: string;
  readonly canReplay: boolean;
}) {
  const [filters, change] = useFilters(names);
  const [{ delivery }, open] = useFilters(['delivery']);
  const selection = useSelection(filters);
  const query = useList('/webhooks/{id}/deliveries', {
    path: { id: webhookId },
    query: filters,
  });
  return (
    <section aria-label={words.deliveries}>
      <Text component="h2" size="sm" fw={600} mb="xs">
        {words.deliveries}
      </Text>
      <FilterBar filters={filterList} values={filters} change={change} time />
      <ReplayMany webhookId={webhookId} selection={selection} />
      <ResourceList
        label={words.deliveries}
        query={query}
        columns={columnsOf((id) => open({ delivery: id }))}
        selection={canReplay ? selection : undefined}
        empty={
          <EmptyList
            filters={{ values: filters, change }}
            title={words.noDeliveries}
            text={words.noDeliveriesText}
          />
        }
      />
      <Drawer
        opened={delivery !== undefined}
        onClose={() => open({ delivery: undefined })}
        position="right"
        size="xl"
        title={words.delivery.title}
      >
        {delivery !== undefined && (
          <DeliveryDetail webhookId={webhookId} deliveryId={delivery} canReplay={canReplay} />
        )}
      </Drawer>
    </section>
  );
}

/** As many as one request takes. */
const replayedMax = 100;

function ReplayMany({ webhookId, selection }: { readonly webhookId: string; readonly selection: Selection }) {
  const { api } = useScope();
  const ids = [...selection.ids];
  const replay = useChange({
    run: async () => {
      const { data } = await unwrap(
        api.POST('/webhooks/{id}/deliveries/replay', {
          params: { path: { id: webhookId } },
          body: { ids },
        }),
      );
      const refused = data.filter((each) => 'error' in each).length;
      notify(words.replayedMany(data.length - refused, refused));
    },
    done: () => selection.set([]),
  });
  return (
    <BulkBar selection={selection}>
      {ids.length > replayedMax && <Text size="sm">{words.replayAtMost(replayedMax)}</Text>}
      <Button
        variant="default"
        disabled={ids.length > replayedMax}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        {words.delivery.replay}
      </Button>
    </BulkBar>
  );
}

function columnsOf(open: (id: string) => void): readonly Column<WebhookDeliverySummary>[] {
  return [
    {
      title: words.deliveryColumns.event,
      width: 'minmax(0, 1.4fr)',
      cell: ({ id, event_type: type }) => (
        <UnstyledButton className={`${list.rowLink} mono`} onClick={() => open(id)}>
          {type}
        </UnstyledButton>
      ),
    },
    {
      title: words.deliveryColumns.status,
      width: '8rem',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      title: words.deliveryColumns.attempts,
      width: '5rem',
      alignEnd: true,
      onPhone: false,
      cell: ({ attempt_count: attempts }) => attempts,
    },
    {
      title: words.deliveryColumns.latency,
      width: '5.5rem',
      alignEnd: true,
      onPhone: false,
      cell: ({ latency_ms: latency }) => (latency === null ? '' : words.delivery.milliseconds(latency)),
    },
    {
      title: words.deliveryColumns.email,
      width: 'minmax(0, 1.2fr)',
      onPhone: false,
      cell: ({ email_id: id }) =>
        id !== null && (
          <Link to="/emails/$id" params={{ id }} className={`${list.above} mono`}>
            {id}
          </Link>
        ),
    },
    timeColumn(words.deliveryColumns.created, ({ created_at: at }) => at),
  ];
}
