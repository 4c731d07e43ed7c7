import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { unwrap } from '../../api/client';
import type { BroadcastSummary } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';

const numbers = new Intl.NumberFormat('en');

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
  { title: words.columns.status, width: '8rem', cell: ({ phase }) => <StatusBadge status={phase} /> },
  {
    title: words.columns.recipients,
    width: '7rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ counts }) => numbers.format(counts.recipients),
  },
  {
    title: words.columns.delivered,
    width: '7rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ counts }) => numbers.format(counts.delivered),
  },
  {
    title: words.columns.sent,
    width: '7rem',
    onPhone: false,
    alignEnd: true,
    cell: ({ sent_at: at }) => <Time at={at} />,
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
  path: '/broadcasts',
  docs: 'broadcasts',
  body: {
    ...{ name: 'March news', segment_id: '<segment id>', topic: 'news', from: 'News <news@example.com>' },
    ...{ subject: 'News in March', html: '<p>Hello {{ contact.first_name }}</p>' },
  },
} as const;

export function BroadcastsPage() {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const [filters, change] = useFilters(['status']);
  const query = useList<BroadcastSummary>({
    key: ['broadcasts', filters],
    read: (cursor) => {
      const status = filters.status as BroadcastSummary['status'];
      return unwrap(api.GET('/broadcasts', { params: { query: { status, limit: 50, cursor } } }));
    },
  });
  const create = canChange && (
    <Button component={Link} to="/broadcasts/new" leftSection={<Plus size={14} />}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.broadcasts}
        description={words.description}
        curl={{ path: '/broadcasts', query: filters, docs: 'broadcasts' }}
      >
        {create}
      </PageHeader>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={texts.navigation.pages.broadcasts}
        query={query}
        columns={columns}
        empty={
          filters.status !== undefined ? (
            <EmptyState title={words.noneFound} text={words.noneFoundText} />
          ) : (
            <EmptyState
              title={words.none}
              text={words.noneText}
              action={create || undefined}
              snippet={curlOf(createRequest)}
            />
          )
        }
      />
    </>
  );
}
