import { AppError } from '@postrider/contracts/errors';
import { createCountUserRequest } from './user-requests';

const start = Date.parse('2026-11-01T00:00:00Z');
let nowMs = start;
const clock = { now: () => new Date(nowMs) };
beforeEach(() => {
  nowMs = start;
});

const read = { method: 'GET' } as const;
const change = { method: 'PATCH' } as const;

/** @returns seconds to wait; 0: it may go on */
function waitOf(count: () => void): number {
  try {
    count();
    return 0;
  } catch (error) {
    return error instanceof AppError ? (error.retryAfterSeconds ?? -1) : -1;
  }
}

it('lets a user read 1,200 times a minute, and go on in the next', () => {
  const count = createCountUserRequest(clock);
  for (let request = 0; request < 1_200; request += 1) count('ada', read);
  nowMs += 20_000;
  expect(waitOf(() => count('ada', read))).toBe(40);
  expect(waitOf(() => count('ada', change))).toBe(0);
  expect(waitOf(() => count('grace', read))).toBe(0);
  nowMs += 40_000;
  expect(waitOf(() => count('ada', read))).toBe(0);
});

it('lets a user change 120 things a minute, and 600 an hour', () => {
  const count = createCountUserRequest(clock);
  let changed = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    for (let request = 0; request < 130; request += 1) {
      if (waitOf(() => count('ada', change)) === 0) changed += 1;
    }
    if (minute === 0) expect(changed).toBe(120);
    nowMs += 60_000;
  }
  expect(changed).toBeLessThanOrEqual(600);
  expect(changed).toBeGreaterThan(500);
  expect(waitOf(() => count('ada', change))).toBe(0);
});

it('a refused user reads when to try again', () => {
  const count = createCountUserRequest(clock);
  const refuse = (): void => {
    for (let request = 0; request < 2_000; request += 1) count('ada', read);
  };
  expect(refuse).toThrow('Too many requests. Try again in 1 minute.');
  nowMs += 59_500;
  expect(refuse).toThrow('Too many requests. Try again in 1 second.');
});
