import { Link } from '@tanstack/react-router';
import type { BroadcastSummary } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { countColumn, timeColumn } from '../../ui/columns';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { WaitingBadge } from '../../ui/waiting-badge';
import list from '../../ui/ui.module.css';

const filterList: readonly Filter<'status'>[] = [
  {
    name: 'status',
    label: words.filters.status,
    options: ['draft', 'scheduled', 'testing', 'sent', 'canceled'],
  },
];

const columns: readonly Column<BroadcastSummary>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.8fr)',
    cell: ({ id, name }) => (
      <Link to="/broadcasts/$id" params={{ id }} className={list.rowLink}>
        {name}
      </Link>
    ),
  },
  {
    title: words.columns.status,
    width: '8rem',
    cell: StateBadge,
  },
  countColumn(words.columns.recipients, ({ counts }) => counts.recipients),
  countColumn(words.columns.delivered, ({ counts }) => counts.delivered),
  timeColumn(words.columns.sent, ({ sent_at: at }) => at),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

const createRequest = {
  method: 'POST',
  path: '/broadcasts',
  docs: 'broadcasts',
  body: {
    ...{ name: 'March news', segment_id: '<segment id>', topic: 'news', from: 'News <news@example.com>' },
    ...{ subject: 'News in March', html: '<p>Hello {{ contact.first_name }}</p>' },
  },
} as const;

/** Why it waits, once it could be sent, in place of its phase. */
function StateBadge({ phase, paused_at: pausedAt, waiting }: BroadcastSummary) {
  if (pausedAt !== null) return <StatusBadge status="paused" />;
  return waiting && phase !== 'canceled' ? (
    <WaitingBadge waiting={waiting} />
  ) : (
    <StatusBadge status={phase} />
  );
}

export function BroadcastsPage() {
  const canChange = useHasRole('member');
  const [filters, change] = useFilters(['status']);
  const query = useList('/broadcasts', { query: filters });
  return (
    <ListPage
      title={texts.navigation.pages.broadcasts}
      description={words.description}
      curl={{ path: '/broadcasts', docs: 'broadcasts' }}
      query={query}
      columns={columns}
      filters={{ filters: filterList, values: filters, change }}
      create={canChange && { label: words.create, to: '/broadcasts/new' }}
      empty={words}
      snippet={createRequest}
    />
  );
}
