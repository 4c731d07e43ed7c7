import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { FoundEmail } from '../../api/types';
import { operatorEmailTexts as words } from '../../texts/operator-emails';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { detailColumn, timeColumn } from '../../ui/columns';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { OperatorPage } from './operator-page';

const names = ['recipient', 'organization', 'since', 'until'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'recipient', label: words.filters.recipient, wide: true },
  { name: 'organization', label: words.filters.organization },
];

/** Email of all organizations, by recipient. */
export function OperatorEmailsPage() {
  return (
    <OperatorPage title={texts.navigation.pages.operatorEmails} description={words.description}>
      <Search />
    </OperatorPage>
  );
}

const isEmailId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

function Search() {
  const [filters, change] = useFilters(names);
  const navigate = useNavigate();
  const sought = filters.recipient?.trim() ?? '';
  const isId = isEmailId(sought);
  useEffect(() => {
    if (isId) void navigate({ to: '/operator/emails/$id', params: { id: sought }, replace: true });
  }, [isId, sought, navigate]);
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} time />
      {sought.includes('@') && <Found filters={{ ...filters, recipient: sought }} />}
      {!sought.includes('@') && <EmptyState title={words.ask} text={words.askText} />}
    </>
  );
}

function Found({
  filters,
}: {
  readonly filters: Partial<Record<(typeof names)[number], string>> & { readonly recipient: string };
}) {
  const query = useList('/operator/emails', { query: filters });
  return (
    <ResourceList
      label={texts.navigation.pages.operatorEmails}
      query={query}
      columns={columns}
      empty={<EmptyState title={words.none} text={words.noneText} />}
    />
  );
}

const columns: readonly Column<FoundEmail>[] = [
  {
    title: words.columns.recipient,
    width: 'minmax(0, 1.2fr)',
    cell: ({ id, recipient }) => (
      <Link to="/operator/emails/$id" params={{ id }} className={list.rowLink}>
        {recipient}
      </Link>
    ),
  },
  {
    title: words.columns.status,
    width: '8rem',
    cell: ({ recipient_status: status }) => <StatusBadge status={status} />,
  },
  detailColumn(words.columns.organization, '9rem', ({ organization }) => organization),
  detailColumn(words.columns.from, 'minmax(0, 1fr)', ({ from }) => from),
  detailColumn(words.columns.reason, 'minmax(0, 1fr)', ({ detail }) => detail ?? texts.common.none),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];
