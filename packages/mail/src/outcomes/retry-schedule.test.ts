import fc from 'fast-check';
import type { RetryQuestion } from './retry-schedule';
import { nextRetry } from './retry-schedule';

const firstAt = new Date('2026-11-20T00:00:00Z');
const ask = (changes: Partial<RetryQuestion>) =>
  nextRetry({ round: 1, firstAt, now: firstAt, lane: 'transactional', random: () => 0.5, ...changes });
const minutesAfter = (now: Date, next: Date | 'give_up') =>
  next === 'give_up' ? next : (next.getTime() - now.getTime()) / 60_000;

it('waits 1, 5, 15, 30 minutes, 1, 2, 4 hours and then always 6 hours', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((round) => minutesAfter(firstAt, ask({ round })));
  expect(waits).toEqual([1, 5, 15, 30, 60, 120, 240, 360, 360]);
});

it.each([
  ['transactional', 48],
  ['bulk', 24],
] as const)('gives a %s message up after %i hours', (lane, hours) => {
  let now = firstAt;
  for (let round = 1; round < 50; round++) {
    const next = ask({ round, now, lane });
    if (next === 'give_up') break;
    now = next;
  }
  const livedHours = (now.getTime() - firstAt.getTime()) / 3_600_000;
  expect(livedHours).toBeGreaterThan(hours - 6.7);
  expect(livedHours).toBeLessThanOrEqual(hours);
});

it('obeys the wait a server asks for and never comes back before it', () => {
  expect(minutesAfter(firstAt, ask({ round: 5, hintMs: 180_000, random: () => 0 }))).toBe(3);
  expect(minutesAfter(firstAt, ask({ round: 5, hintMs: 180_000, random: () => 0.999 }))).toBeLessThan(3.31);
});

it('gives up when the request expires before the next try', () => {
  expect(ask({ round: 2, expiresAt: new Date(firstAt.getTime() + 4 * 60_000) })).toBe('give_up');
  expect(ask({ round: 1, expiresAt: new Date(firstAt.getTime() + 4 * 60_000) })).not.toBe('give_up');
});

it('spreads by ten per cent and never into the past', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (round, random) => {
        const exact = ask({ round, random: () => 0.5 });
        const next = ask({ round, random: () => random });
        if (next === 'give_up' || exact === 'give_up') throw new Error('too early to give up');
        const ratio = (next.getTime() - firstAt.getTime()) / (exact.getTime() - firstAt.getTime());
        expect(ratio).toBeGreaterThanOrEqual(0.8999);
        expect(ratio).toBeLessThanOrEqual(1.1001);
      },
    ),
  );
});
