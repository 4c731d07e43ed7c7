import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { InboundEmailSummary } from '../../api/types';
import { useScope } from '../../session/scope';
import { inboundTexts as words } from '../../texts/inbound';
import { StatusBadge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { toneOfCheck } from './check-tone';

const names = ['from', 'domain', 'received_for', 'rule', 'email_id', 'since', 'until'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'from', label: words.filters.from, wide: true },
  { name: 'domain', label: words.filters.domain },
  { name: 'rule', label: words.filters.rule, options: Object.keys(words.rules) },
  { name: 'received_for', label: words.filters.receivedFor, rare: true },
  { name: 'email_id', label: words.filters.email, rare: true },
];

const columns: readonly Column<InboundEmailSummary>[] = [
  {
    title: words.columns.from,
    width: 'minmax(0, 1.1fr)',
    cell: ({ id, from }) => (
      <Link to="/inbound/$id" params={{ id }} className={list.rowLink}>
        {from}
      </Link>
    ),
  },
  {
    title: words.columns.subject,
    width: 'minmax(0, 1.5fr)',
    onPhone: false,
    cell: ({ subject }) => (subject === '' ? words.noSubject : subject),
  },
  {
    title: words.columns.receivedFor,
    width: 'minmax(0, 1fr)',
    onPhone: false,
    cell: ({ received_for: addresses }) => addresses.join(', '),
  },
  {
    title: words.columns.checks,
    width: '6rem',
    cell: ({ dmarc }) => <StatusBadge status={dmarc} tone={toneOfCheck(dmarc)} />,
  },
  {
    title: words.columns.at,
    width: '6.5rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ received_at: at }) => <Time at={at} />,
  },
];

/** Received emails. Test mode has none of its own. */
export function InboundPage() {
  const { api } = useScope();
  const [filters, change] = useFilters(names);
  const query = useList<InboundEmailSummary>({
    key: ['inbound', filters],
    read: (cursor) =>
      unwrap(
        api.GET('/inbound', {
          params: {
            query: { ...filters, rule: filters.rule as InboundEmailSummary['rule'], limit: 50, cursor },
          },
        }),
      ),
  });
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        curl={{ path: '/inbound', query: filters, docs: 'inbound' }}
      />
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={words.title}
        query={query}
        columns={columns}
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState title={words.noneFound} text={words.noneFoundText} />
          ) : (
            <EmptyState
              title={words.none}
              text={words.noneText}
              action={
                <Button component={Link} to="/domains">
                  {words.toDomains}
                </Button>
              }
            />
          )
        }
      />
    </>
  );
}
