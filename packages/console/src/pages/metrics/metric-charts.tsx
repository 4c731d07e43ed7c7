import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import type { Metrics } from '../../api/types';
import { metrics as words } from '../../texts/metrics';
import { Panel } from '../../ui/panel';
import { useAlertLines } from './alert-lines';
import { ratesOf } from './periods';
import classes from './metrics.module.css';

type Day = Metrics['series'][number];

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const numbers = new Intl.NumberFormat('en', { notation: 'compact' });

const dayNames = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** Without the year: `Nov 14`. */
const nameOfDay = (day: unknown): string => dayNames.format(new Date(String(day)));
const dayAxis = { tickFormatter: nameOfDay, minTickGap: 16 };

const colors = {
  sent: 'var(--chart-sent)',
  delivered: 'var(--chart-delivered)',
  bad: 'var(--chart-bad)',
  warn: 'var(--chart-warn)',
};

/** Volume, failures against the lines of the platform, engagement. The table below has the same figures. */
export function MetricCharts({ series }: { readonly series: readonly Day[] }) {
  return (
    <div className={classes.charts}>
      <Panel title={words.volume}>
        <VolumeChart series={series} />
      </Panel>
      <Panel title={words.failures}>
        <FailureChart series={series} />
        <Text size="xs" c="dimmed" mt="xs">
          {words.failuresText}
        </Text>
      </Panel>
      <Panel title={words.engagement}>
        <LineChart
          h={220}
          data={[...series]}
          dataKey="day"
          xAxisProps={dayAxis}
          withDots={false}
          withLegend
          curveType="linear"
          yAxisProps={{ allowDecimals: false }}
          valueFormatter={(value) => numbers.format(value)}
          series={[
            { name: 'opened', label: words.columns.opened, color: colors.sent },
            { name: 'clicked', label: words.columns.clicked, color: colors.delivered },
          ]}
        />
      </Panel>
    </div>
  );
}

export function VolumeChart({
  series,
  height = 220,
}: {
  readonly series: readonly Day[];
  readonly height?: number;
}) {
  return (
    <BarChart
      h={height}
      data={[...series]}
      dataKey="day"
      xAxisProps={dayAxis}
      withLegend
      yAxisProps={{ allowDecimals: false }}
      valueFormatter={(value) => numbers.format(value)}
      series={[
        { name: 'sent', label: words.columns.sent, color: colors.sent },
        { name: 'delivered', label: words.columns.delivered, color: colors.delivered },
      ]}
    />
  );
}

function FailureChart({ series }: { readonly series: readonly Day[] }) {
  const { bounce: line } = useAlertLines();
  const data = series.map((counts) => {
    const { bounce, complaint } = ratesOf(counts);
    return { day: counts.day, bounce, complaint };
  });
  return (
    <LineChart
      h={220}
      data={data}
      dataKey="day"
      xAxisProps={dayAxis}
      // Both lines are visible, also where nothing failed.
      yAxisProps={{ domain: [0, (highest: number) => Math.max(highest, line ? line.pause * 1.2 : 0.01)] }}
      withDots={false}
      withLegend
      curveType="linear"
      valueFormatter={(value) => percents.format(value)}
      series={[
        { name: 'bounce', label: words.rates.bounce, color: colors.bad },
        { name: 'complaint', label: words.rates.complaint, color: colors.warn },
      ]}
      referenceLines={
        line === null
          ? []
          : [
              { y: line.warn, label: words.warnLine, color: colors.warn },
              { y: line.pause, label: words.pauseLine, color: colors.bad },
            ]
      }
    />
  );
}
