import assert from 'node:assert';
import { durationMs, type WaitStep, type WaitUntilStep } from '@postrider/contracts/automations';
import { readIsoTime } from '@postrider/contracts/fields';
import { momentOf, msUntilTime } from './time-of-day';

/** A later time is a slip of the program that posted the event: no one means the year 20261. */
const farthestMs = 10 * 366 * 24 * 3_600_000;

export type Wait =
  /** From now on, at most so long. */
  | { readonly kind: 'waits'; readonly forMs: number }
  /** Its time has come already. */
  | { readonly kind: 'past' }
  /** There is no telling when it ends: what is behind it must not happen. */
  | { readonly kind: 'unknown'; readonly reason: string };

type Properties = Readonly<Record<string, unknown>>;

/**
 * How long a wait that begins now lasts.
 * @param properties of the event that started the run
 */
export function waitOf(step: WaitStep | WaitUntilStep, properties: Properties, now: Date): Wait {
  if (step.type === 'wait') return { kind: 'waits', forMs: msOf(step.duration) };
  const { event, timeout, time, timezone = 'UTC', event_property: property } = step;
  if (event !== undefined) {
    assert(timeout !== undefined, 'a wait for an event has a time-out');
    return { kind: 'waits', forMs: msOf(timeout) };
  }
  if (time !== undefined) return { kind: 'waits', forMs: msUntilTime(time, timezone, now) };
  assert(property !== undefined, 'a wait is for an event, a time or a property');
  return waitForProperty(property, { properties, timezone, now });
}

function waitForProperty(
  name: string,
  given: { readonly properties: Properties; readonly timezone: string; readonly now: Date },
): Wait {
  const { properties, timezone, now } = given;
  const unknown = (reason: string): Wait => ({ kind: 'unknown', reason: `${reason}: ${name}` });
  const value = Object.hasOwn(properties, name) ? (properties[name] ?? null) : null;
  if (value === null) return unknown('property_missing');
  const time = typeof value === 'string' ? readIsoTime(value.trim()) : null;
  if (time === null) return unknown('property_not_a_time');
  const atMs =
    time.offset === null
      ? momentOf(Date.parse(`${time.local}Z`), timezone)
      : Date.parse(`${time.local}${time.offset}`);
  const forMs = atMs - now.getTime();
  if (forMs > farthestMs) return unknown('time_too_far');
  return forMs > 0 ? { kind: 'waits', forMs } : { kind: 'past' };
}

function msOf(duration: string): number {
  const ms = durationMs(duration);
  assert(ms !== null, 'durations of a definition are durations');
  return ms;
}
