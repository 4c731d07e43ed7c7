import { judgeDatabase } from './judge-database';
import type { DatabaseLook } from './look.repository';

const hour = 3_600_000;
const now = new Date('2026-11-22T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const look = (given: Partial<DatabaseLook>): DatabaseLook => ({
  server: '1',
  now,
  holding: false,
  missing: [],
  sweptAt: ago(10 * hour),
  oldestDueAt: ago(10 * hour),
  ...given,
});
const start = { isStart: true, mayWaitForRedis: false, holdOverdueMs: 6 * hour };
const known = (seenMs: number) => ({ marks: ['id 0 1'], seenAt: ago(seenMs) });
const nothing = { marks: [], seenAt: null };

it('a database that lacks what was sent is older, at any time', () => {
  const older = look({ missing: ['id 0 1'], oldestDueAt: null });
  expect(judgeDatabase(older, { ...start, isStart: false, remembered: known(0) })).toBe('mark');
});

it.each([
  {
    what: 'no worker has sent for longer than the limit, and no mail was due for less',
    database: look({}),
    remembered: known(10 * hour),
    judgement: 'overdue',
  },
  {
    what: 'another worker has just sent: it is a backlog',
    database: look({}),
    remembered: known(1_000),
    judgement: 'newest',
  },
  {
    what: 'an hour of outage',
    database: look({ sweptAt: ago(hour), oldestDueAt: ago(hour) }),
    remembered: known(hour),
    judgement: 'newest',
  },
  {
    what: 'a new Redis beside a database of an hour ago',
    database: look({ sweptAt: ago(hour), oldestDueAt: ago(hour) }),
    remembered: nothing,
    judgement: 'overdue',
  },
  {
    what: 'a new Redis, and services that were restarted at once',
    database: look({ sweptAt: ago(5_000) }),
    remembered: nothing,
    judgement: 'newest',
  },
  {
    what: 'nothing was due',
    database: look({ oldestDueAt: null }),
    remembered: nothing,
    judgement: 'newest',
  },
  {
    what: 'a fresh installation with mail that its gateway took long ago',
    database: look({ sweptAt: null }),
    remembered: nothing,
    judgement: 'newest',
  },
])('at the start: $what', ({ database, remembered, judgement }) => {
  expect(judgeDatabase(database, { ...start, remembered })).toBe(judgement);
});

it('waits a while for a Redis that comes later than the worker, then decides without it', () => {
  expect(judgeDatabase(look({}), { ...start, remembered: null, mayWaitForRedis: true })).toBe('unknown');
  expect(judgeDatabase(look({}), { ...start, remembered: null })).toBe('overdue');
});

it('holds nothing for its age where that is off, or later than at the start', () => {
  expect(judgeDatabase(look({}), { ...start, remembered: nothing, holdOverdueMs: 0 })).toBe('newest');
  expect(judgeDatabase(look({}), { ...start, remembered: nothing, isStart: false })).toBe('newest');
});
