import assert from 'node:assert';
import { durationMs, type WaitStep, type WaitUntilStep } from '@postrider/contracts';
import { msUntilTime } from './time-of-day';

const longestMs = 365 * 24 * 3_600_000;

/**
 * How long a wait that begins now lasts at most. Null: its time is past, more than a year away, or none.
 * @param properties of the event that started the run
 */
export function waitMs(
  step: WaitStep | WaitUntilStep,
  properties: Readonly<Record<string, unknown>>,
  now: Date,
): number | null {
  if (step.type === 'wait') return msOf(step.duration);
  const { event, timeout, time, timezone = 'UTC', event_property: property } = step;
  if (event !== undefined) {
    assert(timeout !== undefined, 'a wait for an event has a time-out');
    return msOf(timeout);
  }
  if (time !== undefined) return msUntilTime(time, timezone, now);
  assert(property !== undefined, 'a wait is for an event, a time or a property');
  const forMs = timeIn(properties, property) - now.getTime();
  // Not a number is in no range.
  return forMs > 0 && forMs <= longestMs ? forMs : null;
}

function timeIn(properties: Readonly<Record<string, unknown>>, name: string): number {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : NaN;
}

function msOf(duration: string): number {
  const ms = durationMs(duration);
  assert(ms !== null, 'durations of a definition are durations');
  return ms;
}
