import { Button, SegmentedControl, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { BroadcastSummary } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import { PageHeader } from '../../ui/page-header';
import type { Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { WaitingBadge } from '../../ui/waiting-badge';
import list from '../../ui/ui.module.css';
import { BroadcastCalendar } from './broadcast-calendar';
import { percentOf, ratesOf } from './broadcast-rates';
import { PhaseBadge } from './phase-badge';

const filterList: readonly Filter<'search' | 'status'>[] = [
  { name: 'search', label: words.filters.search, wide: true },
  {
    name: 'status',
    label: words.filters.status,
    options: ['draft', 'scheduled', 'testing', 'sent', 'canceled'],
  },
];

const numbers = new Intl.NumberFormat('en');

const columns: readonly Column<BroadcastSummary>[] = [
  {
    title: words.columns.name,
    width: 'minmax(0, 1.8fr)',
    cell: ({ id, name, subject }) => (
      <>
        <Link to="/broadcasts/$id" params={{ id }} className={list.rowLink}>
          {name}
        </Link>
        <Text size="xs" c="dimmed" truncate>
          {subject}
        </Text>
      </>
    ),
  },
  {
    title: words.columns.status,
    width: '8rem',
    cell: StateBadge,
  },
  {
    ...{ title: words.columns.recipients, width: '7rem', onPhone: false, alignEnd: true },
    cell: ({ sent_at: at, counts }) => (at === null ? '–' : numbers.format(counts.recipients)),
  },
  rateColumn('opened'),
  rateColumn('clicked'),
  timeColumn(words.columns.time, ({ sent_at: sentAt, scheduled_at: plannedAt }) => sentAt ?? plannedAt),
];

/** Only of what has been sent: a draft has no rate. */
function rateColumn(name: 'opened' | 'clicked'): Column<BroadcastSummary> {
  return {
    ...{ title: words.report.figures[name], width: '6rem', onPhone: false, alignEnd: true },
    cell: (broadcast) => (broadcast.sent_at === null ? '–' : percentOf(ratesOf(broadcast)[name])),
  };
}

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
  return waiting && phase !== 'canceled' ? <WaitingBadge waiting={waiting} /> : <PhaseBadge phase={phase} />;
}

/** All broadcasts as a list, or those that are planned in a calendar. */
export function BroadcastsPage() {
  const [{ view }] = useFilters(['view']);
  return view === 'calendar' ? <BroadcastCalendarPage /> : <BroadcastListPage />;
}

function BroadcastListPage() {
  const canChange = useHasRole('member');
  const [filters, change] = useFilters(['search', 'status']);
  const query = useList('/broadcasts', { query: filters });
  return (
    <ListPage
      title={texts.navigation.pages.broadcasts}
      description={words.description}
      curl={{ path: '/broadcasts', docs: 'broadcasts' }}
      query={query}
      columns={columns}
      filters={{ filters: filterList, values: filters, change }}
      actions={<ViewSwitch view="list" />}
      create={canChange && { label: words.create, to: '/broadcasts/new' }}
      empty={words}
      recipes={
        canChange
          ? [
              {
                ...{ title: words.newsletter, text: words.newsletterText },
                ...{ to: '/broadcasts/new', search: { starter: 'newsletter' } },
              },
            ]
          : []
      }
      createCurl={createRequest}
    />
  );
}

function BroadcastCalendarPage() {
  const canChange = useHasRole('member');
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.broadcasts}
        description={words.description}
        curl={{ path: '/broadcasts', query: { status: 'scheduled' }, docs: 'broadcasts' }}
      >
        <ViewSwitch view="calendar" />
        {canChange && (
          <Button component={Link} to="/broadcasts/new" leftSection={<Plus size={14} />}>
            {words.create}
          </Button>
        )}
      </PageHeader>
      <BroadcastCalendar />
    </>
  );
}

function ViewSwitch({ view }: { readonly view: 'list' | 'calendar' }) {
  const [, change] = useFilters(['view']);
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.view}
      value={view}
      onChange={(next) => change({ view: next === 'list' ? undefined : next })}
      data={Object.entries(words.views).map(([value, label]) => ({ value, label }))}
    />
  );
}
