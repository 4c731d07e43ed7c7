import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Erasure, OperatorPerson } from '../../api/types';
import { personalApi } from '../../session/session';
import { audienceTexts as words } from '../../texts/operator-audience';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { Panel } from '../../ui/panel';
import { useErasure } from '../../ui/use-erasure';
import { useFilters } from '../../ui/use-filters';
import { FigureTable, numberText, type TableColumn } from './figure-table';
import { OperatorPage } from './operator-page';

const names = ['email', 'organization'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'email', label: words.peopleFilters.email, wide: true },
  { name: 'organization', label: words.peopleFilters.organization },
];

/** Finds a person in all organizations, and erases it there. */
export function PeoplePage() {
  return (
    <OperatorPage title={texts.navigation.pages.people} description={words.people}>
      <Search />
    </OperatorPage>
  );
}

function Search() {
  const [filters, change] = useFilters(names);
  const { email, organization } = filters;
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      {email?.includes('@') === true ? (
        <Person key={`${email} ${organization ?? ''}`} email={email.trim()} organization={organization} />
      ) : (
        <EmptyState title={words.ask} text={words.askText} />
      )}
    </>
  );
}

type Counts = Erasure['erased'];
interface Receipt extends Counts {
  readonly organization: string;
  readonly digest: string;
}

function Person({
  email,
  organization,
}: {
  readonly email: string;
  readonly organization: string | undefined;
}) {
  const query = useQuery({
    queryKey: ['operator', 'people', email, organization],
    queryFn: () => findEverywhere(email, organization),
  });
  const [receipts, setReceipts] = useState<readonly Receipt[]>([]);
  const { data: found = [], error, isPending, refetch } = query;
  return (
    <Stack>
      <ErrorPanel error={error} retry={() => void refetch()} />
      <Text size="sm" c="dimmed" role="status">
        {isPending && words.looking}
      </Text>
      {query.isSuccess && found.length === 0 && receipts.length === 0 && (
        <EmptyState title={words.none} text={words.noneText} />
      )}
      {found.length > 0 && (
        <Panel title={words.found} actions={<Erase email={email} found={found} done={setReceipts} />} bare>
          <FigureTable
            label={words.found}
            rows={found}
            keyOf={({ organization_id: id }) => id}
            columns={columnsOf<OperatorPerson>()}
          />
          {found.some(({ open_emails: open }) => open > 0) && (
            <Text size="sm" p="md">
              {words.openText}
            </Text>
          )}
        </Panel>
      )}
      {receipts.length > 0 && (
        <Panel title={words.receipts} bare>
          <FigureTable
            label={words.receipts}
            rows={receipts}
            keyOf={({ digest }) => digest}
            columns={[...columnsOf<Receipt>(), { title: words.peopleColumns.digest, cell: digestOf }]}
          />
        </Panel>
      )}
    </Stack>
  );
}

const digestOf = ({ digest }: Receipt) => (
  <Box maw={240}>
    <CopyValue value={digest} />
  </Box>
);

function columnsOf<Row extends Counts & { readonly organization: string }>(): readonly TableColumn<Row>[] {
  const { peopleColumns: titles } = words;
  return [
    { title: titles.organization, cell: ({ organization }) => organization },
    { title: titles.contacts, cell: ({ contacts }) => numberText(contacts), isNumber: true },
    { title: titles.signups, cell: ({ signup_requests: count }) => numberText(count), isNumber: true },
    { title: titles.suppressions, cell: ({ suppressions }) => numberText(suppressions), isNumber: true },
    { title: titles.emails, cell: ({ emails }) => numberText(emails), isNumber: true },
    { title: titles.open, cell: ({ open_emails: count }) => numberText(count), isNumber: true },
    { title: titles.inbound, cell: ({ inbound_emails: count }) => numberText(count), isNumber: true },
  ];
}

function Erase({
  email,
  found,
  done,
}: {
  readonly email: string;
  readonly found: readonly OperatorPerson[];
  readonly done: (receipts: readonly Receipt[]) => void;
}) {
  const [first] = found;
  const erase = useEraseEverywhere(email);
  return (
    <ConfirmButton
      title={words.eraseTitle(email)}
      text={words.eraseText(found.length, first?.organization ?? '')}
      action={words.eraseAction}
      run={() => erase(found)}
      done={done}
    >
      {words.erase}
    </ConfirmButton>
  );
}

/** In all organizations, a page of them at a time. */
async function findEverywhere(email: string, organization: string | undefined): Promise<OperatorPerson[]> {
  const found: OperatorPerson[] = [];
  let cursor: string | undefined;
  do {
    const params = { query: { email, organization, limit: 100, cursor } };
    const page = await unwrap(personalApi.GET('/operator/people', { params }));
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

/** One organization after the other. */
function useEraseEverywhere(email: string) {
  const erasePerson = useErasure();
  return async (found: readonly OperatorPerson[]) => {
    const receipts: Receipt[] = [];
    for (const { organization_id: id, organization } of found) {
      const { erased, address_digest: digest } = await erasePerson((cursor) =>
        unwrap(
          personalApi.POST('/operator/organizations/{id}/erase-person', {
            params: { path: { id } },
            body: { email, cursor },
          }),
        ),
      );
      receipts.push({ organization, digest, ...erased });
    }
    return receipts;
  };
}
