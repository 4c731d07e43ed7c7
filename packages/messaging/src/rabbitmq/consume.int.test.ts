import { createTestContext, eventually, eventuallyPasses, type TestContext } from '@postrider/testkit';
import type { QueueName } from '@postrider/contracts/queues';
import { createLogger, createMetrics, type Metrics } from '@postrider/runtime';
import { openDeadLetters, type DeadLetter, type DeadLetters } from '../dead-letters/dead-letters';
import {
  idOf,
  openPlainChannel,
  sendJob,
  startTestBroker,
  type PlainChannel,
} from '../../test/broker-fixture';
import type { Broker } from './broker';

let context: TestContext;
let plain: PlainChannel;
let broker: Broker;
let metrics: Metrics;
let deadLetters: DeadLetters;

beforeAll(async () => {
  context = await createTestContext();
  plain = await openPlainChannel(context.amqpUrl);
  const log = createLogger({ name: 'test', level: 'silent' });
  deadLetters = await openDeadLetters({ url: context.amqpUrl, log });
});
beforeEach(async () => {
  metrics = createMetrics();
  broker = await startTestBroker(context.amqpUrl, { metrics });
  await eventually(() => broker.ready().then(() => true));
});
afterEach(async () => {
  await broker.close();
  for (const queue of ['send.test', 'send.test.dlq']) await plain.channel.purgeQueue(queue);
});
afterAll(async () => {
  await deadLetters.close();
  await plain.close();
  await context.close();
});

async function publish(count: number): Promise<string[]> {
  const jobs = Array.from({ length: count }, () => sendJob());
  const taken = await Promise.all(jobs.map((job) => broker.publisher.publishJob('send.test', job)));
  expect(taken).not.toContain(false);
  return jobs.map(idOf);
}

function deadLettersOf(queue: QueueName, count: number): Promise<DeadLetter[]> {
  return eventually(
    async () => {
      const dead = await deadLetters.inspect(queue, 100);
      return dead.length >= count && dead;
    },
    { what: `${count} dead letters` },
  ).then((dead) => dead || []);
}

/** A quorum queue counts what was given back, and the consumer that left, a moment later. */
function queueHolds(ready: number): Promise<void> {
  return eventuallyPasses(async () =>
    expect(await broker.queueDepth('send.test')).toEqual({ ready, consumers: 0 }),
  );
}

function outage(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
}

describe('one by one', () => {
  test('messages that run at the same time weigh `inFlightWeightMax` at most', async () => {
    const ids = await publish(40);
    const done: string[] = [];
    let running = 0;
    let runningMax = 0;
    broker.consume('send.test', {
      prefetch: 100,
      inFlightWeightMax: 4,
      handle: async ({ payload }) => {
        runningMax = Math.max(runningMax, (running += 1));
        // Until as many run as may, however slowly the broker hands them out.
        await eventually(() => runningMax >= 4);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        done.push(idOf(payload));
      },
    });
    await eventually(() => done.length === ids.length);
    expect(runningMax).toBe(4);
    expect(new Set(done)).toEqual(new Set(ids));
  });

  test('messages of several parts run together by their weight, and each part that is done makes room', async () => {
    await publish(4);
    const partsDone: ((weight: number) => void)[] = [];
    const release = Promise.withResolvers<void>();
    const consumer = broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 20,
      weightOf: () => 10,
      handle: async (_message, partDone) => {
        partsDone.push(partDone);
        await release.promise;
      },
    });
    await eventually(() => partsDone.length === 2 && consumer.held() === 4);
    partsDone[0]?.(9);
    expect(partsDone).toHaveLength(2);
    partsDone[1]?.(1);
    expect(partsDone).toHaveLength(3);
    // No more than its weight, however often it calls `partDone`.
    partsDone[0]?.(100);
    expect(partsDone).toHaveLength(3);
    release.resolve();
    await eventually(() => consumer.held() === 0);
    expect(partsDone).toHaveLength(4);
  });

  test('a message that is heavier than all room there is goes alone', async () => {
    const ids = await publish(3);
    const done: string[] = [];
    broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 2,
      weightOf: () => 3,
      handle: ({ payload }) => Promise.resolve(void done.push(idOf(payload))),
    });
    await eventually(() => done.length === ids.length);
  });

  test('a message that cannot be handled is tried again, then put aside with the reason', async () => {
    const [poison] = await publish(1);
    const attempts: number[] = [];
    broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 2,
      handle: ({ attempt }) => {
        attempts.push(attempt);
        return Promise.reject(new TypeError('no such lane for jane@example.com'));
      },
    });
    const [first] = await deadLettersOf('send.test', 1);
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(first).toMatchObject({
      reason: 'TypeError: no such lane for j***@example.com',
      ids: { message_id: [poison] },
    });
    expect(first?.payload).toContain(poison);
  });

  test('an outage is waited for: it uses up no attempts', async () => {
    await publish(1);
    let calls = 0;
    const attempt = new Promise((resolve) => {
      broker.consume('send.test', {
        prefetch: 10,
        inFlightWeightMax: 2,
        handle: (delivery) => {
          calls += 1;
          return calls < 4 ? Promise.reject(outage()) : Promise.resolve(resolve(delivery.attempt));
        },
      });
    });
    expect(await attempt).toBe(1);
  });

  test('a statement that PostgreSQL ends for its time is no fault of the message', async () => {
    await publish(1);
    let calls = 0;
    const attempt = new Promise((resolve) => {
      broker.consume('send.test', {
        prefetch: 10,
        inFlightWeightMax: 2,
        handle: async (delivery) => {
          calls += 1;
          if (calls > 2) return resolve(delivery.attempt);
          await context.pool.query("SET statement_timeout = '10ms'; SELECT pg_sleep(5)");
        },
      });
    });
    expect(await attempt).toBe(1);
    expect(calls).toBe(3);
  });

  test('closing waits for what runs and gives the rest back', async () => {
    const ids = await publish(5);
    const release = Promise.withResolvers<void>();
    const started: string[] = [];
    const finished: string[] = [];
    const consumer = broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 2,
      handle: async ({ payload }) => {
        started.push(idOf(payload));
        await release.promise;
        finished.push(idOf(payload));
      },
    });
    await eventually(() => started.length === 2 && consumer.held() === 5);
    const closing = consumer.close();
    release.resolve();
    await closing;
    expect(finished).toHaveLength(2);
    await queueHolds(ids.length - 2);
  });
});

