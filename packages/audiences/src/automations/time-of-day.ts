const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;

/**
 * How long until clocks of a time zone next show a time such as `09:30`. On the day on which they skip it, they show it by
 * the offset before; on the one on which they show it twice, the first time counts that is to come.
 */
export function msUntilTime(time: string, timezone: string, now: Date): number {
  const clock = clockOf(timezone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = Math.floor((now.getTime() + offsetMs(clock, now.getTime())) / dayMs) * dayMs;
  const wanted = hours * 60 * minuteMs + minutes * minuteMs;
  const candidates = [0, 1, 2].flatMap((days) => timesOf(clock, today + days * dayMs + wanted));
  const nowMs = now.getTime();
  const next = Math.min(...candidates.filter((at) => at > nowMs));
  return next - nowMs;
}

/** When clocks of a time zone show a local time; the first time, where they show it twice. */
export function momentOf(localMs: number, timezone: string): number {
  return Math.min(...timesOf(clockOf(timezone), localMs));
}

/** The moments at which the clock shows a local time: two of them where it is turned back. */
function timesOf(clock: Intl.DateTimeFormat, localMs: number): number[] {
  const offsets = [localMs - dayMs, localMs + dayMs].map((at) => offsetMs(clock, at));
  const moments = [...new Set(offsets)].map((offset) => localMs - offset);
  const shown = moments.filter((at) => at + offsetMs(clock, at) === localMs);
  return shown.length > 0 ? shown : moments.slice(0, 1);
}

function offsetMs(clock: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(at / 1_000) * 1_000;
}

function clockOf(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    },
  });
}
