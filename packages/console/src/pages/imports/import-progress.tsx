import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import { useScope } from '../../session/scope';
import { importTexts as words } from '../../texts/imports';
import { StatusBadge } from '../../ui/badge';
import { csvRows } from '../../ui/csv';
import { saveFile } from '../../ui/download';
import { Facts, Panel } from '../../ui/panel';

export type ImportKind = 'contacts' | 'suppressions';

/** What imports of all kinds have in common. */
export interface ImportProgressData {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'finished' | 'failed';
  readonly format: string;
  readonly filename?: string;
  readonly bytes: number;
  readonly bytes_read: number;
  readonly rows_read: number;
  readonly rows_added: number;
  readonly rows_refused: number;
  readonly error?: string;
  /** Of contacts. */
  readonly dry_run?: boolean;
  readonly created_at: string;
}

/** What a list and its page call it: its file, or what is known of one without a name. A check of a file changes nothing. */
export const importTitle = ({
  filename,
  format,
  dry_run: isCheck,
}: Pick<ImportProgressData, 'filename' | 'format' | 'dry_run'>) =>
  filename ?? (isCheck ? words.check(format) : words.title(format));

/** A check that has ended says that nothing was imported. */
export function ImportStatus({
  data: { status, dry_run: isCheck },
}: {
  readonly data: Pick<ImportProgressData, 'status' | 'dry_run'>;
}) {
  if (isCheck && status === 'finished') return <StatusBadge status={words.checked} tone="plain" />;
  return <StatusBadge status={status} />;
}

type RowCount = keyof typeof words.rows;

const numbers = new Intl.NumberFormat('en');
/** Of the refused rows, as many are shown. */
const refusedShownMax = 50;

export const isRunning = (status: ImportProgressData['status'] | undefined): boolean =>
  status === 'queued' || status === 'running';

/** How far an import is, its rows by result, and the rows that were refused. */
export function ImportProgress({
  of,
  data,
}: {
  readonly of: ImportKind;
  readonly data: ImportProgressData & Partial<Record<RowCount, number>>;
}) {
  const percent =
    data.status === 'finished' ? 100 : Math.round((100 * data.bytes_read) / Math.max(1, data.bytes));
  const counts = (Object.keys(words.rows) as RowCount[]).filter((name) => data[name] !== undefined);
  return (
    <Stack>
      {data.error !== undefined && (
        <Alert color="red" variant="light" title={words.failed}>
          {data.error}
        </Alert>
      )}
      <Panel title={words.progress} actions={<ImportStatus data={data} />}>
        <Progress
          value={percent}
          animated={data.status === 'running'}
          color={data.status === 'failed' ? 'red' : undefined}
          aria-label={words.progress}
          mb="md"
        />
        <Facts facts={counts.map((name) => [words.rows[name], numbers.format(data[name] ?? 0)])} />
      </Panel>
      {data.rows_refused > 0 && !isRunning(data.status) && <RefusedRows of={of} data={data} />}
    </Stack>
  );
}

export function RefusedRows({
  of,
  data: { id, rows_refused: count },
}: {
  readonly of: ImportKind;
  readonly data: Pick<ImportProgressData, 'id' | 'rows_refused'>;
}) {
  const { api, queryKey } = useScope();
  const { data } = useQuery({
    queryKey: [...queryKey, 'refused-rows', id],
    queryFn: async () => {
      const params = { path: { id } };
      const file = await unwrap(api.GET(`/${of}/imports/{id}/refused`, { params, parseAs: 'blob' }));
      return { file, rows: csvRows(await file.text(), refusedShownMax + 1) };
    },
  });
  const { head, body } = shownRows(data?.rows ?? []);
  return (
    <Panel
      title={words.refused}
      bare
      actions={
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {words.shown(body.length, count)}
          </Text>
          {data !== undefined && (
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => saveFile('refused-rows.csv', data.file)}
            >
              {words.download}
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm" p="md">
        {words.refusedText}
      </Text>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={480}>
        <Table fz="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {head.map((name, column) => (
                <Table.Th key={column}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {body.map((row, index) => (
              <Table.Tr key={index}>
                {row.map((cell, column) => (
                  <Table.Td key={column} style={{ whiteSpace: 'nowrap' }}>
                    {cell}
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

/**
 * Number and reason of each refused row, then its own columns, or the value itself where the file has no columns. The file of refused rows
 * begins with `row`, `value`, `code` and `reason`. Its cells are safe to open in a spreadsheet: before a sign that begins a formula stands
 * an apostrophe.
 */
function shownRows([head = [], ...body]: readonly (readonly string[])[]) {
  const names = words.refusedColumns;
  const plain = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '');
  const own = head.slice(4);
  const hasColumns = own.length > 0;
  return {
    head: head.length === 0 ? [] : [names.row, names.reason, ...(hasColumns ? own : [names.value])],
    body: body.map(([row = '', value = '', , reason = '', ...cells]) => [
      ...[row, reason],
      ...(hasColumns ? cells : [value]).map(plain),
    ]),
  };
}
