import { Stack, Table, Text } from '@mantine/core';
import type { ContactImport, SuppressionImport } from '../../api/types';
import { useRead } from '../../session/use-read';
import { importTexts as words } from '../../texts/imports';
import { Panel } from '../../ui/panel';
import { ImportProgress, isRunning, type ImportKind } from './import-progress';

const refreshMs = 1_000;
const numbers = new Intl.NumberFormat('en');

/** An import, read again while it runs; none without an id. */
export function useImport(of: ImportKind, id: string | undefined) {
  return useRead(
    `/${of}/imports/{id}`,
    { path: { id: id ?? '' } },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state }) => isRunning(state.data?.status) && refreshMs,
    },
  );
}

/** Progress, columns and refused rows of an import or a dry run. */
export function ImportResult({
  of,
  data,
}: {
  readonly of: ImportKind;
  readonly data: ContactImport | SuppressionImport;
}) {
  return (
    <Stack>
      {'dry_run' in data && data.dry_run && <Text size="sm">{words.dryRunText}</Text>}
      <ImportProgress of={of} data={data} />
      {'columns' in data && data.columns.length > 0 && <ImportColumns columns={data.columns} />}
    </Stack>
  );
}

/** What each column was read as: first those that decide who is subscribed. */
function ImportColumns({ columns }: Pick<ContactImport, 'columns'>) {
  const decides = ({ read_as }: ContactImport['columns'][number]) => (read_as === 'status' ? 0 : 1);
  const sorted = columns.toSorted((one, other) => decides(one) - decides(other));
  const hasStatus = sorted.some(({ read_as }) => read_as === 'status');
  const counts = (['rows_unsubscribed', 'rows_suppressed', 'rows_refused'] as const).filter((name) =>
    columns.some((column) => column[name] !== undefined),
  );
  return (
    <Panel title={words.columnsTitle} bare>
      <Text size="sm" p="md">
        {hasStatus ? words.columnsText : words.noStatusColumn}
      </Text>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={480}>
        <Table fz="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.column.name}</Table.Th>
              <Table.Th>{words.column.readAs}</Table.Th>
              {counts.map((name) => (
                <Table.Th key={name}>{words.rows[name]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map((column, index) => (
              <Table.Tr key={index}>
                <Table.Td fw={500}>{column.name}</Table.Td>
                <Table.Td>{words.readAs(column)}</Table.Td>
                {counts.map((name) => (
                  <Table.Td key={name}>
                    {column[name] === undefined ? '' : numbers.format(column[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
