import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useScope } from '../session/scope';
import { importTexts as words } from '../texts/imports';
import { StatusBadge } from './badge';
import { csvRows } from './csv';
import { saveFile } from './download';
import { Facts, Panel } from './panel';

/** What imports of all kinds have in common. */
export interface ImportProgressData {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'finished' | 'failed';
  readonly format: string;
  readonly bytes: number;
  readonly bytes_read: number;
  readonly rows_read: number;
  readonly rows_refused: number;
  readonly error?: string;
  readonly created_at: string;
}

type RowCount = keyof typeof words.rows;

const numbers = new Intl.NumberFormat('en');
/** Of the refused rows, as many are shown. */
const refusedShownMax = 50;

/** While an import runs, it is read this often. */
export const importRefreshMs = 1_000;

export const isRunning = (status: ImportProgressData['status'] | undefined): boolean =>
  status === 'queued' || status === 'running';

/** How far an import is, its rows by result, and the rows that were refused. */
export function ImportProgress({
  data,
  readRefused,
}: {
  readonly data: ImportProgressData & Partial<Record<RowCount, number>>;
  readonly readRefused: () => Promise<Blob>;
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
      <Panel title={words.progress} actions={<StatusBadge status={data.status} />}>
        <Progress
          value={percent}
          animated={data.status === 'running'}
          color={data.status === 'failed' ? 'red' : undefined}
          aria-label={words.progress}
          mb="md"
        />
        <Facts facts={counts.map((name) => [words.rows[name], numbers.format(data[name] ?? 0)])} />
      </Panel>
      {data.rows_refused > 0 && !isRunning(data.status) && <RefusedRows data={data} read={readRefused} />}
    </Stack>
  );
}

function RefusedRows({
  data: { id, rows_refused: count },
  read,
}: {
  readonly data: ImportProgressData;
  readonly read: () => Promise<Blob>;
}) {
  const { queryKey } = useScope();
  const { data: file } = useQuery({ queryKey: [...queryKey, 'refused-rows', id], queryFn: read });
  const { data: rows = [] } = useQuery({
    queryKey: [...queryKey, 'refused-rows', id, 'parsed'],
    enabled: file !== undefined,
    queryFn: async () => csvRows((await file?.text()) ?? '', refusedShownMax + 1),
  });
  const [head = [], ...body] = rows;
  return (
    <Panel
      title={words.refused}
      bare
      actions={
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {words.shown(body.length, count)}
          </Text>
          {file !== undefined && (
            <Button variant="default" size="compact-xs" onClick={() => saveFile('refused-rows.csv', file)}>
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
              {head.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {body.map((row, index) => (
              <Table.Tr key={index}>
                {row.map((cell, column) => (
                  <Table.Td key={column}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
