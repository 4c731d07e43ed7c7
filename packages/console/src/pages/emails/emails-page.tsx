import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { EmailStatus, EmailSummary, FailureClass } from '../../api/types';
import { useScope } from '../../session/scope';
import { emails as words } from '../../texts/emails';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { notify, notifyError } from '../../ui/notify';
import { PageHeader } from '../../ui/page-header';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { sendSnippet } from './send-snippet';
import classes from './emails.module.css';

const statuses: readonly EmailStatus[] = [
  ...(['queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed'] as const),
  ...(['suppressed', 'canceled', 'unconfirmed'] as const),
];
const failureClasses: readonly FailureClass[] = [
  ...([
    'recipient',
    'domain',
    'inactive',
    'full',
    'no_answer',
    'routing',
    'auth',
    'policy',
    'block',
  ] as const),
  ...(['rate', 'content', 'size', 'system', 'expired', 'unsendable', 'platform', 'other'] as const),
];
const names = [
  ...(['to', 'subject', 'status', 'kind', 'tag', 'metadata', 'message_id', 'since', 'until'] as const),
  ...(['domain', 'failure_class', 'key', 'template', 'broadcast'] as const),
] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'to', label: words.filters.to, wide: true },
  { name: 'status', label: words.filters.status, options: statuses },
  { name: 'domain', label: words.filters.domain },
  { name: 'subject', label: words.filters.subject },
  { name: 'failure_class', label: words.filters.failureClass, options: failureClasses, rare: true },
  { name: 'kind', label: words.filters.kind, rare: true },
  { name: 'tag', label: words.filters.tag, rare: true },
  { name: 'metadata', label: words.filters.metadata, rare: true },
  { name: 'message_id', label: words.filters.messageId, rare: true },
  { name: 'key', label: words.filters.key, rare: true },
  { name: 'template', label: words.filters.template, rare: true },
  { name: 'broadcast', label: words.filters.broadcast, rare: true },
];

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
  const [filters, change] = useFilters(names);
  const query = useList<EmailSummary>({
    key: ['emails', filters],
    read: (cursor) =>
      unwrap(
        api.GET('/emails', {
          params: {
            query: {
              ...filters,
              status: filters.status as EmailStatus,
              failure_class: filters.failure_class as FailureClass,
              ...{ mode, limit: 50, cursor },
            },
          },
        }),
      ),
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setSelected(
      (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
    );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.emails}
        curl={{ path: '/emails', query: { ...filters, mode }, docs: 'emails#listEmails' }}
      >
        <Button component={Link} to="/start">
          {words.sendTest}
        </Button>
      </PageHeader>
      <FilterBar filters={filterList} values={filters} change={change} />
      {selected.size > 0 && <BulkBar ids={[...selected]} clear={() => setSelected(new Set())} />}
      <ResourceList
        label={texts.navigation.pages.emails}
        query={query}
        columns={columns}
        selection={{ ids: selected, toggle }}
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

/** What can be done with the selected emails. */
function BulkBar({ ids, clear }: { readonly ids: readonly string[]; readonly clear: () => void }) {
  const { modeApi: api } = useScope();
  const cancel = useChange({
    run: async () => {
      const outcomes = await Promise.allSettled(
        ids.map((id) => unwrap(api.POST('/emails/{id}/cancel', { params: { path: { id } } }))),
      );
      const failures = outcomes.filter((each) => each.status === 'rejected');
      notify(words.canceled(ids.length - failures.length));
      if (failures[0] !== undefined) notifyError(failures[0].reason);
    },
    done: clear,
  });
  return (
    <Group className={classes.bulk} role="toolbar" aria-label={words.selected(ids.length)}>
      <Text size="sm">{words.selected(ids.length)}</Text>
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {words.cancelMany}
      </Button>
      <Button variant="subtle" color="gray" onClick={clear}>
        {words.clearSelection}
      </Button>
    </Group>
  );
}
