import { newId } from '@postrider/contracts';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { createOrganization, createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { createGate, type Gate, type GateAnswer, type GateRequest } from './gate';
import { createBumpOrganizationEpoch } from './organization-epoch';

let context: TestContext;
let redis: RedisClient;
let gate: Gate;
const log = createLogger({ name: 'gate test', level: 'silent' });

beforeAll(async () => {
  context = await createTestContext();
  redis = createRedis({ url: context.redisUrl, name: 'gate test', log });
  await eventually(() => redis.status === 'ready');
  gate = createGate({ redis, pool: context.pool, clock: systemClock, log, metrics: createMetrics() });
});
afterAll(async () => {
  await gate.drain();
  await redis.quit();
  await context.close();
});

/** A request of a new organization that knows its epoch. */
async function newRequest(given: Partial<GateRequest> = {}): Promise<GateRequest> {
  const { id } = await createOrganization(context.pool);
  const unknowing = {
    organizationId: id,
    keyId: newId(),
    plan: 'internal',
    rateLimit: 0,
    epoch: '',
    units: [],
    ...given,
  };
  const answer = await gate.enter(unknowing);
  if (answer.state !== 'stale') throw new Error('a gate that knows nothing of a caller must say so');
  return { ...unknowing, epoch: answer.epoch };
}
const states = (answers: readonly GateAnswer[]): string[] => answers.map(({ state }) => state);

describe('the rate', () => {
  it('lets a second’s worth through at once and then one at a time', async () => {
    const request = await newRequest({ rateLimit: 5 });
    const answers: GateAnswer[] = await Promise.all(Array.from({ length: 7 }, () => gate.enter(request)));
    expect(states(answers)).toEqual([...Array.from({ length: 5 }, () => 'passed'), 'limited', 'limited']);
    expect(answers.slice(0, 5).map((answer) => answer.state === 'passed' && answer.remaining)).toEqual([
      4, 3, 2, 1, 0,
    ]);
    const refused = answers[5];
    expect(refused?.state === 'limited' && refused.waitMs).toBeGreaterThan(100);
    await eventually(async () => (await gate.enter(request)).state === 'passed');
  });

  it('of one key does not touch another’s', async () => {
    const request = await newRequest({ rateLimit: 1 });
    const other = { ...request, keyId: newId() };
    expect(states([await gate.enter(request), await gate.enter(request), await gate.enter(other)])).toEqual([
      'passed',
      'limited',
      'passed',
    ]);
  });
});

describe('the quota', () => {
  it('is reserved message by message, each whole or not at all', async () => {
    const request = await newRequest({ plan: 'free', units: [60, 30, 20, 10, 1] });
    const answer = await gate.enter(request);
    expect(answer.state === 'passed' && answer.grants).toEqual([
      'reserved',
      'reserved',
      'daily_cap',
      'reserved',
      'daily_cap',
    ]);
  });

  it('that was refunded can be reserved again, and never more', async () => {
    const request = await newRequest({ plan: 'free', units: [100] });
    const answer = await gate.enter(request);
    if (answer.state !== 'passed') throw new Error(answer.state);
    gate.refund(answer.counters, 40);
    await eventually(async () => {
      const again = await gate.enter({ ...request, units: [40] });
      return again.state === 'passed' && again.grants[0] === 'reserved';
    });
    const more = await gate.enter({ ...request, units: [1] });
    expect(more.state === 'passed' && more.grants).toEqual(['daily_cap']);
  });

  it('is not counted for a request over its rate', async () => {
    const request = await newRequest({ plan: 'free', rateLimit: 1, units: [50] });
    await Promise.all([gate.enter(request), gate.enter(request), gate.enter(request)]);
    const rest = await gate.enter({ ...request, rateLimit: 0, units: [50] });
    expect(rest.state === 'passed' && rest.grants).toEqual(['reserved']);
  });
});

describe('an epoch', () => {
  it('that was bumped makes every caller load anew, and counts nothing meanwhile', async () => {
    const request = await newRequest({ rateLimit: 1 });
    await createBumpOrganizationEpoch({ redis, log })(request.organizationId);
    const stale = await gate.enter(request);
    if (stale.state !== 'stale') throw new Error(stale.state);
    expect((await gate.enter({ ...request, epoch: stale.epoch })).state).toBe('passed');
  });

  it('never comes back after Redis was wiped', async () => {
    const request = await newRequest();
    await redis.flushdb();
    const first = await gate.enter(request);
    await redis.flushdb();
    const second = await gate.enter(request);
    expect(states([first, second])).toEqual(['stale', 'stale']);
    expect(first).not.toEqual(second);
  });
});

it('judges each of many callers by itself', async () => {
  const [limited, free] = [
    await newRequest({ rateLimit: 1 }),
    await newRequest({ plan: 'free', units: [1] }),
  ];
  const wrong = { ...free, epoch: 'another' };
  const answers = await Promise.all([limited, limited, free, wrong].map((request) => gate.enter(request)));
  expect(states(answers)).toEqual(['passed', 'limited', 'passed', 'stale']);
});
