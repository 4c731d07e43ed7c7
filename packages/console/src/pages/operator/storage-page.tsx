import { Stack, Text } from '@mantine/core';
import type { OperatorStorage } from '../../api/types';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { storageTexts as words } from '../../texts/operator-storage';
import { texts } from '../../texts/texts';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { FigureTable, numberText } from './figure-table';
import { OperatorPage } from './operator-page';

/** Partitions with their sizes, and the state of secrets. */
export function StoragePage() {
  return (
    <OperatorPage title={texts.navigation.pages.storage} description={words.description}>
      <Storage />
    </OperatorPage>
  );
}

function Storage() {
  const query = useRead('/operator/storage');
  const { data } = query;
  if (data === undefined) return <PendingPage query={query} />;
  return (
    <Stack>
      <Tables tables={data.tables} />
      <Sealed sealed={data.sealed} />
      <Secrets secrets={data.secrets} />
    </Stack>
  );
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1_024)));
  const value = bytes / 1_024 ** power;
  return `${numberText(Math.round(value * 10) / 10)} ${units[power]}`;
}

function Tables({ tables }: Pick<OperatorStorage, 'tables'>) {
  const { tableColumns: titles } = words;
  return (
    <Panel title={words.tables} bare>
      <FigureTable
        label={words.tables}
        rows={tables}
        keyOf={({ table }) => table}
        columns={[
          { title: titles.table, cell: ({ table }) => <code>{table}</code> },
          { title: titles.partitions, cell: weeksOf, isNumber: true },
          { title: titles.from, cell: ({ starts_at: at }) => <Time at={at} />, isNumber: true },
          { title: titles.to, cell: ({ ends_at: at }) => <Time at={at} />, isNumber: true },
          { title: titles.rows, cell: ({ rows }) => numberText(rows), isNumber: true },
          { title: titles.size, cell: ({ bytes }) => sizeText(bytes), isNumber: true },
        ]}
      />
      <Text size="xs" c="dimmed" p="md">
        {words.retention} <code>{words.retentionCommand}</code>
      </Text>
    </Panel>
  );
}

function weeksOf({ partitions, interrupted }: OperatorStorage['tables'][number]): string {
  const weeks = numberText(partitions);
  return interrupted === 0 ? weeks : `${weeks} (${words.interrupted(interrupted)})`;
}

function Sealed({ sealed }: Pick<OperatorStorage, 'sealed'>) {
  const { sealedColumns: titles } = words;
  const countText = (count: number, cut: boolean) =>
    cut ? words.atLeast(numberText(count)) : numberText(count);
  return (
    <Panel title={words.sealed} bare>
      <FigureTable
        label={words.sealed}
        rows={sealed}
        keyOf={({ table, column }) => `${table}.${column}`}
        columns={[
          {
            title: titles.secret,
            cell: ({ table, column }) => (
              <code>
                {table}.{column}
              </code>
            ),
          },
          { title: titles.keys, cell: ({ keys }) => keys.join(', ') || texts.common.none },
          { title: titles.current, cell: ({ current, cut }) => countText(current, cut), isNumber: true },
          { title: titles.previous, cell: ({ previous, cut }) => countText(previous, cut), isNumber: true },
        ]}
      />
      <Text size="xs" c="dimmed" p="md">
        {words.reseal} <code>{words.resealCommands}</code>
      </Text>
    </Panel>
  );
}

function Secrets({ secrets }: Pick<OperatorStorage, 'secrets'>) {
  const { secretColumns: titles } = words;
  return (
    <Panel title={words.secrets} bare>
      <FigureTable
        label={words.secrets}
        rows={secrets}
        keyOf={({ setting }) => setting}
        columns={[
          { title: titles.setting, cell: ({ setting }) => <code>{setting}</code> },
          { title: titles.since, cell: ({ proven_at: at }) => <Time at={at} never={words.unproven} /> },
        ]}
      />
    </Panel>
  );
}
