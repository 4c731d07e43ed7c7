import assert from 'node:assert';
import { durationMs, type WaitStep, type WaitUntilStep } from '@postrider/contracts';
import type { ClaimedRun } from '../claimed-run';
import type { StepResult } from './step-result';
import { msUntilTime } from './time-of-day';

const longestMs = 365 * 24 * 3_600_000;

/** A wait of a year is a row with a date: no timer anywhere. */
export function takeWait(run: ClaimedRun, { duration }: WaitStep): StepResult {
  return run.isWaiting ? { kind: 'taken' } : { kind: 'waits', forMs: msOf(duration), event: null };
}

/** How it ended is its detail: `event`, `timeout` (conditions ask for these two), `time`. */
export function takeWaitUntil(run: ClaimedRun, step: WaitUntilStep, now: Date): StepResult {
  const { event, timeout, time, timezone = 'UTC', event_property: property } = step;
  if (event !== undefined) {
    assert(timeout !== undefined, 'a wait for an event has a time-out');
    if (!run.isWaiting) return { kind: 'waits', forMs: msOf(timeout), event };
    return { kind: 'taken', detail: run.wokenBy === null ? 'timeout' : 'event' };
  }
  if (run.isWaiting) return { kind: 'taken', detail: 'time' };
  if (time !== undefined) return { kind: 'waits', forMs: msUntilTime(time, timezone, now), event: null };
  assert(property !== undefined, 'a wait is for an event, a time or a property');
  const forMs = timeIn(run.properties, property) - now.getTime();
  // Not a number is in no range.
  if (!(forMs > 0 && forMs <= longestMs))
    return { kind: 'taken', outcome: 'skipped', detail: 'no_time_to_come' };
  return { kind: 'waits', forMs, event: null };
}

function timeIn(properties: ClaimedRun['properties'], name: string): number {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : NaN;
}

function msOf(duration: string): number {
  const ms = durationMs(duration);
  assert(ms !== null, 'durations of a definition are durations');
  return ms;
}
