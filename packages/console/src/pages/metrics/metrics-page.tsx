import { Button, Select, SimpleGrid, Stack } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Metrics } from '../../api/types';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { metrics as words } from '../../texts/metrics';
import { texts } from '../../texts/texts';
import { saveFile } from '../../ui/download';
import { EmptyState } from '../../ui/empty-state';
import { Figure } from '../../ui/figure';
import { MeasureFilters } from '../../ui/measure-filters';
import { PageHeader } from '../../ui/page-header';
import { PendingPage } from '../../shell/pending-page';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';
import { toneOfRate, useAlertLines } from './alert-lines';
import { MetricCharts } from './metric-charts';
import { DayTable, FacetTable } from './metric-tables';
import { ratesOf, splitPeriods, sumOf, type Period } from './periods';

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const numbers = new Intl.NumberFormat('en');
/** As many days as the API has. */
const daysMax = 90;

const names = ['days', 'domain', 'facet'] as const;
type Facet = NonNullable<Metrics['facet']>;

export function MetricsPage() {
  const [filters, change] = useFilters(names);
  const days = Number(filters.days ?? '30');
  const { domain } = filters;
  const facet = filters.facet as Facet | undefined;
  // The period before comes along, where there is one.
  const asked = Math.min(daysMax, days * 2);
  const query = useRead(
    '/metrics',
    { query: { days: asked, domain } },
    { placeholderData: keepPreviousData },
  );
  const groups = useRead('/metrics', { query: { days, domain, facet } }, { enabled: facet !== undefined });
  const { data } = query;
  // A text is the CSV format, which the page does not ask for.
  if (data === undefined || typeof data === 'string') return <PendingPage query={query} />;
  const { current, previous } = splitPeriods(data.series, days);
  const grouped = typeof groups.data === 'object' ? groups.data.by : undefined;
  return (
    <>
      <PageHeader
        title={texts.navigation.pages.metrics}
        description={words.description}
        curl={{ path: '/metrics', query: { ...filters, days: String(days) }, docs: 'metrics' }}
      >
        <DownloadCsv days={days} domain={domain} facet={facet} />
      </PageHeader>
      <MeasureFilters filters={filters} change={change}>
        <Select
          size="xs"
          w="11rem"
          clearable
          aria-label={words.filters.facet}
          placeholder={words.filters.facet}
          data={Object.entries(words.facets).map(([value, label]) => ({ value, label }))}
          value={filters.facet ?? null}
          onChange={(value) => change({ facet: value ?? undefined })}
        />
      </MeasureFilters>
      <Stack>
        <Rates current={current} previous={previous} />
        {ratesOf(current.totals).attempted === 0 ? (
          <EmptyState title={words.none} text={words.noneText} />
        ) : (
          <MetricCharts series={current.series} />
        )}
        {facet !== undefined && grouped !== undefined && (
          <FacetTable
            title={words.byFacet(words.facets[facet])}
            label={words.facets[facet]}
            isOfProviders={facet === 'provider'}
            groups={grouped}
          />
        )}
        <DayTable series={current.series} />
      </Stack>
    </>
  );
}

function DownloadCsv(query: { readonly days: number; readonly domain?: string; readonly facet?: Facet }) {
  const { api } = useScope();
  const save = useChange({
    run: async () => {
      const params = { query: { ...query, format: 'csv' as const } };
      const content: unknown = await unwrap(api.GET('/metrics', { params, parseAs: 'blob' }));
      saveFile('metrics.csv', content as Blob);
    },
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {words.csv}
    </Button>
  );
}

/** Totals of the period, and how they differ from the one before. */
function Rates({ current, previous }: { readonly current: Period; readonly previous: Period | null }) {
  const { totals } = current;
  const lines = useAlertLines();
  const { delivery, bounce, complaint, open, click } = ratesOf(totals);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <Figure
        label={words.columns.sent}
        value={numbers.format(totals.sent)}
        note={comparison(totals.sent, previous)}
      />
      <Figure label={words.rates.delivery} value={percents.format(delivery)} />
      <Figure
        label={words.rates.bounce}
        value={percents.format(bounce)}
        tone={toneOfRate(bounce, lines.bounce)}
      />
      <Figure
        label={words.rates.complaint}
        value={percents.format(complaint)}
        tone={toneOfRate(complaint, lines.complaint)}
      />
      <Figure label={words.rates.open} value={percents.format(open)} />
      <Figure label={words.rates.click} value={percents.format(click)} />
    </SimpleGrid>
  );
}

function comparison(sent: number, previous: Period | null): string | undefined {
  if (previous === null) return undefined;
  const before = sumOf(previous.series).sent;
  if (before === 0) return words.noComparison;
  if (before === sent) return words.same;
  const percent = percents.format(Math.abs(sent - before) / before);
  return words.compared(sent > before ? words.more(percent) : words.less(percent));
}
