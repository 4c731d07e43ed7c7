import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { BroadcastSummary } from '../../api/types';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { ErrorPanel } from '../../ui/error-panel';
import { useFilters } from '../../ui/use-filters';
import classes from './broadcasts.module.css';
import { zoneName } from './local-time';

const { calendar: words } = broadcastTexts;
const shownMax = 100;
const monthTitle = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const fullDay = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

interface Planned {
  readonly broadcast: BroadcastSummary;
  readonly time: string;
}

/** What is planned and what was sent in a month, by the clock of the viewer; on a phone a list of the days with something. */
export function BroadcastCalendar() {
  const [{ month: chosen }, change] = useFilters(['month']);
  const month = monthOf(chosen);
  const { data, error } = useRead('/broadcasts', { query: { status: 'scheduled', limit: shownMax } });
  // The newest: what was sent is for orientation, and the list has all.
  const sent = useRead('/broadcasts', { query: { status: 'sent', limit: shownMax } });
  const show = (date: Date) => change({ month: dayKey(date).slice(0, 7) });
  const planned = byDay([...(data?.data ?? []), ...(sent.data?.data ?? [])]);
  const days = daysOf(month);
  const isEmpty = !days.some((day) => isIn(month, day) && planned.has(dayKey(day)));
  return (
    <section aria-label={words.title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" aria-live="polite">
          {monthTitle.format(month)}
        </Title>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size={30}
            aria-label={words.previous}
            onClick={() => show(new Date(month.getFullYear(), month.getMonth() - 1, 1))}
          >
            <ChevronLeft size={16} />
          </ActionIcon>
          <Button variant="default" onClick={() => change({ month: undefined })}>
            {words.today}
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={words.next}
            onClick={() => show(new Date(month.getFullYear(), month.getMonth() + 1, 1))}
          >
            <ChevronRight size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <ErrorPanel error={error ?? sent.error} />
      {data !== undefined && sent.data !== undefined && isEmpty && (
        <Text size="sm" mb="sm" role="status">
          {words.empty}
        </Text>
      )}
      <ol className={classes.calendar}>
        {days.map((day) => (
          <Day key={dayKey(day)} day={day} month={month} planned={planned.get(dayKey(day)) ?? []} />
        ))}
      </ol>
      <Text size="xs" c="dimmed" mt="xs">
        {words.zone(zoneName(month))}
      </Text>
    </section>
  );
}

function Day({
  day,
  month,
  planned,
}: {
  readonly day: Date;
  readonly month: Date;
  readonly planned: readonly Planned[];
}) {
  const isToday = dayKey(day) === dayKey(new Date());
  return (
    <li
      className={classes.day}
      data-empty={planned.length === 0 || undefined}
      data-other={!isIn(month, day) || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <time dateTime={dayKey(day)} aria-label={fullDay.format(day)}>
        <span className={classes.weekday}>{weekday.format(day)}</span> {day.getDate()}
      </time>
      {planned.map(({ broadcast: { id, name, sent_at: sentAt }, time }) => (
        <Link
          key={id}
          to="/broadcasts/$id"
          params={{ id }}
          className={classes.planned}
          data-sent={sentAt !== null || undefined}
        >
          <span>{time}</span> {name}
          {sentAt !== null && <small>{words.sent}</small>}
        </Link>
      ))}
    </li>
  );
}

/** The first day of the month in the address, or of this month. */
function monthOf(chosen: string | undefined): Date {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(chosen ?? '') ?? [];
  const now = new Date();
  return year === undefined
    ? new Date(now.getFullYear(), now.getMonth(), 1)
    : new Date(Number(year), Number(month) - 1, 1);
}

/** Whole weeks from Monday on, with the days of the months before and after. */
function daysOf(month: Date): readonly Date[] {
  const before = (month.getDay() + 6) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  return Array.from(
    { length: Math.ceil((before + length) / 7) * 7 },
    (_each, index) => new Date(month.getFullYear(), month.getMonth(), 1 - before + index),
  );
}

const isIn = (month: Date, day: Date): boolean => day.getMonth() === month.getMonth();

/** As `2036-06-02`, by the clock of the browser. */
function dayKey(day: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

/** The earliest of a day first. One at a local time is on its date, whatever the zone. */
function byDay(broadcasts: readonly BroadcastSummary[]): ReadonlyMap<string, readonly Planned[]> {
  const days = new Map<string, Planned[]>();
  for (const broadcast of broadcasts) {
    const { scheduled_at: at, sent_at: sentAt, send_at_local: local, send_on_local: date } = broadcast;
    const shownAt = sentAt ?? at;
    if (shownAt === null) continue;
    const time = local ?? clock.format(new Date(shownAt));
    const key = date ?? dayKey(new Date(shownAt));
    days.set(key, [...(days.get(key) ?? []), { broadcast, time }]);
  }
  for (const planned of days.values()) planned.sort((one, other) => one.time.localeCompare(other.time));
  return days;
}
