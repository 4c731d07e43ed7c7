import assert from 'node:assert';
import { waitMs } from '@postrider/audiences';
import type { WaitStep, WaitUntilStep } from '@postrider/contracts';
import type { ClaimedRun } from '../claimed-run';
import type { StepResult } from './step-result';

/** A wait of a year is a row with a date: no timer anywhere. */
export function takeWait(run: ClaimedRun, step: WaitStep, now: Date): StepResult {
  if (run.isWaiting) return { kind: 'taken' };
  const forMs = waitMs(step, run.properties, now);
  assert(forMs !== null, 'a duration is a time to come');
  return { kind: 'waits', forMs, event: null };
}

/** How it ended is its detail: `event`, `timeout` (conditions ask for these two), `time`. */
export function takeWaitUntil(run: ClaimedRun, step: WaitUntilStep, now: Date): StepResult {
  const { event = null } = step;
  if (run.isWaiting) {
    const byEvent = run.wokenBy === null ? 'timeout' : 'event';
    return { kind: 'taken', detail: event === null ? 'time' : byEvent };
  }
  const forMs = waitMs(step, run.properties, now);
  if (forMs === null) return { kind: 'taken', outcome: 'skipped', detail: 'no_time_to_come' };
  return { kind: 'waits', forMs, event };
}
