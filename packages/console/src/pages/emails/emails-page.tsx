import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { EmailSummary } from '../../api/types';
import { useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/resource-list';
import { useFilters } from '../../ui/use-filters';
import { WaitingBadge } from '../../ui/waiting-badge';
import { useList } from '../../ui/use-list';
import { useSelection } from '../../ui/selection';
import { broadcastIdOf, emailFilterNames, useEmailFilters } from './email-filters';
import { sendRequest } from './send-request';
import { useExportEmails } from './use-export-emails';
import { lazyCode } from '../../ui/lazy-code';
import classes from './emails.module.css';

// What most people do not do on the first page that they open.
const EmailsBulkBar = lazyCode(async () => ({ default: (await import('./emails-bulk-bar')).EmailsBulkBar }));
const ChangeEmailsButton = lazyCode(async () => ({
  default: (await import('./change-emails')).ChangeEmailsButton,
}));

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
    width: '11rem',
    cell: ({ last_event: status, waiting }) =>
      waiting ? <WaitingBadge waiting={waiting} /> : <StatusBadge status={status} />,
  },
  {
    title: words.columns.subject,
    width: 'minmax(0, 1.6fr)',
    onPhone: 'below',
    cell: ({ subject }) => subject,
  },
  {
    title: words.columns.kind,
    width: '8rem',
    onPhone: false,
    cell: ({ kind }) => (
      <Text span c="dimmed" size="xs">
        {broadcastIdOf(kind) === undefined ? kind : words.broadcastKind}
      </Text>
    ),
  },
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

export function EmailsPage() {
  const { mode } = useScope();
  const [filters, change] = useFilters(emailFilterNames);
  const filterList = useEmailFilters();
  const selection = useSelection(filters);
  const sendTest = (
    <Button component={Link} to="/start">
      {words.sendTest}
    </Button>
  );
  const query = useList('/emails', { query: { ...filters, mode } }, { mode });
  return (
    <ListPage
      title={texts.navigation.pages.emails}
      curl={{ path: '/emails', query: { mode }, docs: 'emails#listEmails' }}
      query={query}
      columns={columns}
      filters={{ filters: filterList, values: filters, change, time: true }}
      bulkBar={
        selection.ids.size > 0 && (
          <Suspense>
            <EmailsBulkBar selection={selection} />
          </Suspense>
        )
      }
      selection={selection}
      menu={useExportEmails(filters)}
      actions={
        <>
          {filters.status !== undefined && (
            <Suspense>
              <ChangeEmailsButton filters={filters} />
            </Suspense>
          )}
          {sendTest}
        </>
      }
      emptyAction={sendTest}
      empty={{ ...words, none: words.none[mode] }}
      createCurl={sendRequest()}
      forDevelopers
    />
  );
}
