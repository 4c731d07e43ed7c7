import assert from 'node:assert';
import { waitOf } from '@postrider/audiences';
import type { WaitStep, WaitUntilStep } from '@postrider/contracts/automations';
import type { ClaimedRun } from '../claimed-run';
import { detailOf, type StepResult } from './step-result';

/** A wait of a year is a row with a date: no timer anywhere. */
export function takeWait(run: ClaimedRun, step: WaitStep, now: Date): StepResult {
  if (run.isWaiting) return { kind: 'taken' };
  const wait = waitOf(step, run.properties, now);
  assert(wait.kind === 'waits', 'a duration is a time to come');
  return { ...wait, event: null };
}

/** How it ended is its detail: `event`, `timeout` (conditions ask for these two), `time`. */
export function takeWaitUntil(run: ClaimedRun, step: WaitUntilStep, now: Date): StepResult {
  const { event = null } = step;
  if (run.isWaiting) {
    const byEvent = run.wokenBy === null ? 'timeout' : 'event';
    return { kind: 'taken', detail: event === null ? 'time' : byEvent };
  }
  const wait = waitOf(step, run.properties, now);
  switch (wait.kind) {
    case 'waits':
      return { ...wait, event };
    case 'past':
      return { kind: 'taken', outcome: 'skipped', detail: 'time_past' };
    case 'unknown':
      return { kind: 'failed', detail: detailOf(wait.reason) };
  }
}
