import { Text } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { OperatorImport } from '../../api/types';
import { personalApi } from '../../session/session';
import { audienceTexts as words } from '../../texts/operator-audience';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { timeColumn } from '../../ui/columns';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar, type Filter } from '../../ui/filter-bar';
import { ResourceList, type Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { useFilters } from '../../ui/use-filters';
import { useList } from '../../ui/use-list';
import { numberText } from './figure-table';
import { OperatorPage } from './operator-page';

const names = ['organization'] as const;
const filterList: readonly Filter<(typeof names)[number]>[] = [
  { name: 'organization', label: words.importFilters.organization },
];

/** Imports of all organizations, with their progress. */
export function OperatorImportsPage() {
  return (
    <OperatorPage title={texts.navigation.pages.operatorImports} description={words.imports}>
      <Imports />
    </OperatorPage>
  );
}

function Imports() {
  const [filters, change] = useFilters(names);
  const query = useList<OperatorImport>({
    key: ['operator', 'imports', filters],
    read: (cursor) =>
      unwrap(personalApi.GET('/operator/imports', { params: { query: { ...filters, limit: 50, cursor } } })),
  });
  return (
    <>
      <FilterBar filters={filterList} values={filters} change={change} />
      <ResourceList
        label={texts.navigation.pages.operatorImports}
        query={query}
        columns={columns}
        empty={<EmptyState title={words.noImports} text={words.noImportsText} />}
      />
    </>
  );
}

const { importColumns: titles } = words;
const columns: readonly Column<OperatorImport>[] = [
  { title: titles.organization, width: 'minmax(0, 1fr)', cell: ({ organization }) => organization },
  { title: titles.kind, width: '8rem', onPhone: false, cell: ({ kind }) => kind },
  {
    title: titles.status,
    width: 'minmax(8rem, 1fr)',
    cell: ({ status, error }) => (
      <>
        <StatusBadge status={status} />
        {error !== null && (
          <Text size="xs" c="dimmed" truncate title={error}>
            {error}
          </Text>
        )}
      </>
    ),
  },
  {
    title: titles.read,
    width: '5rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ bytes, bytes_read: read }) => `${bytes === 0 ? 0 : Math.floor((100 * read) / bytes)} %`,
  },
  {
    title: titles.rows,
    width: '6rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ rows_read: rows }) => numberText(rows),
  },
  {
    title: titles.refused,
    width: '6rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ rows_refused: rows }) => numberText(rows),
  },
  {
    title: titles.reserved,
    width: '8rem',
    onPhone: false,
    cell: ({ lease_until: at }) => <Time at={at} never={texts.common.none} />,
  },
  timeColumn(titles.created, ({ created_at: at }) => at),
];
