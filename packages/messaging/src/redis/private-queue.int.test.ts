import { createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { createLogger, createMetrics } from '@postrider/runtime';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { startLink, type Link } from '../../test/start-link';
import { privateJob } from './private-jobs';
import { createPrivateQueue, type DelayedJob } from './private-queue';

const log = createLogger({ name: 'test', level: 'silent' });

let context: TestContext;
let link: Link;
let plain: Redis;
let close: () => Promise<void>;
let queueNumber = 0;

beforeAll(async () => {
  context = await createTestContext();
  link = await startLink(context.redisUrl);
  plain = new Redis(context.redisUrl);
});
afterEach(() => close());
afterAll(async () => {
  plain.disconnect();
  await link.close();
  await context.close();
});

function startQueue(
  handle: (id: string) => Promise<void>,
  tick: () => Promise<void> = () => Promise.resolve(),
) {
  const queue = createPrivateQueue({
    redisUrl: link.url,
    name: `test.delayed-jobs-${(queueNumber += 1)}`,
    log,
    metrics: createMetrics(),
    concurrency: 4,
    jobs: {
      wake: privateJob({
        schema: z.object({ id: z.string() }),
        attemptsMax: 3,
        handle: ({ id }) => handle(id),
      }),
    },
    repeated: { tick: { repeat: { everyMs: 200 }, attemptsMax: 1, handle: tick } },
  });
  close = () => queue.close();
  return queue;
}

function collect(): { ids: string[]; handle: (id: string) => Promise<void> } {
  const ids: string[] = [];
  return { ids, handle: (id) => Promise.resolve(void ids.push(id)) };
}

/** On a busy machine Redis may not answer in time; what is to run at once may then run twice. */
function isPlanned(
  queue: ReturnType<typeof startQueue>,
  jobs: readonly DelayedJob<{ id: string }>[],
): Promise<unknown> {
  return eventually(() => queue.plan('wake', jobs), { what: 'a planned job' });
}

function becomesReady(queue: { ready: () => Promise<void> }): Promise<unknown> {
  return eventually(() => queue.ready().then(() => true), { what: 'an answer of Redis' });
}

test('a job runs at its time, and the same subject at the same time is one job', async () => {
  const { ids, handle } = collect();
  const queue = startQueue(handle);
  await becomesReady(queue);
  const later = { subject: 'a', payload: { id: 'later' }, at: new Date(Date.now() + 600_000) };
  const soon = { subject: 'a', payload: { id: 'soon' }, at: new Date(Date.now() + 400) };
  await isPlanned(queue, [later, later, soon, { subject: 'b', payload: { id: 'now' } }]);
  await isPlanned(queue, [later]);
  await eventually(() => ids.includes('soon'));
  expect(Date.now()).toBeGreaterThanOrEqual(soon.at.getTime());
  await eventually(() => ids.includes('now'));
  expect(new Set(ids)).toEqual(new Set(['now', 'soon']));
  const name = `test.delayed-jobs-${queueNumber}`;
  const delayed = await plain.zrange(`{postrider.${name}}:${name}:delayed`, '0', '-1');
  expect(delayed.filter((id) => id.startsWith('wake.'))).toEqual([`wake.a.${later.at.getTime()}`]);
});

test('a job that runs can plan its own successor', async () => {
  const ids: string[] = [];
  const queue = startQueue(async (id) => {
    ids.push(id);
    if (ids.length < 3)
      await isPlanned(queue, [{ subject: 'same', payload: { id }, at: new Date(Date.now() + 20) }]);
  });
  await becomesReady(queue);
  await isPlanned(queue, [{ subject: 'same', payload: { id: 'again' } }]);
  await eventually(() => ids.length >= 3);
});

test('a job that fails is tried again', async () => {
  let calls = 0;
  const queue = startQueue(() =>
    (calls += 1) < 2 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
  );
  await becomesReady(queue);
  await isPlanned(queue, [{ subject: 'a', payload: { id: 'a' } }]);
  await eventually(() => calls >= 2);
});

test('repeated jobs repeat, and planning goes on after all was wiped', async () => {
  const { ids, handle } = collect();
  let ticks = 0;
  const queue = startQueue(handle, () => Promise.resolve(void (ticks += 1)));
  await eventually(() => ticks >= 2);
  await plain.flushdb();
  await isPlanned(queue, [{ subject: 'a', payload: { id: 'after' }, at: new Date(Date.now() + 50) }]);
  await eventually(() => ids.includes('after'));
});

test('without Redis planning says no, and work goes on when Redis is back', async () => {
  const { ids, handle } = collect();
  const queue = startQueue(handle);
  await becomesReady(queue);
  await link.cut();
  await eventually(() =>
    queue.ready().then(
      () => false,
      () => true,
    ),
  );
  expect(await queue.plan('wake', [{ subject: 'a', payload: { id: 'lost' } }])).toBe(false);
  await link.mend();
  await becomesReady(queue);
  await isPlanned(queue, [{ subject: 'a', payload: { id: 'found' } }]);
  await eventually(() => ids.includes('found'));
  expect(ids).not.toContain('lost');
});

test('closing waits for the job that runs, and does not wait for a Redis that is unavailable', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let finished = false;
  const queue = startQueue(async () => {
    started.resolve();
    await release.promise;
    finished = true;
  });
  await becomesReady(queue);
  await isPlanned(queue, [{ subject: 'a', payload: { id: 'a' } }]);
  await started.promise;
  const closing = queue.close();
  release.resolve();
  await closing;
  expect(finished).toBe(true);

  const lonely = startQueue(() => Promise.resolve());
  await becomesReady(lonely);
  await link.cut();
  await lonely.close();
  await link.mend();
});