describe('in batches', () => {
  test('an idle handler gets at once what is there; what comes meanwhile is the next batch', async () => {
    await publish(100);
    const sizes: number[] = [];
    const held = Promise.withResolvers<void>();
    const consumer = broker.consume('send.test', {
      prefetch: 500,
      batchMax: 60,
      handle: async (deliveries) => {
        sizes.push(deliveries.length);
        if (sizes.length === 1) await held.promise;
      },
    });
    await eventually(() => sizes.length === 1 && consumer.held() === 100);
    held.resolve();
    await eventually(() => sizes.reduce((sum, size) => sum + size, 0) === 100);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60);
    expect(sizes.length).toBeLessThanOrEqual(4);
  });

  test('one message that cannot be handled is put aside alone; the others of its batch are done', async () => {
    const ids = await publish(50);
    const poison = ids[23] ?? '';
    const done = new Set<string>();
    broker.consume('send.test', {
      prefetch: 500,
      batchMax: 50,
      handle: (deliveries) => {
        const batch = deliveries.map((delivery) => idOf(delivery.payload));
        if (batch.includes(poison)) return Promise.reject(new Error('violates a constraint'));
        for (const id of batch) done.add(id);
        return Promise.resolve();
      },
    });
    const dead = await deadLettersOf('send.test', 1);
    expect(dead).toHaveLength(1);
    expect(dead[0]?.payload).toContain(poison);
    await eventually(() => done.size === 49);
  });

  test('a batch without waiters gathers for a while, and leaves at once when it is full or the consumer closes', async () => {
    await publish(30);
    const sizes: number[] = [];
    const consumer = broker.consume('send.test', {
      prefetch: 500,
      batchMax: 20,
      gatherMs: 60_000,
      handle: (deliveries) => Promise.resolve(void sizes.push(deliveries.length)),
    });
    await eventually(() => sizes.length === 1 && consumer.held() === 10);
    await consumer.close();
    expect(sizes).toEqual([20, 10]);
  });

  test('a batch that gathers leaves when its time is over', async () => {
    await publish(5);
    let handled = 0;
    broker.consume('send.test', {
      prefetch: 500,
      batchMax: 20,
      gatherMs: 20,
      handle: (deliveries) => Promise.resolve(void (handled += deliveries.length)),
    });
    await eventually(() => handled === 5);
  });

  test('closing finishes all that it holds', async () => {
    const ids = await publish(30);
    const done: string[] = [];
    let first = true;
    const held = Promise.withResolvers<void>();
    const consumer = broker.consume('send.test', {
      prefetch: 100,
      batchMax: 10,
      handle: async (deliveries) => {
        if (first) {
          first = false;
          await held.promise;
        }
        done.push(...deliveries.map((delivery) => idOf(delivery.payload)));
      },
    });
    await eventually(() => consumer.held() === 30);
    const closing = consumer.close();
    held.resolve();
    await closing;
    expect(new Set(done)).toEqual(new Set(ids));
    await queueHolds(0);
  });
});

