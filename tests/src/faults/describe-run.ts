import type { System } from '../system/system';
import type { Finding } from './audit/audit';
import type { Load } from './load/load';
import type { Quiescence } from './quiescence';
import type { Scenario, StrikeResult } from './scenario';

export interface Run {
  readonly scenario: Scenario;
  readonly system: System;
  readonly load: Load;
  /** Accepted messages a second. */
  readonly rate: number;
  readonly quiet: Quiescence;
  readonly found: Required<Finding>;
  readonly struck: StrikeResult;
}

/** The last column: what was measured, then what went wrong. */
export function describeRun({ load, rate, quiet, found, struck }: Run, problems: readonly string[]): string {
  const tries = [...load.failures].map(([cause, count]) => `${count}× ${cause}`).join(', ');
  const parts = [
    `${Math.round(rate)}/s`,
    `p99 ${Math.round(quantile(load.latenciesMs, 0.99))} ms`,
    `at rest after ${Math.round(quiet.afterMs / 1_000)} s`,
    `unconfirmed ${found.unconfirmed} of at most ${struck.unconfirmedMax ?? 0}`,
    ...(tries === '' ? [] : [`repeated tries: ${tries}`]),
    ...(struck.detail === undefined ? [] : [struck.detail]),
    ...problems.map((problem) => `BROKEN: ${problem}`),
  ];
  return parts.join('; ');
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
