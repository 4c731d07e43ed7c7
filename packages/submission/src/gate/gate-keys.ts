import type { Plan } from '@postrider/contracts';

/** Keys of the gate in Redis; the hash tag keeps those of an organization on one node of a cluster. */
export function epochKey(organizationId: string): string {
  return `postrider:{${organizationId}}:epoch`;
}

export function rateKey(organizationId: string, keyId: string): string {
  return `postrider:{${organizationId}}:rate:${keyId}`;
}

/** The counters of the month and the day that a send falls into. */
export interface QuotaCounters {
  readonly organizationId: string;
  readonly monthKey: string;
  readonly dayKey: string;
  /** UTC. */
  readonly now: Date;
}

/**
 * The plan is part of the name: under a plan without limits nothing is counted, so after a change the counters must be
 * built anew from Postgres.
 */
export function quotaCounters(organizationId: string, plan: string, now: Date): QuotaCounters {
  const day = now.toISOString().slice(0, 10);
  const prefix = `postrider:{${organizationId}}:used:${plan}:`;
  return { organizationId, monthKey: prefix + day.slice(0, 7), dayKey: prefix + day, now };
}

export function isCounted(plan: Plan): boolean {
  return plan.monthlyLimit !== null || plan.dailyCap !== null;
}
