import { createTestContext, emailEvent, eventually, type TestContext } from '@postrider/testkit';
import { queueCatalogue, type QueueName } from '@postrider/contracts/queues';
import {
  openPlainChannel,
  idOf,
  sendJob,
  startTestBroker,
  type PlainChannel,
} from '../../test/broker-fixture';
import { startLink, type Link } from '../../test/start-link';
import type { Broker } from './broker';
import { assertQueues } from './topology';

let context: TestContext;
let link: Link;
let plain: PlainChannel;
let broker: Broker;

beforeAll(async () => {
  context = await createTestContext();
  link = await startLink(context.amqpUrl);
  plain = await openPlainChannel(context.amqpUrl);
});
beforeEach(async () => {
  broker = await startTestBroker(link.url);
  await becomesReady();
});
afterEach(async () => {
  await broker.close();
  await deleteAllQueues();
});
afterAll(async () => {
  await plain.close();
  await link.close();
  await context.close();
});

async function deleteAllQueues(): Promise<void> {
  for (const queue of Object.keys(queueCatalogue)) await plain.channel.deleteQueue(queue);
}

function becomesReady(): Promise<unknown> {
  return eventually(
    () =>
      broker.ready().then(
        () => true,
        () => false,
      ),
    { what: 'a ready broker' },
  );
}

/** Consumes `send.test` and collects the message ids. */
function collect(): { ids: string[]; has: (id: string) => Promise<unknown> } {
  const ids: string[] = [];
  broker.consume('send.test', {
    prefetch: 100,
    inFlightWeightMax: 10,
    handle: ({ payload }) => Promise.resolve(void ids.push(idOf(payload))),
  });
  return { ids, has: (id) => eventually(() => ids.includes(id), { what: `message ${id}` }) };
}

test('a job comes out as it went in, with its ids', async () => {
  const job = sendJob();
  const received = new Promise((resolve) => {
    broker.consume('send.test', {
      prefetch: 10,
      inFlightWeightMax: 1,
      handle: (delivery) => Promise.resolve(resolve(delivery)),
    });
  });
  expect(await broker.publisher.publishJob('send.test', job, { ids: { request_id: 'r1' } })).toBe(true);
  expect(await received).toMatchObject({ payload: job, ids: { request_id: 'r1' }, attempt: 1 });
});

test('a broker whose queues are still being declared is not called missing', async () => {
  await deleteAllQueues();
  const starting = await startTestBroker(link.url);
  const failures = new Set<string>();
  const isReady = (): Promise<boolean> =>
    starting.ready().then(
      () => true,
      ({ code }: { code: string }) => !failures.add(code),
    );
  await eventually(isReady, { intervalMs: 1 });
  await starting.close();
  // On a busy machine a look may also end without an answer (`timeout`).
  expect(failures).toContain('not_connected');
  expect(failures).not.toContain('not_publishing');
});

test('an event reaches every service that is bound to it', async () => {
  const event = emailEvent();
  const arrivals = (['webhook-dispatcher.events', 'metrics-aggregator.events'] as const).map(
    (queue) =>
      new Promise((resolve) => {
        broker.consume(queue, {
          prefetch: 100,
          batchMax: 50,
          handle: ([delivery]) => Promise.resolve(resolve(delivery?.payload)),
        });
      }),
  );
  expect(await broker.publisher.publishEvent(event)).toBe(true);
  expect(await Promise.all(arrivals)).toEqual([{ events: [event] }, { events: [event] }]);
});

