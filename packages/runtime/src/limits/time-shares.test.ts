import { createTimeShares } from './time-shares';

let nowMs = 0;
const shares = () => createTimeShares({ msPerSecond: 500, burstMs: 1_000, now: () => nowMs });

it('lets an owner use what it has saved up, then its share of each second', () => {
  const { waitMs, charge } = shares();
  charge('a', 900);
  expect(waitMs('a')).toBe(0);
  charge('a', 350);
  expect(waitMs('a')).toBe(501);
  nowMs += 600;
  expect(waitMs('a')).toBe(0);
});

it('lets no owner pay for another', () => {
  const { waitMs, charge } = shares();
  charge('a', 60_000);
  expect(waitMs('b')).toBe(0);
});

it('lets no owner save up more than that', () => {
  const { waitMs, charge } = shares();
  charge('a', 10);
  nowMs += 3_600_000;
  charge('a', 1_500);
  expect(waitMs('a')).toBe(1_001);
});

it('forgets owners that are whole again, and none that owes', () => {
  const { waitMs, charge } = shares();
  charge('debtor', 1_000_000);
  for (let n = 0; n < 5_000; n += 1) {
    charge(`owner ${n}`, 1);
    nowMs += 10;
  }
  expect(waitMs('debtor')).toBeGreaterThan(0);
});
