import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Broadcast, BroadcastSeries as Series } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { Panel } from '../../ui/panel';
import { zoneName } from './local-time';
import { fillSeries, totalsOf, type SeriesPoint } from './series-points';

const { report: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const refreshMs = 30_000;
const shown = ['delivered', 'opened', 'clicked'] as const;
const colors = {
  delivered: 'var(--chart-delivered)',
  opened: 'var(--chart-sent)',
  clicked: 'var(--chart-warn)',
};

const labels = {
  hour: new Intl.DateTimeFormat('en', {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }),
  day: new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }),
};

/** Deliveries, opens and clicks over time, as a chart and as a table, by the clock of the viewer. */
export function BroadcastSeries({
  broadcast: { id, sent_at: startedAt },
}: {
  readonly broadcast: Broadcast;
}) {
  const [interval, setInterval] = useState<Series['interval']>('hour');
  const [shape, setShape] = useState<keyof typeof words.seriesShapes>('each');
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data } = useRead(
    '/broadcasts/{id}/series',
    { path: { id }, query: { interval, timezone } },
    { refetchInterval: refreshMs },
  );
  if (data === undefined) return null;
  const points = fillSeries(data.series, { interval, now: new Date() });
  const rows = shape === 'each' ? points : totalsOf(points);
  return (
    <Panel
      title={words.series}
      actions={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={words.seriesShape}
            data={Object.entries(words.seriesShapes).map(([value, label]) => ({ value, label }))}
            value={shape}
            onChange={(value) => setShape(value as typeof shape)}
          />
          <SegmentedControl
            size="xs"
            aria-label={words.interval}
            data={Object.entries(words.intervals).map(([value, label]) => ({ value, label }))}
            value={interval}
            onChange={(value) => setInterval(value as typeof interval)}
          />
        </Group>
      }
    >
      {data.series.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noSeries}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed" mb="xs">
            {words.seriesText(zoneName(new Date(startedAt ?? Date.now())))}
          </Text>
          <SeriesChart rows={rows} shape={shape} interval={interval} />
          <SeriesTable rows={rows} interval={interval} />
        </>
      )}
    </Panel>
  );
}

function SeriesChart({
  rows,
  shape,
  interval,
}: {
  readonly rows: readonly SeriesPoint[];
  readonly shape: keyof typeof words.seriesShapes;
  readonly interval: Series['interval'];
}) {
  const chart = {
    h: 220,
    data: rows.map((row) => ({ ...row, label: labels[interval].format(new Date(row.time)) })),
    dataKey: 'label',
    withLegend: true,
    xAxisProps: { minTickGap: 24, interval: 'equidistantPreserveStart' as const },
    yAxisProps: { allowDecimals: false },
    valueFormatter: (value: number) => numbers.format(value),
  };
  const seriesOf = (names: readonly (typeof shown)[number][]) =>
    names.map((name) => ({ name, label: words.steps[name], color: colors[name] }));
  // Nearly all are delivered in the first hour, which would leave no height for the others.
  return shape === 'each' ? (
    <BarChart {...chart} series={seriesOf(['opened', 'clicked'])} />
  ) : (
    <AreaChart {...chart} series={seriesOf(shown)} curveType="linear" withDots={false} fillOpacity={0.1} />
  );
}

function SeriesTable({
  rows,
  interval,
}: {
  readonly rows: readonly SeriesPoint[];
  readonly interval: Series['interval'];
}) {
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
            {rows
              .filter(({ isFuture }) => !isFuture)
              .map((row) => (
                <Table.Tr key={row.time}>
                  <Table.Td>{labels[interval].format(new Date(row.time))}</Table.Td>
                  {shown.map((name) => (
                    <Table.Td key={name} ta="right">
                      {numbers.format(row[name] ?? 0)}
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
