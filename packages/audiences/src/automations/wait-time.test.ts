import type { WaitUntilStep } from '@postrider/contracts/automations';
import { waitOf } from './wait-time';

const now = new Date('2026-06-01T08:00:00Z');
const hourMs = 3_600_000;

const waitFor = (value: unknown, step: Partial<WaitUntilStep> = {}) =>
  waitOf({ type: 'wait_until', event_property: 'at', ...step }, { at: value }, now);

describe('a wait for a time in the event', () => {
  it.each([
    ['2026-06-01T09:00:00Z', 1],
    ['2026-06-01T09:00Z', 1],
    ['2026-06-01T11:00:00+0200', 1],
    ['20260601T110000+02', 1],
    [' 2026-06-02 ', 16],
    ['2026-06-02T08:00', 24],
    ['2028-06-01T08:00:00Z', 2 * 365 * 24 + 24],
    ['2033-01-01', 57_736],
  ])('lasts until %s', (value, hours) => {
    expect(waitFor(value)).toEqual({ kind: 'waits', forMs: hours * hourMs });
  });

  it('reads a time without an offset in the zone of the step', () => {
    expect(waitFor('2026-06-01T12:00', { timezone: 'Europe/Berlin' })).toEqual({
      ...{ kind: 'waits', forMs: 2 * hourMs },
    });
    expect(waitFor('2026-12-02', { timezone: 'Asia/Tokyo' })).toEqual({
      ...{ kind: 'waits', forMs: Date.parse('2026-12-01T15:00:00Z') - now.getTime() },
    });
    expect(waitFor('2026-06-01T12:00Z', { timezone: 'Europe/Berlin' })).toMatchObject({
      forMs: 4 * hourMs,
    });
  });

  it.each(['2026-06-01T08:00:00Z', '2020-01-01', '2026-06-01T09:59:00+02:00'])('is over at %s', (value) =>
    expect(waitFor(value)).toEqual({ kind: 'past' }),
  );

  it.each([
    [undefined, 'property_missing: at'],
    [null, 'property_missing: at'],
    [1_798_192_800, 'property_not_a_time: at'],
    ['1798192800', 'property_not_a_time: at'],
    ['25.12.2026 10:00', 'property_not_a_time: at'],
    ['12/25/2026', 'property_not_a_time: at'],
    ['2026-02-30', 'property_not_a_time: at'],
    ['2026-06-01T25:00Z', 'property_not_a_time: at'],
    ['', 'property_not_a_time: at'],
    [true, 'property_not_a_time: at'],
    [['2026-12-25'], 'property_not_a_time: at'],
    ['2126-06-01', 'time_too_far: at'],
  ])('that is %j never begins', (value, reason) =>
    expect(waitFor(value)).toEqual({ kind: 'unknown', reason }),
  );

  it('is of no property of JavaScript itself', () =>
    expect(waitFor(undefined, { event_property: 'constructor' })).toEqual({
      ...{ kind: 'unknown', reason: 'property_missing: constructor' },
    }));
});
