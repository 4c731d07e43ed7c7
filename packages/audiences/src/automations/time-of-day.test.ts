import { msUntilTime } from './time-of-day';

const next = (time: string, timezone: string, now: string): string =>
  new Date(Date.parse(now) + msUntilTime(time, timezone, new Date(now))).toISOString();

it.each([
  ['09:30 UTC', '2026-03-01T09:29:59.000Z', '2026-03-01T09:30:00.000Z'],
  ['09:30 UTC', '2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z'],
  ['09:30 Europe/Berlin', '2026-01-10T08:00:00.000Z', '2026-01-10T08:30:00.000Z'],
  ['00:15 Asia/Tokyo', '2026-01-10T15:20:00.000Z', '2026-01-11T15:15:00.000Z'],
  ['23:45 America/Los_Angeles', '2026-01-10T06:00:00.000Z', '2026-01-10T07:45:00.000Z'],
  ['05:00 Asia/Kathmandu', '2026-01-10T00:00:00.000Z', '2026-01-10T23:15:00.000Z'],
])('finds when %s is next, seen from %s', (wanted, now, expected) => {
  const [time = '', timezone = ''] = wanted.split(' ');
  expect(next(time, timezone, now)).toBe(expected);
});

describe('where clocks are changed', () => {
  it('keeps the time of the day over the change', () => {
    expect(next('09:30', 'Europe/Berlin', '2026-03-28T09:00:00.000Z')).toBe('2026-03-29T07:30:00.000Z');
    expect(next('09:30', 'Europe/Berlin', '2026-10-24T09:00:00.000Z')).toBe('2026-10-25T08:30:00.000Z');
  });

  it('takes a time that is skipped by the offset before the change', () => {
    expect(next('02:30', 'Europe/Berlin', '2026-03-29T00:00:00.000Z')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('takes the first of two times, and then the second', () => {
    expect(next('02:30', 'Europe/Berlin', '2026-10-25T00:00:00.000Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(next('02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z')).toBe('2026-10-25T01:30:00.000Z');
  });
});
