import type { Finding } from '@postrider/contracts/deliverability';
import {
  allOrganizations,
  deliveryTimesOf,
  readDeliveryHours,
  type DeliveryTimes,
  type Pool,
  type WeightedHour,
} from '@postrider/db';
import type { FindingScope } from './finding-source';

const hourMs = 3_600_000;
const recentHours = 24;
const usualHours = 7 * 24;
/** Fewer deliveries say little, and those of all organizations might be of a single other one. */
const deliveriesMin = 20;

interface Seconds {
  readonly deliveries: number;
  readonly times: DeliveryTimes;
}

export interface ProviderSeconds {
  readonly provider: string;
  /** Of the last 24 hours; null: too few deliveries. */
  readonly recent: Seconds | null;
  /** Of the seven days before. */
  readonly usual: Seconds | null;
  /** The same of all organizations together. */
  readonly recentOfAll: Seconds | null;
  readonly usualOfAll: Seconds | null;
}

/**
 * How long transactional mail took from acceptance to delivery. Bulk mail waits for its turn, which says little about a provider. Times are
 * not counted by domain: of one domain there are none.
 */
export async function readSeconds(
  pool: Pool,
  { organizationId, domainId, now }: FindingScope,
): Promise<readonly ProviderSeconds[]> {
  if (domainId !== null) return [];
  const rows = await readDeliveryHours(pool, {
    organizationIds: [organizationId, allOrganizations],
    providers: null,
    lanes: ['transactional'],
    periods: { recent: hoursBefore(now, 0, recentHours), usual: hoursBefore(now, recentHours, usualHours) },
  });
  const own = rows.filter((row) => row.organizationId === organizationId);
  return [...new Set(own.map(({ provider }) => provider))].map((provider) => {
    const of = (id: string, period: 'recent' | 'usual'): Seconds | null => {
      const found = rows.find(
        (row) => row.organizationId === id && row.provider === provider && row.period === period,
      );
      return secondsOf(found?.counts ?? []);
    };
    return {
      provider,
      ...{ recent: of(organizationId, 'recent'), usual: of(organizationId, 'usual') },
      ...{ recentOfAll: of(allOrganizations, 'recent'), usualOfAll: of(allOrganizations, 'usual') },
    };
  });
}

function secondsOf(counts: readonly number[]): Seconds | null {
  const deliveries = counts.reduce((sum, count) => sum + count, 0);
  const times = deliveries < deliveriesMin ? null : deliveryTimesOf(counts);
  return times && { deliveries, times };
}

function hoursBefore(now: Date, skipped: number, hours: number): WeightedHour[] {
  const begun = Math.floor(now.getTime() / hourMs);
  return Array.from({ length: hours }, (_none, n) => ({
    hour: new Date((begun - skipped - n) * hourMs),
    weight: 1,
  }));
}

/**
 * Buckets of times are 41 % wide, and a provider that defers at first delivers some mail minutes later on an ordinary day. So half of the mail
 * must take three times as long as usual and half a minute more, or the slowest 5 % of many ten minutes more.
 */
export const slownessLimits = {
  factor: 3,
  p50: { deliveriesMin: 50, secondsMore: 30 },
  p95: { deliveriesMin: 200, secondsMore: 600 },
};

export function slowerThanUsual(facts: readonly ProviderSeconds[]): readonly Finding[] {
  return facts.flatMap(({ provider, recent, usual, recentOfAll, usualOfAll }): Finding[] => {
    const share = slowerShare(recent, usual);
    if (share === null || recent === null || usual === null) return [];
    const isForAll = slowerShare(recentOfAll, usualOfAll) !== null;
    return [
      {
        code: 'slower_than_usual',
        severity: 'warning',
        subject: provider,
        since: null,
        evidence: [
          `In the last ${recentHours} hours, ${share === 'p50' ? 'half' : '5 %'} of the transactional email to ${provider} took more than ${spanOf(recent.times[share])} from acceptance to delivery.`,
          `In the seven days before, more than ${spanOf(usual.times[share])}.`,
        ],
        advice: isForAll
          ? `${provider} is slower for everyone who sends through this service. No action needed: delivery is tried again.`
          : `Only your email is slower. Look at the replies of ${provider}, and at complaints and bounces of the last days.`,
      },
    ];
  });
}

function slowerShare(recent: Seconds | null, usual: Seconds | null): 'p50' | 'p95' | null {
  if (recent === null || usual === null) return null;
  const shares = ['p50', 'p95'] as const;
  const found = shares.find((share) => {
    const { deliveriesMin: min, secondsMore } = slownessLimits[share];
    const [now, before] = [recent.times[share], usual.times[share]];
    const isMany = Math.min(recent.deliveries, usual.deliveries) >= min;
    return isMany && now >= slownessLimits.factor * before && now >= before + secondsMore;
  });
  return found ?? null;
}

function spanOf(seconds: number): string {
  if (seconds < 120) return `${Number(seconds.toPrecision(2))} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
