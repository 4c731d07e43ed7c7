import { Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { unwrap } from '../../api/client';
import type { InboxEmailSummary } from '../../api/types';
import { PageLoading } from '../../shell/page-states';
import { useHasRole, useScope } from '../../session/scope';
import { inboxTexts as words } from '../../texts/inbox';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { curlOf } from '../../ui/curl';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { LoadMore } from '../../ui/load-more';
import { PageHeader } from '../../ui/page-header';
import { Time } from '../../ui/time';
import { useFilters, type Filters } from '../../ui/use-filters';
import { useKeyOptions } from '../../ui/use-key-options';
import { useList } from '../../ui/use-list';
import { sendRequest } from '../emails/send-request';
import { InboxMessage } from './inbox-message';
import classes from './inbox.module.css';

const names = ['search', 'to', 'tag', 'key', 'since', 'until'] as const;
type Name = (typeof names)[number];

/** Emails of the inbox: a list at the left, and the one that is open at the right. Which are shown is kept in the address. */
export function InboxPage() {
  const [filters, change] = useFilters(names);
  const [{ email: openId }, changeOpen] = useFilters(['email']);
  const query = useList('/inbox', { query: filters });
  const items = query.data?.pages.flatMap(({ data }) => data) ?? [];
  // The newest, until one is opened; at phone width the list comes first.
  const shownId = openId ?? items[0]?.id;
  const open = (id: string | undefined) => changeOpen({ email: id });
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        curl={{ path: '/inbox', query: filters, docs: 'inbox#listInbox' }}
      >
        {items.length > 0 && <ClearButton filters={filters} cleared={() => open(undefined)} />}
      </PageHeader>
      <div className={classes.filters} data-open={openId !== undefined || undefined}>
        <FilterBar filters={useInboxFilters()} values={filters} change={change} time />
      </div>
      {query.isPending ? (
        <PageLoading />
      ) : items.length === 0 ? (
        <>
          <ErrorPanel error={query.error} retry={() => void query.refetch()} />
          {query.error === null && <Empty isFiltered={Object.keys(filters).length > 0} />}
        </>
      ) : (
        <div className={classes.inbox} data-open={openId !== undefined || undefined}>
          <div className={classes.side}>
            <EmailList items={items} shownId={shownId} open={open} />
            <LoadMore query={query} />
            <Text size="xs" c="dimmed" mt="sm" className={classes.keys}>
              {words.keys}
            </Text>
          </div>
          <section className={classes.message} aria-label={words.message}>
            {shownId !== undefined && (
              <InboxMessage key={shownId} id={shownId} close={() => open(undefined)} />
            )}
          </section>
        </div>
      )}
    </>
  );
}

function useInboxFilters(): readonly Filter<Name>[] {
  const load = useKeyOptions();
  return useMemo(
    () => [
      { name: 'search', label: words.filters.search, wide: true },
      { name: 'to', label: words.filters.to },
      { name: 'tag', label: words.filters.tag },
      { name: 'key', label: words.filters.key, load },
    ],
    [load],
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={words.noneFound} text={words.noneFoundText} />
  ) : (
    <EmptyState title={words.none} text={words.noneText} snippet={curlOf(sendRequest())} />
  );
}

function EmailList({
  items,
  shownId,
  open,
}: {
  readonly items: readonly InboxEmailSummary[];
  readonly shownId: string | undefined;
  readonly open: (id: string | undefined) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const move = (step: number) => {
    const at = items.findIndex(({ id }) => id === shownId);
    const index = Math.max(0, Math.min(items.length - 1, at + step));
    open(items[index]?.id);
    const row = list.current?.children[index]?.querySelector('button');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['/', () => document.querySelector<HTMLInputElement>('input[data-filter]')?.focus()],
  ]);
  return (
    <ul className={classes.list} ref={list} aria-label={words.list}>
      {items.map(({ id, to, subject, mode, created_at: at }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.row}
            aria-current={id === shownId ? 'true' : undefined}
            onClick={() => open(id)}
          >
            <span className={classes.rowHead}>
              <span className={classes.rowTo}>
                {to[0]}
                {to.length > 1 && ` +${to.length - 1}`}
              </span>
              <span className={classes.rowTime}>
                {mode === 'live' && <StatusBadge status={mode} tone="active" />}
                <Time at={at} />
              </span>
            </span>
            <span className={classes.rowSubject}>{subject === '' ? words.noSubject : subject}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ClearButton({
  filters,
  cleared,
}: {
  readonly filters: Filters<Name>;
  readonly cleared: () => void;
}) {
  const { api } = useScope();
  const mayClear = useHasRole('member');
  if (!mayClear) return null;
  const clear = async () => {
    for (;;) {
      const { has_more } = await unwrap(api.DELETE('/inbox', { params: { query: filters } }));
      if (!has_more) return;
    }
  };
  return (
    <ConfirmButton
      title={words.clearTitle}
      text={words.clearText}
      action={words.clearAction}
      run={clear}
      done={cleared}
      message={words.cleared}
    >
      {Object.keys(filters).length > 0 ? words.clearFound : words.clear}
    </ConfirmButton>
  );
}
