import { newId } from '@postrider/contracts/ids';
import { plans } from '@postrider/contracts/organizations';
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
    sharesRate: true,
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

describe('the rate of the organization', () => {
  const organizationRate = plans.free.requestsPerSecond ?? 0;

  it('holds over all its keys together, whatever their own rates', async () => {
    const request = await newRequest({ plan: 'free', rateLimit: 10_000 });
    const keys = Array.from({ length: 4 }, () => newId());
    // In one call, so that no time passes between them.
    const answers = await Promise.all(
      Array.from({ length: 2 * organizationRate }, (_none, index) =>
        admissionControl.check({ ...request, keyId: keys[index % keys.length] ?? '' }),
      ),
    );
    expect(states(answers).filter((state) => state === 'passed')).toHaveLength(organizationRate);
    const passed = answers.flatMap((answer) => (answer.state === 'passed' ? [answer] : []));
    expect(passed.map(({ remaining }) => remaining).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: organizationRate }, (_none, index) => index),
    );
    expect(new Set(answers.map((answer) => answer.state !== 'stale' && answer.rateLimit))).toEqual(
      new Set([organizationRate]),
    );
    const refused = answers.find(({ state }) => state === 'limited');
    expect(refused?.state === 'limited' && refused.waitMs).toBeGreaterThan(0);
    await eventually(async () => (await admissionControl.check(request)).state === 'passed');
  });

  it('leaves the smaller rate of a key as it is, and what it refuses counts nowhere', async () => {
    const request = await newRequest({ plan: 'free', rateLimit: 2 });
    const other = { ...request, keyId: newId(), rateLimit: 10_000 };
    const mine = Array.from({ length: 5 }, () => request);
    const others = Array.from({ length: organizationRate }, () => other);
    const answers = await Promise.all([...mine, ...others].map((each) => admissionControl.check(each)));
    const isPassed = answers.map(({ state }) => state === 'passed');
    expect(isPassed.slice(0, mine.length)).toEqual([true, true, false, false, false]);
    expect(isPassed.slice(mine.length).filter(Boolean)).toHaveLength(organizationRate - 2);
    expect(answers[0]).toMatchObject({ rateLimit: 2, remaining: 1 });
  });

  it.each([
    ['users of the console', { sharesRate: false, rateLimit: 50 }],
    ['keys without a limit, which only the operator makes', { sharesRate: true, rateLimit: 0 }],
  ])('does not count %s', async (_caller, fields) => {
    const request = await newRequest({ plan: 'free', ...fields });
    const answers = await Promise.all(
      Array.from({ length: organizationRate + 5 }, () => admissionControl.check(request)),
    );
    expect(new Set(states(answers))).toEqual(new Set(['passed']));
  });

  it('does not exist on a plan without one, nor for another organization', async () => {
    const [internal, free, other] = [
      await newRequest({ rateLimit: 10_000 }),
      await newRequest({ plan: 'free', rateLimit: 10_000 }),
      await newRequest({ plan: 'free', rateLimit: 10_000 }),
    ];
    const answers = await Promise.all([
      ...Array.from({ length: 2 * organizationRate }, () => admissionControl.check(internal)),
      ...Array.from({ length: organizationRate }, () => admissionControl.check(free)),
      admissionControl.check(other),
    ]);
    expect(new Set(states(answers))).toEqual(new Set(['passed']));
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
