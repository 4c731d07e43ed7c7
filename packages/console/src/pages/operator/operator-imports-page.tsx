import { Text } from '@mantine/core';
import type { OperatorImport } from '../../api/types';
import { audienceTexts as words } from '../../texts/operator-audience';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { countColumn, detailColumn, timeColumn } from '../../ui/columns';
import type { Column } from '../../ui/resource-list';
import { Time } from '../../ui/time';
import { OperatorListPage } from './operator-list-page';

/** Imports of all organizations, with their progress. */
export function OperatorImportsPage() {
  return (
    <OperatorListPage
      path="/operator/imports"
      title={texts.navigation.pages.operatorImports}
      description={words.imports}
      filters={[{ name: 'organization', label: words.importFilters.organization }]}
      columns={columns}
      empty={{ none: words.noImports, noneText: words.noImportsText }}
    />
  );
}

const { importColumns: titles } = words;
const columns: readonly Column<OperatorImport>[] = [
  { title: titles.organization, width: 'minmax(6rem, 1fr)', cell: ({ organization }) => organization },
  detailColumn(titles.kind, '7rem', ({ kind }) => kind),
  {
    title: titles.status,
    width: 'minmax(6rem, 1fr)',
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
    width: '4rem',
    alignEnd: true,
    onPhone: false,
    cell: ({ bytes, bytes_read: read }) => `${bytes === 0 ? 0 : Math.floor((100 * read) / bytes)} %`,
  },
  { ...countColumn<OperatorImport>(titles.rows, ({ rows_read: rows }) => rows), width: '5rem' },
  { ...countColumn<OperatorImport>(titles.refused, ({ rows_refused: rows }) => rows), width: '5rem' },
  detailColumn(titles.reserved, '8rem', ({ lease_until: at }) => <Time at={at} never={texts.common.none} />),
  timeColumn(titles.created, ({ created_at: at }) => at),
];
