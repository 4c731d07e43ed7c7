import { pino } from 'pino';
import { lockedWaitMs, watchLockedSecrets, type LockedSecrets } from './locked-secrets';

let nowMs: number;
let lines: { level: number; id: string }[];
let secrets: LockedSecrets;

beforeEach(() => {
  nowMs = 0;
  lines = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  const log = pino({ base: null, timestamp: false }, { write });
  const clock = { now: () => new Date(nowMs) };
  secrets = watchLockedSecrets({ kind: 'dkim_key', log, clock });
});

const locked = (id: string): void => secrets.locked(id, new Error('does not open'));

test('a secret that does not open is one error line in ten minutes, however much waits for it', () => {
  for (nowMs = 0; nowMs < 600_000; nowMs += 1_000) locked('a');
  locked('b');
  expect(lines.map(({ id, level }) => [id, level])).toEqual([
    ['a', 50],
    ['b', 50],
  ]);
  nowMs = 600_000;
  locked('a');
  expect(lines).toHaveLength(3);
});

test('readiness tells while one is locked that is in use', async () => {
  await secrets.check();
  locked('a');
  await expect(secrets.check()).rejects.toMatchObject({ code: 'secrets_locked' });
  secrets.opened('a');
  await secrets.check();
  locked('b');
  nowMs += 3_600_001;
  await secrets.check();
});

test('what waits is looked at again after a minute at first, and every half hour at last', () => {
  const waits = [0, 60_000, 600_000, 86_400_000].map((waitedMs) => lockedWaitMs(waitedMs, () => 0));
  expect(waits).toEqual([60_000, 60_000, 150_000, 1_800_000]);
  expect(lockedWaitMs(0, () => 1)).toBe(75_000);
});
