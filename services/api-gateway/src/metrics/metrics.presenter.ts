import {
  attemptedRecipients,
  type MetricCounters,
  type MetricFacet,
  type MetricsResource,
} from '@postrider/contracts/metrics';
import { stringify } from 'csv-stringify/sync';
import { escapeFormulas } from '../paging/csv-formulas';
import type { DayRow, FacetRow } from './metrics.repository';

const counterNames = [
  'sent',
  'delivered',
  'bouncedHard',
  'bouncedSoft',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
] as const satisfies readonly (keyof MetricCounters)[];

export interface MetricsParts {
  /** Every day of the window as `yyyy-mm-dd`, oldest first. */
  readonly days: readonly string[];
  /** Name of the one domain asked for. */
  readonly domain: string | null;
  readonly rows: readonly DayRow[];
  readonly breakdown: { readonly facet: MetricFacet; readonly rows: readonly FacetRow[] } | null;
}

export function presentMetrics({ days, domain, rows, breakdown }: MetricsParts): MetricsResource {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const totals = sum(rows);
  return {
    object: 'metrics',
    days: days.length,
    domain,
    series: days.map((day) => ({ day, ...(byDay.get(day) ?? sum([])) })),
    totals,
    rates: rates(totals),
    ...(breakdown && { facet: breakdown.facet, by: breakdown.rows.map(presentFacetRow) }),
  };
}

function presentFacetRow(row: FacetRow): NonNullable<MetricsResource['by']>[number] {
  const { key, label, delayed, blocked } = row;
  return { key, label, ...sum([row]), delayed, blocked };
}

function sum(rows: readonly MetricCounters[]): MetricCounters {
  const total = (name: keyof MetricCounters): number => rows.reduce((count, row) => count + row[name], 0);
  return Object.fromEntries(counterNames.map((name) => [name, total(name)])) as MetricCounters;
}

/**
 * Fractions. What a destination decides is measured against what was attempted, what a reader does against what was
 * delivered. A window may hold the open of a mail delivered before it, so a fraction is cut at 1.
 */
function rates(totals: MetricCounters): MetricsResource['rates'] {
  const { sent, delivered, bouncedHard, bouncedSoft, complained, opened, clicked } = totals;
  const bounced = bouncedHard + bouncedSoft;
  const attempted = attemptedRecipients({ sent, delivered, bounced });
  return {
    delivery: fraction(delivered, attempted),
    bounce: fraction(bounced, attempted),
    hardBounce: fraction(bouncedHard, attempted),
    softBounce: fraction(bouncedSoft, attempted),
    complaint: fraction(complained, delivered),
    open: fraction(opened, delivered),
    click: fraction(clicked, delivered),
  };
}

function fraction(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, part / whole);
}

/**
 * The breakdown when there is one, otherwise the series, with a header row. Texts that a spreadsheet would run as
 * a formula (a key may be named `=HYPERLINK(…)`) are escaped.
 */
export function metricsCsv(metrics: MetricsResource): string {
  const rows = metrics.by ?? metrics.series;
  const columns = metrics.by
    ? ['key', 'label', ...counterNames, 'delayed', 'blocked']
    : ['day', ...counterNames];
  return stringify([...rows], { header: true, columns, cast: { string: escapeFormulas } });
}
