import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { EmailSummary } from '../../api/types';
import { useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { useSelection } from '../../ui/selection';
import { emailFilterNames, emailQuery, useEmailFilters } from './email-filters';
import { EmailsBulkBar, ExportButton } from './emails-actions';
import { sendSnippet } from './send-snippet';
import classes from './emails.module.css';

const columns: readonly Column<EmailSummary>[] = [
  {
    title: words.columns.to,
    width: 'minmax(0, 1.1fr)',
    cell: ({ id, to }) => (
      <Link to="/emails/$id" params={{ id }} className={classes.link}>
        {to[0]}
        {to.length > 1 && <Text span c="dimmed" size="xs">{` +${to.length - 1}`}</Text>}
      </Link>
    ),
  },
  {
    title: words.columns.status,
    width: '8.5rem',
    cell: ({ last_event: status }) => <StatusBadge status={status} />,
  },
  { title: words.columns.subject, width: 'minmax(0, 1.6fr)', onPhone: false, cell: ({ subject }) => subject },
  {
    title: words.columns.kind,
    width: '8rem',
    onPhone: false,
    cell: ({ kind }) => (
      <Text span c="dimmed" size="xs">
        {kind}
      </Text>
    ),
  },
  {
    title: words.columns.created,
    width: '6.5rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

export function EmailsPage() {
  const { modeApi: api, mode } = useScope();
  const [filters, change] = useFilters(emailFilterNames);
  const filterList = useEmailFilters();
  const selection = useSelection(filters);
  const query = useList<EmailSummary>({
    key: ['emails', filters],
    isAnnounced: true,
    read: (cursor) =>
      unwrap(
        api.GET('/emails', { params: { query: { ...emailQuery(filters), ...{ mode, limit: 50, cursor } } } }),
      ),
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.emails}
        curl={{ path: '/emails', query: { ...filters, mode }, docs: 'emails#listEmails' }}
      >
        <ExportButton filters={filters} />
        <Button component={Link} to="/start">
          {words.sendTest}
        </Button>
      </PageHeader>
      <FilterBar filters={filterList} values={filters} change={change} time />
      <EmailsBulkBar selection={selection} />
      <ResourceList
        label={texts.navigation.pages.emails}
        query={query}
        columns={columns}
        selection={selection}
        empty={
          isFiltered ? (
            <EmptyState title={words.noneFound} text={words.noneFoundText} />
          ) : (
            <EmptyState title={words.none[mode]} text={words.noneText} snippet={sendSnippet()} />
          )
        }
      />
    </>
  );
}
