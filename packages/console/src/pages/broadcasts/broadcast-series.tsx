import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { BroadcastSeries as Series } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { Panel } from '../../ui/panel';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const refreshMs = 30_000;
const shown = ['delivered', 'opened', 'clicked'] as const;
const colors = {
  delivered: 'var(--chart-delivered)',
  opened: 'var(--chart-sent)',
  clicked: 'var(--chart-warn)',
};

/** Deliveries, opens and clicks over time, as a chart and as a table. */
export function BroadcastSeries({ broadcastId: id }: { readonly broadcastId: string }) {
  const [interval, setInterval] = useState<Series['interval']>('hour');
  const { data } = useRead(
    '/broadcasts/{id}/series',
    { path: { id }, query: { interval } },
    { refetchInterval: refreshMs },
  );
  if (data === undefined) return null;
  const rows = data.series.map((row) => ({
    ...row,
    time: row.time.slice(...(interval === 'hour' ? [5, 16] : [0, 10])).replace('T', ' '),
  }));
  return (
    <Panel
      title={words.series}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={words.interval}
          data={Object.entries(words.intervals).map(([value, label]) => ({ value, label }))}
          value={interval}
          onChange={(value) => setInterval(value as typeof interval)}
        />
      }
    >
      <Text size="xs" c="dimmed" mb="xs">
        {rows.length === 0 ? words.noSeries : words.seriesText[interval]}
      </Text>
      {rows.length > 0 && (
        <>
          <LineChart
            h={220}
            data={rows}
            dataKey="time"
            withDots={rows.length < 3}
            withLegend
            curveType="linear"
            yAxisProps={{ allowDecimals: false }}
            valueFormatter={(value) => numbers.format(value)}
            series={shown.map((name) => ({ name, label: words.steps[name], color: colors[name] }))}
          />
          <SeriesTable rows={rows} />
        </>
      )}
    </Panel>
  );
}

function SeriesTable({ rows }: { readonly rows: Series['series'] }) {
  return (
    <details>
      <Text component="summary" size="xs" style={{ cursor: 'pointer' }}>
        {words.seriesTable}
      </Text>
      <Table.ScrollContainer type="native" tabIndex={0} minWidth={280} mah={240}>
        <Table fz="xs" aria-label={words.series}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.seriesColumns.time}</Table.Th>
              {shown.map((name) => (
                <Table.Th key={name} ta="right">
                  {words.steps[name]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.time}>
                <Table.Td>{row.time}</Table.Td>
                {shown.map((name) => (
                  <Table.Td key={name} ta="right">
                    {numbers.format(row[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
}
