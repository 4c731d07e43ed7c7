import type { Finding } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';

/** Whose mail is looked at. */
export interface FindingScope {
  readonly organizationId: string;
  /** Null: all domains of the organization. */
  readonly domainId: string | null;
  readonly now: Date;
}

/** Pure: from what was read to the problems in it. Returns nothing about ordinary mail. */
export type FindingRule<Facts> = (facts: Facts, now: Date) => readonly Finding[];

/** Facts that are read once, and the findings made of them. */
export interface FindingSource {
  find(pool: Pool, scope: FindingScope): Promise<readonly Finding[]>;
}

/** @param read by statements that use an index and have a limit */
export function findingSource<Facts>(
  read: (pool: Pool, scope: FindingScope) => Promise<Facts>,
  ...rules: readonly FindingRule<Facts>[]
): FindingSource {
  return {
    find: async (pool, scope) => {
      const facts = await read(pool, scope);
      return rules.flatMap((rule) => rule(facts, scope.now));
    },
  };
}

/** Of a finding; more is not read. */
export const evidenceMax = 10;

/** The days that rules about counters look at, today included: what was wrong before is history. */
export const findingDays = 7;

const dayMs = 86_400_000;

/** UTC day as `yyyy-mm-dd`. */
export function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

export function beginOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** `0.14 %` */
export function percent(part: number, whole: number): string {
  const share = (100 * part) / whole;
  return `${share < 1 ? share.toFixed(2) : share.toFixed(1)} %`;
}

/** `9,800` */
export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}
