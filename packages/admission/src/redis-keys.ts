import type { Plan, PlanName } from '@postrider/contracts/organizations';

/**
 * Keys of admission control in Redis; the hash tag keeps those of an organization on one node of a cluster. Their names
 * must not change: versions that run side by side during an update hear of each other's changes by them.
 */
export function cacheVersionKey(organizationId: string): string {
  return `postrider:{${organizationId}}:epoch`;
}

export function rateKey(organizationId: string, keyId: string): string {
  return `postrider:{${organizationId}}:rate:${keyId}`;
}

/** Of all keys of the organization together. */
export function organizationRateKey(organizationId: string): string {
  return rateKey(organizationId, 'organization');
}

/** Lives while counters that were lost must not be rebuilt yet. */
export function rebuildDelayKey(organizationId: string): string {
  return `postrider:{${organizationId}}:settling`;
}

/**
 * How long after a loss counters are not rebuilt. What had been reserved in the lost ones is not in Postgres before its
 * statement commits, and a count taken earlier would let it be sent on top of the limit. Accepting statements take some
 * milliseconds; one that takes longer than this can put its own recipients over a limit, and no more.
 *
 * Why not exact: the cache version shows that a reservation was lost, but its holder notices only by asking
 * again, and its statement may be under way. It could only be stopped in Postgres, where the count and every accepting
 * statement would have to meet: a generation on the organization's row that the count raises and each statement locks and
 * compares. That is a row lock per organization in every group commit, always, against a wipe and a statement of seconds
 * at once.
 */
export const defaultRebuildDelayMs = 3_000;

/** The counters of the month and the day that a send falls into. */
export interface QuotaCounters {
  readonly organizationId: string;
  readonly monthKey: string;
  readonly dayKey: string;
  /** Of the API key that sends, if it has a daily limit. */
  readonly apiKey: KeyCounter | null;
  /** UTC. */
  readonly now: Date;
}

/** What an API key with a daily limit has sent on a day. */
export interface KeyCounter {
  readonly keyId: string;
  readonly dayKey: string;
}

export function keyCounter(organizationId: string, keyId: string, now: Date): KeyCounter {
  return { keyId, dayKey: `postrider:{${organizationId}}:key-used:${keyId}:${dayOf(now)}` };
}

/** The names of all its counters. */
export function counterNames({ monthKey, dayKey, apiKey }: QuotaCounters): string[] {
  return apiKey === null ? [monthKey, dayKey] : [monthKey, dayKey, apiKey.dayKey];
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/**
 * The plan is part of the name: under a plan without limits nothing is counted, so after a change the counters must be
 * rebuilt from Postgres. Back on an earlier plan they would be the old ones: changing it calls `DropQuotaCounters`.
 */
export function quotaCounters(organizationId: string, plan: PlanName, now: Date): QuotaCounters {
  const day = dayOf(now);
  const prefix = `postrider:{${organizationId}}:used:${plan}:`;
  return { organizationId, monthKey: prefix + day.slice(0, 7), dayKey: prefix + day, apiKey: null, now };
}

export function isCounted(plan: Plan): boolean {
  return plan.monthlyLimit !== null || plan.dailyCap !== null;
}
