import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { PlatformIncident } from '../../api/types';
import { incidentTexts as words } from '../../texts/operator-incident';
import { Figure } from '../../ui/figure';
import { Panel } from '../../ui/panel';
import { exactTime } from '../../ui/time';
import metricClasses from '../metrics/metrics.module.css';
import { FigureTable, numberText } from './figure-table';

type Interval = NonNullable<PlatformIncident['intervals']>[number];

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clockText = (at: string): string => clock.format(new Date(at));

const figures = ['accepted', 'delivered', 'deferred', 'failed'] as const;
const colors = {
  accepted: 'var(--chart-sent)',
  delivered: 'var(--chart-delivered)',
  deferred: 'var(--chart-warn)',
  failed: 'var(--chart-bad)',
};

/** Accepted, delivered, deferred and failed mail, in sums, as a chart and as a table. */
export function IncidentMail({ incident: { intervals, ...rest } }: { readonly incident: PlatformIncident }) {
  if (intervals === null)
    return (
      <Panel title={words.mail}>
        <Text size="sm">{words.late}</Text>
      </Panel>
    );
  const sumOf = (name: (typeof figures)[number]) =>
    intervals.reduce((sum, interval) => sum + interval[name], 0);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {figures.map((name) => (
          <Figure
            key={name}
            label={words.columns[name]}
            value={numberText(sumOf(name))}
            {...(name === 'failed' && sumOf(name) > 0 && { tone: 'bad' as const })}
          />
        ))}
      </SimpleGrid>
      <Panel title={words.mail}>
        <Chart intervals={intervals} />
        <Text size="xs" c="dimmed" mt="xs">
          {words.mailText} {rest.counted_since !== null && words.countedSince(exactTime(rest.counted_since))}
        </Text>
        <details style={{ fontSize: 'var(--mantine-font-size-sm)', marginTop: 'var(--mantine-spacing-xs)' }}>
          <summary>{words.table}</summary>
          <FigureTable
            label={words.mail}
            rows={intervals}
            keyOf={({ from }) => from}
            columns={[
              { title: words.columns.from, cell: ({ from }) => clockText(from) },
              ...figures.map((name) => ({
                title: words.columns[name],
                cell: (interval: Interval) => numberText(interval[name]),
                isNumber: true as const,
              })),
            ]}
          />
        </details>
      </Panel>
    </Stack>
  );
}

function Chart({ intervals }: { readonly intervals: readonly Interval[] }) {
  return (
    <div className={metricClasses.charts}>
      <LineChart
        h={220}
        data={intervals.map((interval) => ({ ...interval, from: clockText(interval.from) }))}
        dataKey="from"
        withDots={false}
        withLegend
        curveType="linear"
        yAxisProps={{ allowDecimals: false }}
        valueFormatter={numberText}
        series={figures.map((name) => ({ name, label: words.columns[name], color: colors[name] }))}
      />
    </div>
  );
}
