import { Anchor, List, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useRead } from '../../session/use-read';
import { metrics as metricTexts, overviewTexts as words } from '../../texts/metrics';
import { texts } from '../../texts/texts';
import { Figure } from '../../ui/figure';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { PendingPage } from '../../shell/pending-page';
import { searchOf } from '../../ui/search-of';
import { toneOfRate, useAlertLines, type AlertLine } from '../metrics/alert-lines';
import { ratesOf, sumOf } from '../metrics/periods';
import metricClasses from '../metrics/metrics.module.css';
import classes from './overview.module.css';
import { Notices, OpenAlerts } from './alert-panels';
import { useProblems } from './problems';
import { lazyCode } from '../../ui/lazy-code';

/** Half of what the first page loads would be its chart. */
const VolumeChart = lazyCode(async () => ({
  default: (await import('../metrics/metric-charts')).VolumeChart,
}));

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const refreshMs = 30_000;
const chartHeight = 360;

/** The state of sending at a glance; each figure leads to its list. */
export function OverviewPage() {
  const lines = useAlertLines();
  const query = useRead('/metrics', { query: { days: 14 } }, { refetchInterval: refreshMs });
  const { data } = query;
  if (data === undefined || typeof data === 'string') return <PendingPage query={query} />;
  const week = sumOf(data.series.slice(-7));
  const { attempted, delivery, bounce, complaint } = ratesOf(week);
  const [yesterday, today] = data.series.slice(-2);
  // Without an email there is no rate, and certainly not 0 % delivered.
  const rate = (fraction: number) => (attempted === 0 ? texts.common.none : percents.format(fraction));
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        curl={{ path: '/metrics', query: { days: '14' }, docs: 'metrics' }}
      />
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
          <Figure
            label={words.today}
            value={<ToEmails label={numbers.format(today?.sent ?? 0)} search={{}} />}
            note={words.yesterday(numbers.format(yesterday?.sent ?? 0))}
          />
          <Figure
            label={`${words.delivered}, ${words.lastDays.toLowerCase()}`}
            value={<ToEmails label={rate(delivery)} search={{ status: 'delivered' }} />}
            note={words.of(numbers.format(week.delivered), numbers.format(attempted))}
          />
          <Figure
            label={`${words.bounces}, ${words.lastDays.toLowerCase()}`}
            value={<ToEmails label={rate(bounce)} search={{ status: 'bounced' }} />}
            note={noteOf(lines.bounce)}
            tone={toneOfRate(bounce, lines.bounce)}
          />
          <Figure
            label={`${words.complaints}, ${words.lastDays.toLowerCase()}`}
            value={<ToEmails label={rate(complaint)} search={{ status: 'complained' }} />}
            note={noteOf(lines.complaint)}
            tone={toneOfRate(complaint, lines.complaint)}
          />
        </SimpleGrid>
        <div className={classes.state}>
          <Problems />
          <MonthUsage />
        </div>
        <OpenAlerts />
        <Panel
          title={words.week}
          actions={
            <Anchor component={Link} to="/metrics" size="xs">
              {metricTexts.byDay}
            </Anchor>
          }
        >
          <div className={metricClasses.charts}>
            <Suspense
              fallback={<Skeleton height={chartHeight} aria-busy="true" aria-label={texts.common.loading} />}
            >
              <VolumeChart series={data.series} height={chartHeight} />
            </Suspense>
          </div>
        </Panel>
        <Notices />
      </Stack>
    </>
  );
}

function noteOf(line: AlertLine | null): string | undefined {
  return line === null ? undefined : words.line(percents.format(line.warn), percents.format(line.pause));
}

function ToEmails({
  label,
  search,
}: {
  readonly label: string;
  readonly search: Readonly<Record<string, string>>;
}) {
  return (
    <Anchor component={Link} to="/emails" search={searchOf(search)} inherit c="inherit">
      {label}
    </Anchor>
  );
}

function Problems() {
  const problems = useProblems();
  if (problems === undefined) return null;
  return (
    <Panel title={words.attention}>
      {problems.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.nothing}
        </Text>
      ) : (
        <List size="sm" spacing={4}>
          {problems.map(({ text, to, search = {} }) => (
            <List.Item key={text}>
              <Anchor component={Link} to={to} search={searchOf(search)} size="sm">
                {text}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Panel>
  );
}

function MonthUsage() {
  const { data } = useRead('/usage');
  if (data === undefined) return null;
  const { used, limit } = data.emails.monthly;
  return (
    <Panel title={words.usage}>
      <Anchor component={Link} to="/usage" size="sm">
        {limit === null
          ? words.unlimited(numbers.format(used))
          : words.used(numbers.format(used), numbers.format(limit))}
      </Anchor>
    </Panel>
  );
}
