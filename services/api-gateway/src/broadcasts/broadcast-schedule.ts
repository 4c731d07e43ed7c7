import type { SendBroadcastRequest } from '@postrider/contracts/broadcasts';
import { invalidField } from '@postrider/contracts/errors';
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

/** As `2036-06-02`. */
function dateIn(timezone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(at);
  const of = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}