describe('dead letters', () => {
  test.each([
    ['not JSON', '{"message_id": ', {}],
    ['does not match the schema: messages (invalid_type)', '{"message_id":"m1"}', { message_id: ['m1'] }],
  ])('dead-letters a payload that is %s without calling the handler', async (reason, content, ids) => {
    let calls = 0;
    broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 1,
      handle: () => Promise.resolve(void (calls += 1)),
    });
    plain.channel.sendToQueue('send.test', Buffer.from(content));
    const [first] = await deadLettersOf('send.test', 1);
    expect(first).toMatchObject({ reason, payload: content, ids });
    expect(calls).toBe(0);
    expect(await metrics.text()).toContain(
      'messaging_handled_total{queue="send.test",outcome="dead_lettered"} 1\n',
    );
  });

  test('a message on which consumers die again and again is put aside by the broker', async () => {
    const [deadly] = await publish(1);
    // A channel that closes with the message unacknowledged is what a killed process looks like to the broker.
    for (let death = 0; death <= 5; death += 1) {
      const other = await openPlainChannel(context.amqpUrl);
      const taken = await eventually(async () => {
        const message = await other.channel.get('send.test');
        return message || (await deadLetters.inspect('send.test', 1)).length === 1;
      });
      await other.close();
      if (taken === true) break;
    }
    const [first] = await deadLettersOf('send.test', 1);
    expect(first?.reason).toBe('delivery_limit');
    expect(first?.payload).toContain(deadly);
    // No process has counted it: the alert PostriderDeadLetters is about what is there.
    await eventually(async () => (await broker.deadLetterCounts(['send.test'])).get('send.test') === 1);
  });

  test('are gone when they are discarded, as many as asked for', async () => {
    for (const content of ['a', 'b', 'c']) {
      plain.channel.sendToQueue('send.test.dlq', Buffer.from(content));
    }
    await deadLettersOf('send.test', 3);
    // A look gives messages back a moment after it ends.
    let discarded = 0;
    await eventually(async () => (discarded += await deadLetters.discard('send.test', 2 - discarded)) === 2);
    await deadLettersOf('send.test', 1);
    await eventually(async () => (discarded += await deadLetters.discard('send.test', 100)) === 3);
    expect(await deadLetters.inspect('send.test', 10)).toEqual([]);
  });

  test('keep their order when they are looked at, a few or many of them', async () => {
    const sent = Array.from({ length: 130 }, (_each, index) => String(index));
    for (const content of sent) plain.channel.sendToQueue('send.test.dlq', Buffer.from(content));
    await deadLettersOf('send.test', 100);
    const oldest = async (limit: number) =>
      (await deadLetters.inspect('send.test', limit)).map(({ payload }) => payload);
    expect(await oldest(20)).toEqual(sent.slice(0, 20));
    expect(await oldest(200)).toEqual(sent.slice(0, 100));
    expect(await oldest(1)).toEqual(['0']);
    expect(await deadLetters.discard('send.test', 10)).toBe(10);
    expect(await oldest(100)).toEqual(sent.slice(10, 110));
  });

  test('looking leaves them there, redriving gives them back to their queue as new', async () => {
    let broken = true;
    const done: { id: string; attempt: number }[] = [];
    broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 5,
      handle: ({ payload, attempt }) => {
        if (broken) return Promise.reject(new Error('a bug of ours'));
        done.push({ id: idOf(payload), attempt });
        return Promise.resolve();
      },
    });
    const ids = await publish(3);
    await deadLettersOf('send.test', 3);
    expect(await deadLettersOf('send.test', 3)).toHaveLength(3);
    expect(await deadLetters.counts()).toContainEqual({ queue: 'send.test', waiting: 0, dead: 3 });
    broken = false;
    expect(await deadLetters.redrive('send.test', 2)).toBe(2);
    expect(await deadLetters.redrive('send.test', 100)).toBe(1);
    await eventually(() => done.length === 3);
    expect(done.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(done.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect(await deadLetters.inspect('send.test', 10)).toEqual([]);
  });
});
