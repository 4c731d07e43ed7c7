import type { Metrics } from '../../api/types';

type Day = Metrics['series'][number];
type Counters = Metrics['totals'];

export interface Period {
  readonly series: readonly Day[];
  readonly totals: Counters;
}

const counters = [
  ...(['sent', 'delivered', 'bouncedHard', 'bouncedSoft'] as const),
  ...(['complained', 'opened', 'clicked', 'unsubscribed'] as const),
];

export function sumOf(series: readonly Day[]): Counters {
  const totals = Object.fromEntries(counters.map((name) => [name, 0])) as Record<keyof Counters, number>;
  for (const day of series) for (const name of counters) totals[name] += day[name];
  return totals;
}

/**
 * Fractions, as `rates` of `GET /metrics` has them for all of its days. Deliveries and bounces are fractions of the attempted recipients: one that
 * a mail server refuses at once bounces without being sent. A period may hold the open of an email delivered before it, so a fraction is cut at 1.
 */
export function ratesOf({
  sent,
  delivered,
  bouncedHard,
  bouncedSoft,
  complained,
  opened,
  clicked,
}: Counters) {
  const share = (count: number, of: number): number => (of === 0 ? 0 : Math.min(1, count / of));
  const bounced = bouncedHard + bouncedSoft;
  const attempted = Math.max(sent, delivered + bounced);
  return {
    attempted,
    delivery: share(delivered, attempted),
    bounce: share(bounced, attempted),
    complaint: share(complained, delivered),
    open: share(opened, delivered),
    click: share(clicked, delivered),
  };
}

/** The last days, and as many before them; null where the answer does not go back that far. */
export function splitPeriods(
  series: readonly Day[],
  days: number,
): { readonly current: Period; readonly previous: Period | null } {
  const periodOf = (part: readonly Day[]): Period => ({ series: part, totals: sumOf(part) });
  return {
    current: periodOf(series.slice(-days)),
    previous: series.length < 2 * days ? null : periodOf(series.slice(-2 * days, -days)),
  };
}