test('events of all types that follow each other share messages, in their order', async () => {
  const events = Array.from({ length: 150 }, (_, index) =>
    emailEvent({ type: index % 2 ? 'email.sent' : 'email.delivered' }),
  );
  const messages: { events: readonly { id: string }[] }[] = [];
  broker.consume('metrics-aggregator.events', {
    prefetch: 200,
    inFlightWeightMax: 1,
    handle: ({ payload }) => Promise.resolve(void messages.push(payload)),
  });
  const taken: Promise<boolean>[] = [];
  for (const event of events) {
    taken.push(broker.publisher.publishEvent(event));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(new Set(await Promise.all(taken))).toEqual(new Set([true]));
  await eventually(() => messages.flatMap((message) => message.events).length === events.length);
  expect(messages.flatMap((message) => message.events)).toEqual(events);
  expect(messages.length).toBeLessThan(events.length / 2);
});

test('a message to a queue that was deleted is not lost: the queue is declared again', async () => {
  await plain.channel.deleteQueue('send.test');
  const job = sendJob();
  await broker.publisher.publishJob('send.test', job);
  const { has } = collect();
  await has(idOf(job));
});

test('a consumer whose queue was deleted declares it again and goes on', async () => {
  const { has } = collect();
  await becomesReady();
  await plain.channel.deleteQueue('send.test');
  await eventually(
    () =>
      broker.ready().then(
        () => false,
        () => true,
      ),
    { what: 'the cancelled consumer' },
  );
  await becomesReady();
  const job = sendJob();
  await broker.publisher.publishJob('send.test', job);
  await has(idOf(job));
});

test('a consumer goes on whose queue was deleted and declared again at once', async () => {
  await broker.close();
  broker = await startTestBroker(link.url, { silenceMs: 1_000 });
  const { ids, has } = collect();
  const other = await openPlainChannel(context.amqpUrl);
  // The broker forgets a consumer then in about every second round, and reports nothing.
  for (let round = 0; round < 3; round += 1) {
    await becomesReady();
    const jobs = Array.from({ length: 20 }, () => sendJob());
    await Promise.all(jobs.map((job) => broker.publisher.publishJob('send.test', job)));
    await has(idOf(jobs.at(-1) ?? sendJob()));
    const deletion = plain.channel.deleteQueue('send.test');
    for (let count = 0; count < 20; count += 1) await assertQueues(other.channel, ['send.test']);
    await deletion;
    const count = ids.length;
    const arrives = async (): Promise<boolean> => {
      // What the queue took while it was being deleted is gone with it: a sweep would find it again.
      await broker.publisher.publishJob('send.test', sendJob());
      return ids.length > count;
    };
    await eventually(arrives, { intervalMs: 500, what: 'a job' });
  }
  await other.close();
});

test('a consumer that hears nothing subscribes again: ready all the while, and each message runs once', async () => {
  await broker.close();
  const lines: string[] = [];
  broker = await startTestBroker(link.url, { silenceMs: 5, onLog: (line) => lines.push(line) });
  const renewals = (): number => lines.filter((line) => line.includes('subscribed again')).length;
  const runs: string[] = [];
  const consumer = broker.consume('send.test', {
    prefetch: 100,
    inFlightWeightMax: 10,
    handle: async ({ payload }) => {
      runs.push(idOf(payload));
      const before = renewals();
      // In work while another takes the place of the subscription that brought it, if that is about to go; one that holds
      // a message stays.
      if (runs.length % 10 !== 0) return;
      await eventually(() => renewals() > before, { timeoutMs: 100 }).catch(() => undefined);
    },
  });
  await becomesReady();
  const jobs: string[] = [];
  let flaps = 0;
  await eventually(
    async () => {
      if (!consumer.isConsuming()) flaps += 1;
      const job = sendJob();
      if (await broker.publisher.publishJob('send.test', job)) jobs.push(idOf(job));
      return renewals() >= 20 && jobs.length >= 60;
    },
    { timeoutMs: 120_000, intervalMs: 20, what: 'twenty renewals' },
  );
  await eventually(() => runs.length >= jobs.length && consumer.held() === 0);
  expect(runs.toSorted()).toEqual(jobs.toSorted());
  expect(flaps).toBe(0);
  expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
});

test('the exchange is declared again when it was deleted', async () => {
  await plain.channel.deleteExchange('email.events');
  await broker.publisher.publishEvent(emailEvent());
  await eventually(() => broker.publisher.publishEvent(emailEvent()), { what: 'an event that is taken' });
  await eventually(async () => (await broker.queueDepth('metrics-aggregator.events')).ready === 1);
});

test('after a lost connection publishing and consuming go on, and nothing confirmed is lost', async () => {
  const { ids } = collect();
  await becomesReady();
  const confirmed: string[] = [];
  const publishSome = async (): Promise<void> => {
    for (let count = 0; count < 200; count += 1) {
      const job = sendJob();
      void broker.publisher.publishJob('send.test', job).then((taken) => taken && confirmed.push(idOf(job)));
      if (count % 20 === 0) await broker.publisher.drain(20);
    }
  };
  const publishing = publishSome();
  await link.cut();
  await publishing;
  await expect(broker.ready()).rejects.toMatchObject({ code: 'not_connected' });
  expect(await broker.publisher.publishJob('send.test', sendJob())).toBe(false);
  await link.mend();
  await becomesReady();
  await publishSome();
  expect(await broker.publisher.drain(30_000)).toBe(true);
  expect(confirmed.length).toBeGreaterThanOrEqual(200);
  await eventually(() => confirmed.every((id) => ids.includes(id)), { what: 'every confirmed message' });
});

test('a broker that is down at the start is found when it comes', async () => {
  await broker.close();
  await link.cut();
  broker = await startTestBroker(link.url);
  const { has } = collect();
  expect(await broker.publisher.publishJob('send.test', sendJob())).toBe(false);
  await link.mend();
  await becomesReady();
  const job = sendJob();
  await eventually(() => broker.publisher.publishJob('send.test', job));
  await has(idOf(job));
});

test('closing ends while the broker is down', async () => {
  collect();
  await becomesReady();
  await link.cut();
  await broker.close();
  await link.mend();
  broker = await startTestBroker(link.url);
  await becomesReady();
});

test('a broker that does not answer is not ready, and is not waited for', async () => {
  link.stall();
  await expect(broker.ready()).rejects.toMatchObject({ code: 'timeout' });
  await expect(broker.queueDepth('send.test', 100)).rejects.toMatchObject({ code: 'timeout' });
  link.resume();
  await becomesReady();
});

test('the depth of a queue is what waits, and a missing queue has none', async () => {
  for (let count = 0; count < 3; count += 1) await broker.publisher.publishJob('send.bulk', sendJob());
  await eventually(async () => (await broker.queueDepth('send.bulk')).ready === 3);
  await plain.channel.deleteQueue('send.bulk');
  expect(await broker.queueDepth('send.bulk', 30_000)).toEqual({ ready: 0, consumers: 0 });
});

test('the depths of all queues are read past one that is missing', async () => {
  await broker.publisher.publishJob('send.test', sendJob());
  await plain.channel.deleteQueue('send.bulk');
  await eventually(async () => {
    const depths = await broker.queueDepths(['send.transactional', 'send.bulk', 'send.test']);
    expect([...depths.keys()]).toEqual(['send.transactional', 'send.bulk', 'send.test']);
    expect(depths.get('send.bulk')).toEqual({ ready: 0, consumers: 0 });
    return depths.get('send.test')?.ready === 1;
  });
});

test('two consumers of one queue in a process are a mistake that throws', () => {
  const consume = (queue: QueueName): unknown =>
    broker.consume(queue, { prefetch: 1, inFlightWeightMax: 1, handle: () => Promise.resolve() });
  consume('send.bulk');
  expect(() => consume('send.bulk')).toThrow(/has a consumer/);
});
