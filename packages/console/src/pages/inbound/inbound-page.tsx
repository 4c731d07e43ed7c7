import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { InboundEmailSummary } from '../../api/types';
import { inboundTexts as words } from '../../texts/inbound';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import type { Filter } from '../../ui/filter-bar';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { toneOfCheck } from './check-tone';
import { RepliedBadge } from './replied-badge';

const names = [
  'search',
  'replied',
  'from',
  'domain',
  'received_for',
  'rule',
  'email_id',
  'since',
  'until',
] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'search', label: words.filters.search, wide: true },
  { name: 'replied', label: words.filters.replied, load: () => Promise.resolve(repliedOptions) },
  { name: 'from', label: words.filters.from, rare: true },
  { name: 'domain', label: words.filters.domain },
  { name: 'rule', label: words.filters.rule, options: words.rules },
  { name: 'received_for', label: words.filters.receivedFor, rare: true },
  { name: 'email_id', label: words.filters.email, rare: true },
];

const repliedOptions = [
  { value: 'false', label: words.notReplied },
  { value: 'true', label: words.replied },
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
    onPhone: 'below',
    cell: ({ subject }) => (subject === '' ? words.noSubject : subject),
  },
  {
    title: words.columns.receivedFor,
    width: 'minmax(0, 0.8fr)',
    onPhone: false,
    cell: ({ received_for: addresses }) => addresses.join(', '),
  },
  {
    title: words.columns.checks,
    width: '5rem',
    onPhone: false,
    cell: ({ dmarc }) => <StatusBadge status={dmarc} tone={toneOfCheck(dmarc)} />,
  },
  {
    title: words.columns.state,
    width: '7rem',
    cell: (email) => <RepliedBadge email={email} />,
  },
  timeColumn(words.columns.at, ({ received_at: at }) => at),
];

/** Received emails. Test mode has none of its own. */
export function InboundPage() {
  const [filters, change] = useFilters(names);
  const query = useList('/inbound', { query: filters });
  return (
    <ListPage
      title={words.title}
      description={words.description}
      curl={{ path: '/inbound', docs: 'inbound' }}
      query={query}
      columns={columns}
      filters={{ filters: filterList, values: filters, change, time: true }}
      empty={words}
      emptyAction={
        <Button component={Link} to="/domains">
          {words.toDomains}
        </Button>
      }
    />
  );
}
