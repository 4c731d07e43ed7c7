import { newId } from '@postrider/contracts';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { createOrganization, createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { createAdmissionControl, type AdmissionControl } from './admission-control';
import type { AdmissionDecision, AdmissionRequest } from './admission-request';
import { createBumpCacheVersion } from './cache-version';

let context: TestContext;
let redis: RedisClient;
let admissionControl: AdmissionControl;
const log = createLogger({ name: 'admission test', level: 'silent' });
// All requests count in the same day and month, also around midnight.
const startedAt = systemClock.now();
const clock = { now: () => startedAt };

beforeAll(async () => {
  context = await createTestContext();
  // On a busy machine an answer takes longer than the default; then each process checks by itself.
  redis = createRedis({ url: context.redisUrl, name: 'admission test', log, commandTimeoutMs: 60_000 });
  await eventually(() => redis.status === 'ready');
  admissionControl = createAdmissionControl({
    redis,
    pool: context.pool,
    clock,
    log,
    metrics: createMetrics(),
  });
});
afterAll(async () => {
  await admissionControl.drain();
  await redis.quit();
  await context.close();
});

/** A request of a new organization that knows its cache version. */
async function newRequest(fields: Partial<AdmissionRequest> = {}): Promise<AdmissionRequest> {
  const { id } = await createOrganization(context.pool);
  const unknowing: AdmissionRequest = {
    organizationId: id,
    keyId: newId(),
    plan: 'internal',
    rateLimit: 0,
    cacheVersion: '',
    recipientCounts: [],
    ...fields,
  };
  const answer = await admissionControl.check(unknowing);
  if (answer.state !== 'stale') throw new Error('a caller that knows nothing must be stale');
  return { ...unknowing, cacheVersion: answer.cacheVersion };
}
/** Then no request of the organization has to wait and ask again, so those that come together are checked at the same time. */
async function createCounters(request: AdmissionRequest): Promise<void> {
  await admissionControl.check({ ...request, rateLimit: 0, recipientCounts: [0] });
}
const states = (answers: readonly AdmissionDecision[]): string[] => answers.map(({ state }) => state);

describe('the rate', () => {
  it('lets a second’s worth through at once and then one at a time', async () => {
    const request = await newRequest({ rateLimit: 5 });
    const answers: AdmissionDecision[] = await Promise.all(
      Array.from({ length: 7 }, () => admissionControl.check(request)),
    );
    expect(states(answers)).toEqual([...Array.from({ length: 5 }, () => 'passed'), 'limited', 'limited']);
    expect(answers.slice(0, 5).map((answer) => answer.state === 'passed' && answer.remaining)).toEqual([
      4, 3, 2, 1, 0,
    ]);
    const refused = answers[5];
    expect(refused?.state === 'limited' && refused.waitMs).toBeGreaterThan(100);
    await eventually(async () => (await admissionControl.check(request)).state === 'passed');
  });

  it('of one key does not touch another’s', async () => {
    const request = await newRequest({ rateLimit: 1 });
    const other = { ...request, keyId: newId() };
    // In one call, so that no second passes between them.
    const answers = await Promise.all([request, request, other].map((each) => admissionControl.check(each)));
    expect(states(answers)).toEqual(['passed', 'limited', 'passed']);
  });
});

describe('the quota', () => {
  it('is reserved message by message, each whole or not at all', async () => {
    const request = await newRequest({ plan: 'free', recipientCounts: [60, 30, 20, 10, 1] });
    const answer = await admissionControl.check(request);
    expect(answer.state === 'passed' && answer.reservations).toEqual([
      'reserved',
      'reserved',
      'daily_cap',
      'reserved',
      'daily_cap',
    ]);
  });

  it('combines simultaneous requests of a key, and returns each the result for its own messages', async () => {
    const request = await newRequest({ plan: 'free', rateLimit: 4 });
    await createCounters(request);
    const together = [[60], [30, 20], [], [10], [1]];
    const answers = await Promise.all(
      together.map((recipientCounts) => admissionControl.check({ ...request, recipientCounts })),
    );
    expect(answers.map((answer) => (answer.state === 'passed' ? answer.reservations : answer.state))).toEqual(
      [['reserved'], ['reserved', 'daily_cap'], [], ['reserved'], 'limited'],
    );
  });

  it('that was refunded can be reserved again, and never more', async () => {
    const request = await newRequest({ plan: 'free', recipientCounts: [100] });
    const answer = await admissionControl.check(request);
    if (answer.state !== 'passed') throw new Error(answer.state);
    admissionControl.refund(answer.counters, 40);
    await eventually(async () => {
      const again = await admissionControl.check({ ...request, recipientCounts: [40] });
      return again.state === 'passed' && again.reservations[0] === 'reserved';
    });
    const more = await admissionControl.check({ ...request, recipientCounts: [1] });
    expect(more.state === 'passed' && more.reservations).toEqual(['daily_cap']);
  });

  it('is not counted for a request over its rate', async () => {
    const request = await newRequest({ plan: 'free', rateLimit: 1, recipientCounts: [50] });
    await createCounters(request);
    await Promise.all([
      admissionControl.check(request),
      admissionControl.check(request),
      admissionControl.check(request),
    ]);
    const rest = await admissionControl.check({ ...request, rateLimit: 0, recipientCounts: [50] });
    expect(rest.state === 'passed' && rest.reservations).toEqual(['reserved']);
  });
});

describe('a cache version', () => {
  it('that was bumped makes every caller load again, and counts nothing meanwhile', async () => {
    const request = await newRequest({ rateLimit: 1 });
    await createBumpCacheVersion({ redis, log })(request.organizationId);
    const stale = await admissionControl.check(request);
    if (stale.state !== 'stale') throw new Error(stale.state);
    expect((await admissionControl.check({ ...request, cacheVersion: stale.cacheVersion })).state).toBe(
      'passed',
    );
  });

  it('never comes back after Redis was wiped', async () => {
    const request = await newRequest();
    await redis.flushdb();
    const first = await admissionControl.check(request);
    await redis.flushdb();
    const second = await admissionControl.check(request);
    expect(states([first, second])).toEqual(['stale', 'stale']);
    expect(first).not.toEqual(second);
  });
});

it('checks each of many callers by itself', async () => {
  const [limited, free] = [
    await newRequest({ rateLimit: 1 }),
    await newRequest({ plan: 'free', recipientCounts: [1] }),
  ];
  const wrong = { ...free, cacheVersion: 'another' };
  await createCounters(free);
  const answers = await Promise.all(
    [limited, limited, free, wrong].map((request) => admissionControl.check(request)),
  );
  expect(states(answers)).toEqual(['passed', 'limited', 'passed', 'stale']);
});
