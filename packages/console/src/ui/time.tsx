import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { texts } from '../texts/texts';
import classes from './ui.module.css';

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
/** Without a number a short unit reads badly: "next mo." */
const relativeInWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A time in words, with its zone. */
export function exactTime(at: string): string {
  return exact.format(new Date(at));
}

/** A relative time, with the exact one on hover; null: never. */
export function Time({
  at,
  never = texts.common.none,
}: {
  readonly at: string | null;
  readonly never?: string;
}) {
  const [, setRefreshedAt] = useState(0);
  useInterval(() => setRefreshedAt(Date.now()), 30_000, { autoInvoke: true });
  if (at === null) return <span>{never}</span>;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {relativeTo(new Date(at).getTime(), Date.now())}
    </time>
  );
}

function relativeTo(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000);
  for (const [unit, length] of steps)
    if (Math.abs(seconds) >= length)
      return (length < 86_400 ? relative : relativeInWords).format(Math.round(seconds / length), unit);
  // The server's clock may be ahead of the browser's: what has just happened is not in the future.
  return seconds > -10 ? texts.common.now : relative.format(seconds, 'second');
}

const clockParts: Intl.DateTimeFormatOptions = {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  ...{ hourCycle: 'h23', timeZoneName: 'short' },
};
const clock = new Intl.DateTimeFormat('en', clockParts);
const clockWithYear = new Intl.DateTimeFormat('en', { ...clockParts, year: 'numeric' });

const isThisYear = (time: Date): boolean => time.getFullYear() === new Date().getFullYear();

const hours = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const days = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const daysWithYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });

/** In a sentence: `14:02`, and the day of another one than today; the exact time on hover. */
export function ClockTime({ at }: { readonly at: string }) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return (
    <time dateTime={at} title={exact.format(time)} className={classes.figure}>
      {isToday
        ? hours.format(time)
        : `${hours.format(time)}, ${(isThisYear(time) ? days : daysWithYear).format(time)}`}
    </time>
  );
}

/** For sequences of events: the exact time with its zone, and the year where it is another one. */
export function ExactTime({ at, hasYear = false }: { readonly at: string; readonly hasYear?: boolean }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact.format(time)} className={classes.figure}>
      {(isThisYear(time) && !hasYear ? clock : clockWithYear).format(time)}
    </time>
  );
}
