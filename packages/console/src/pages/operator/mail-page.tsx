import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OperatorMail } from '../../api/types';
import { mailTexts as words } from '../../texts/operator';
import { texts } from '../../texts/texts';
import { detailColumn, timeColumn } from '../../ui/columns';
import { EmptyList } from '../../ui/empty-list';
import { FilterBar } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { BulkBar, useSelection } from '../../ui/selection';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import list from '../../ui/ui.module.css';
import { ChangeMailDialog } from './change-mail-dialog';
import {
  changesOf,
  isDestroying,
  mailFilterNames,
  mailFilters,
  mailQuery,
  type Change,
} from './mail-filters';
import { OperatorPage } from './operator-page';

/** Held, queued and failed email of all organizations, and what operators do to many of them. */
export function OperatorMailPage() {
  return (
    <OperatorPage title={texts.navigation.pages.operatorMail} description={words.description}>
      <MailList />
    </OperatorPage>
  );
}

/** What a dialog is open for; null ids: all that the filters choose. */
interface Chosen {
  readonly change: Change;
  readonly ids: readonly string[] | null;
}

function MailList() {
  const [filters, change] = useFilters(mailFilterNames);
  const filter = mailQuery(filters);
  const selection = useSelection(filters);
  const [chosen, choose] = useState<Chosen | null>(null);
  const query = useList('/operator/mail', { query: filter });
  const hasMail = (query.data?.pages[0]?.data.length ?? 0) > 0;
  const changes = changesOf[filter.state];
  return (
    <>
      <FilterBar filters={mailFilters} values={filters} change={change} time />
      <Group gap="xs" mb="sm">
        {hasMail &&
          changes.map((each) => (
            <Button
              key={each}
              c={isDestroying(each) ? 'var(--bad)' : undefined}
              variant="default"
              onClick={() => choose({ change: each, ids: null })}
            >
              {words.all(words.changes[each])}
            </Button>
          ))}
        {filters.since === undefined && (
          <Text size="xs" c="dimmed">
            {words.lastDays}
          </Text>
        )}
      </Group>
      <BulkBar selection={selection}>
        {changes.map((each) => (
          <Button
            key={each}
            c={isDestroying(each) ? 'var(--bad)' : undefined}
            variant="default"
            onClick={() => choose({ change: each, ids: [...selection.ids] })}
          >
            {words.changes[each]}
          </Button>
        ))}
      </BulkBar>
      <ResourceList
        label={texts.navigation.pages.operatorMail}
        query={query}
        columns={columns}
        selection={selection}
        empty={<EmptyList filters={{ values: filters, change }} title={words.none} text={words.noneText} />}
      />
      {chosen !== null && (
        <ChangeMailDialog
          {...{ ...chosen, filter }}
          close={() => {
            choose(null);
            selection.set([]);
          }}
        />
      )}
    </>
  );
}

const columns: readonly Column<OperatorMail>[] = [
  {
    title: words.columns.recipient,
    width: 'minmax(0, 1.2fr)',
    cell: ({ id, recipient, recipients }) => (
      <>
        <Link to="/operator/emails/$id" params={{ id }} className={list.rowLink}>
          {recipient}
        </Link>
        {recipients > 1 && <Text span c="dimmed" size="xs">{` +${recipients - 1}`}</Text>}
      </>
    ),
  },
  {
    title: words.columns.organization,
    width: '9rem',
    cell: ({ organization }) => organization,
  },
  detailColumn(words.columns.from, 'minmax(0, 1fr)', ({ from }) => from),
  detailColumn(words.columns.reason, 'minmax(0, 1.4fr)', reasonOf),
  timeColumn(words.columns.created, ({ created_at: at }) => at),
];

function reasonOf({ detail, held_as: heldAs, held_by: heldBy }: OperatorMail): string {
  if (heldAs !== null) return words.heldBy(heldAs, heldBy ?? '');
  return detail ?? words.notTried;
}
