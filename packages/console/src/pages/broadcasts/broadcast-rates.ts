import type { Broadcast, BroadcastSummary } from '../../api/types';

/** Shares of the emails that arrived; null: nothing arrived yet, or it is not tracked. */
export interface BroadcastRates {
  readonly delivered: number | null;
  readonly opened: number | null;
  readonly clicked: number | null;
  readonly unsubscribed: number | null;
}

export const rateNames = ['delivered', 'opened', 'clicked', 'unsubscribed'] as const;

export function ratesOf({
  counts,
  track,
}: Pick<Broadcast | BroadcastSummary, 'counts' | 'track'>): BroadcastRates {
  // A smart host may report no deliveries.
  const arrived = counts.delivered === 0 ? counts.sent : counts.delivered;
  const share = (some: number, whole: number) => (whole === 0 ? null : some / whole);
  return {
    delivered: share(counts.delivered, counts.submitted),
    opened: track.opens ? share(counts.opened, arrived) : null,
    clicked: track.clicks ? share(counts.clicked, arrived) : null,
    unsubscribed: share(counts.unsubscribed_by_link, arrived),
  };
}

/** Of those that have one. */
export function averageRates(all: readonly BroadcastRates[]): BroadcastRates {
  const average = (name: keyof BroadcastRates) => {
    const known = all.flatMap((rates) => rates[name] ?? []);
    return known.length === 0 ? null : known.reduce((sum, rate) => sum + rate, 0) / known.length;
  };
  return {
    ...{ delivered: average('delivered'), opened: average('opened') },
    ...{ clicked: average('clicked'), unsubscribed: average('unsubscribed') },
  };
}

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export const percentOf = (rate: number | null): string => (rate === null ? '–' : percents.format(rate));
