import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, createMetrics, type Clock } from '@postrider/runtime';
import { createTestContext, eventuallyPasses, type TestContext } from '@postrider/testkit';
import { createHealthStore, type HealthStore } from './health-store';
import { healthRules, type Sign } from './transport-health';

let context: TestContext;
let redis: RedisClient;
let now = new Date();
const clock: Clock = { now: () => now };
const log = createLogger({ name: 'health test', level: 'silent' });
const failure: Sign = { kind: 'failure', cause: 'outage', reason: 'ECONNREFUSED' };

beforeAll(async () => {
  context = await createTestContext();
  redis = createRedis({ url: context.redisUrl, name: 'health test', log, commandTimeoutMs: 60_000 });
  await eventuallyPasses(() => redis.ping());
});
afterAll(async () => {
  redis.disconnect();
  await context.close();
});

/** Of a worker of its own. */
function store(client = redis): HealthStore {
  return createHealthStore({
    redis: client,
    rules: healthRules(30_000),
    clock,
    log,
    metrics: createMetrics(),
  });
}
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

it('failures that several workers met take a transport out for all of them', async () => {
  const workers = [store(), store(), store()];
  for (const worker of workers) await worker.report('relay', failure);
  for (const worker of [...workers, store()]) {
    expect(await worker.state('relay')).toMatchObject({ state: 'out', failures: 3 });
  }
});

it('failures that are reported at the same time are all counted', async () => {
  const workers = [store(), store(), store()];
  await Promise.all(workers.map((worker) => worker.report('busy', failure)));
  expect(await store().state('busy')).toMatchObject({ state: 'out', failures: 3 });
});

it('one message of all workers is the probe', async () => {
  const workers = [store(), store(), store()];
  for (const worker of workers) await worker.report('probed', failure);
  later(31);
  const taken = await Promise.all(workers.map((worker) => worker.takeProbe('probed')));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

it('success of one worker ends what another has counted', async () => {
  const [one, other] = [store(), store()];
  await one.report('mended', failure);
  await one.report('mended', failure);
  await other.state('mended');
  await other.report('mended', { kind: 'success' });
  await one.report('mended', failure);
  expect(await one.state('mended')).toMatchObject({ state: 'up', failures: 1 });
});

it('without Redis a worker goes on with its own view', async () => {
  const gone = createRedis({ url: 'redis://127.0.0.1:1', name: 'health test', log });
  try {
    const alone = store(gone);
    for (let time = 0; time < 3; time += 1) await alone.report('relay-alone', failure);
    expect(await alone.state('relay-alone')).toMatchObject({ state: 'out' });
    later(31);
    expect(await alone.takeProbe('relay-alone')).toBe(true);
    expect(await alone.takeProbe('relay-alone')).toBe(false);
  } finally {
    gone.disconnect();
  }
});
