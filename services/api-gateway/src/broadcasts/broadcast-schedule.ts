import assert from 'node:assert';
import type { SendBroadcastRequest } from '@postrider/contracts/broadcasts';
import { AppError, invalidField } from '@postrider/contracts/errors';
import type { Clock } from '@postrider/runtime';
import { sendTimeOf } from './broadcast-request';
import type { BroadcastRow } from './broadcast-row';
import type { Schedule } from './broadcasts.repository';

/** Clocks of the first zone, of Kiribati, are so far ahead of UTC. */
const firstOffsetMs = 14 * 3_600_000;

/**
 * When a broadcast begins. At a local time that is when the time comes in the first zone, which may be the day before; then the date that was
 * asked for is the one on which each contact gets it.
 * @throws AppError `validation_error` naming `scheduled_at`
 */
export function scheduleOf(asked: NonNullable<SendBroadcastRequest>, clock: Clock): Schedule {
  const at = sendTimeOf(asked.scheduled_at, clock);
  const {
    send_at_local: time,
    timezone_property: property = 'timezone',
    default_timezone: timezone = 'UTC',
  } = asked;
  if (time === undefined) return { scheduledAt: at, localTime: null };
  const date = dateIn(timezone, at);
  const first = Date.parse(`${date}T${time}:00Z`) - firstOffsetMs;
  const scheduledAt = new Date(Math.max(first, clock.now().getTime()));
  return { scheduledAt, localTime: { time, date, property, timezone } };
}

/**
 * The rest of a test goes out when its winner is known, not at a time.
 * @throws AppError `validation_error` naming `field`
 */
export function requireNoTestAtLocalTime(
  { localTime }: Pick<Schedule, 'localTime'>,
  { abTest }: Pick<BroadcastRow, 'abTest'>,
  field: 'ab_test' | 'send_at_local',
): void {
  if (localTime === null || abTest === null) return;
  const other = field === 'ab_test' ? 'send_at_local' : 'ab_test';
  throw invalidField(field, `cannot be combined with ${other}`);
}

/** Who opens a mail does so within a day, nearly all of them. */
const resendDelayMs = 24 * 3_600_000;

/**
 * That a resend begins when nearly everybody who opens the original has done so.
 * @throws AppError `resend_too_early`
 */
export function requireDayAfter({ finishedAt }: Pick<BroadcastRow, 'finishedAt'>, at: Date): void {
  assert(finishedAt !== null, 'what is sent has finished');
  const earliest = new Date(finishedAt.getTime() + resendDelayMs);
  if (at >= earliest) return;
  throw new AppError('resend_too_early', `A resend is possible from ${earliest.toISOString()}.`);
}

/** As `2036-06-02`. */
function dateIn(timezone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(at);
  const of = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}
