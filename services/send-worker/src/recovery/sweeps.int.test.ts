import { newId } from '@postrider/contracts';
import { connectBroker, type Broker } from '@postrider/messaging';
import { createLogger, createMetrics, type Clock } from '@postrider/runtime';
import { createTestContext, eventually, eventuallyPasses, type TestContext } from '@postrider/testkit';
import { claimMessages } from '../claims/claims.repository';
import { beginAttempts } from '../delivery/attempts.repository';
import { createConsumedWatermark, type ConsumedWatermark } from '../consume/consumed-watermark';
import { createSender, queueMessage, readMessage, type Sender } from '../../test/queue-message';
import { openGate } from '../../test/open-gate';
import type { SendGate } from '../restorations/send-gate';
import { createRequeueDue } from './requeue-due.job';
import { closeUnanswered, recoverExpired } from './lost-messages.repository';
import { takeTurn } from '../take-turn';

let context: TestContext;
let gate: SendGate;
let broker: Broker;
let sender: Sender;
let watermark: ConsumedWatermark;
/** Messages that wait in the process for their claim. */
let waiting: string[];
let now = new Date();
const clock: Clock = { now: () => now };
const workerId = newId();

beforeAll(async () => {
  context = await createTestContext();
  gate = await openGate(context.servicePool);
  broker = await connectBroker({
    url: context.amqpUrl,
    name: 'sweeps test',
    log: createLogger({ name: 'sweeps test', level: 'error' }),
    metrics: createMetrics(),
  });
  await eventuallyPasses(() => broker.ready());
  sender = await createSender(context);
});
afterAll(async () => {
  await broker.close();
  await context.close();
});
beforeEach(async () => {
  now = new Date();
  watermark = createConsumedWatermark();
  waiting = [];
  await context.pool.query(`UPDATE messages SET status = 'canceled'`);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const depth = async (queue: 'send.transactional' | 'send.retry') => (await broker.queueDepth(queue)).ready;

/** Messages like it, which are due at the same time. */
async function copyMessage(id: string, copies: number): Promise<void> {
  await context.pool.query(
    `INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object('id', left(id::text, 24) || lpad(to_hex(n), 12, '0')))).*
     FROM messages m, generate_series(1, $2::int) n WHERE id = $1`,
    [id, copies],
  );
}

function requeueDue() {
  return createRequeueDue({
    pool: context.servicePool,
    broker,
    clock,
    log: createLogger({ name: 'sweeps test', level: 'error' }),
    requeued: createMetrics().counter('requeued', 'test'),
    consumers: { watermark, waiting: () => new Set(waiting) },
  });
}

async function takeAll(queue: 'send.transactional' | 'send.retry'): Promise<string[]> {
  const ids: string[] = [];
  const consumer = broker.consume(queue, {
    prefetch: 100,
    batchMax: 100,
    handle: (deliveries) => {
      ids.push(...deliveries.flatMap(({ payload }) => payload.messages.map((message) => message.message_id)));
      return Promise.resolve();
    },
  });
  await eventually(() => ids.length > 0);
  await eventually(async () => (await depth(queue)) === 0 && consumer.held() === 0);
  await consumer.close();
  return ids;
}

describe('requeueing', () => {
  it('finds in an empty queue what has been due for three seconds, and nothing younger', async () => {
    const lost = await queueMessage(context, sender, { dueAt: minutesAgo(1) });
    await queueMessage(context, sender);
    await requeueDue()();
    expect(await takeAll('send.transactional')).toEqual([lost]);
  });

  it('leaves out what waits in this process for its claim', async () => {
    waiting = [await queueMessage(context, sender, { dueAt: minutesAgo(1) })];
    const lost = await queueMessage(context, sender, { dueAt: minutesAgo(1) });
    await requeueDue()();
    expect(await takeAll('send.transactional')).toEqual([lost]);
  });

  it('requeues later delivery passes as retries', async () => {
    const id = await queueMessage(context, sender, { dueAt: minutesAgo(1) });
    await context.pool.query('UPDATE messages SET rounds = 2 WHERE id = $1', [id]);
    await requeueDue()();
    expect(new Set(await takeAll('send.retry'))).toEqual(new Set([id]));
  });

  it('adds nothing to a queue that still holds what is due', async () => {
    watermark.advance('send.transactional', minutesAgo(5));
    const ids = [
      await queueMessage(context, sender, { dueAt: minutesAgo(5) }),
      await queueMessage(context, sender, { dueAt: minutesAgo(5) }),
    ];
    for (const id of ids) {
      const job = { messages: [{ message_id: id }] };
      await broker.publisher.publishJob('send.transactional', job);
    }
    await eventually(async () => (await depth('send.transactional')) === 2);
    await requeueDue()();
    expect(await depth('send.transactional')).toBe(2);
    await takeAll('send.transactional');
  });

  it('finds what a queue that is not empty has passed over, at most every three minutes', async () => {
    watermark.advance('send.transactional', minutesAgo(5));
    const oldest = await queueMessage(context, sender, { dueAt: minutesAgo(9) });
    const held = await queueMessage(context, sender, { dueAt: minutesAgo(5) });
    const job = { messages: [{ message_id: held }] };
    await broker.publisher.publishJob('send.transactional', job);
    await eventually(async () => (await depth('send.transactional')) === 1);
    const sweep = requeueDue();
    await sweep();
    await eventually(async () => (await depth('send.transactional')) === 2);
    await sweep();
    expect((await takeAll('send.transactional')).sort()).toEqual([held, oldest].sort());
  });

  it('looks at so many of those that wait in an overflow queue, and goes on behind them the next time', async () => {
    const flooding = await createSender(context);
    const waiting = await queueMessage(context, flooding, { dueAt: minutesAgo(9) });
    await copyMessage(waiting, 5_000);
    const lost = await queueMessage(context, sender, { dueAt: minutesAgo(5) });
    const job = { messages: [{ message_id: waiting, organization_id: flooding.organizationId }] };
    await broker.publisher.publishJob('send.transactional.overflow', job);
    await eventually(async () => (await broker.queueDepth('send.transactional.overflow')).ready === 1);
    watermark.overflowed('send.transactional.overflow', job.messages);
    const sweep = requeueDue();
    await sweep();
    expect(await depth('send.transactional')).toBe(0);
    await sweep();
    expect(await takeAll('send.transactional')).toEqual([lost]);
  });

  it('wakes what a lost timer should have woken', async () => {
    const sweep = requeueDue();
    const id = await queueMessage(context, sender, { scheduledAt: minutesAgo(0.05) });
    now = new Date(Date.now() + 1_000);
    await sweep();
    expect(new Set(await takeAll('send.transactional'))).toEqual(new Set([id]));
  });
});

describe('a lease that expired', () => {
  async function abandoned(to: readonly string[]): Promise<string> {
    const id = await queueMessage(context, sender, { to });
    await claimMessages(context.servicePool, { ids: [id], workerId, leaseMs: 60_000 });
    return id;
  }
  const expire = (id: string) =>
    context.pool.query(`UPDATE messages SET lease_until = now() - interval '1 min' WHERE id = $1`, [id]);

  it('queues the message again when no body has left', async () => {
    const id = await abandoned(['a@x.test']);
    await expire(id);
    await expect(recoverExpired(context.servicePool, 1_000)).resolves.toEqual([
      expect.objectContaining({ id, status: 'queued', pass: 1 }),
    ]);
    expect(await readMessage(context, id)).toMatchObject({ status: 'queued', lease_until: null });
  });

  it('leaves unconfirmed only the recipients whose body may have left', async () => {
    const id = await abandoned(['a@x.test', 'b@x.test']);
    const attempt = {
      messageId: id,
      ordinal: 0,
      pass: 1,
      destination: 'mx.test',
      sourceAddress: null,
      transport: null,
    };
    await beginAttempts(context.servicePool, { transactions: [[attempt]], workerId, gate });
    await expire(id);
    await recoverExpired(context.servicePool, 1_000);
    const message = await readMessage(context, id);
    expect(message.status).toBe('queued');
    expect(message.recipients.map(({ status }) => status)).toEqual(['unconfirmed', 'queued']);
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'unconfirmed' })]);
  });

  it('is left alone within its grace', async () => {
    const id = await abandoned(['a@x.test']);
    await context.pool.query(`UPDATE messages SET lease_until = now() - interval '2 s' WHERE id = $1`, [id]);
    await expect(recoverExpired(context.servicePool, 10_000)).resolves.toEqual([]);
  });

  it('is taken by one of many sweeps', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => abandoned(['a@x.test'])));
    await Promise.all(ids.map(expire));
    const swept = await Promise.all(
      Array.from({ length: 4 }, () => recoverExpired(context.servicePool, 1_000)),
    );
    expect(
      swept
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });
});

describe('a message that was sent and never reported on', () => {
  it('becomes unconfirmed after a day, not before', async () => {
    const [old, young] = [await queueMessage(context, sender), await queueMessage(context, sender)];
    for (const [id, hours] of [
      [old, 25],
      [young, 23],
    ] as const) {
      await context.pool.query(
        `UPDATE messages SET status = 'sent', sent_at = now() - $2 * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
      await context.pool.query(`UPDATE recipients SET status = 'sent' WHERE message_id = $1`, [id]);
    }
    await expect(closeUnanswered(context.servicePool, 24 * 3_600_000)).resolves.toBe(1);
    expect(await readMessage(context, old)).toMatchObject({ status: 'unconfirmed' });
    expect(await readMessage(context, young)).toMatchObject({ status: 'sent' });
  });
});

it('gives one of many replicas its turn in an interval', async () => {
  const turns = await Promise.all(
    Array.from({ length: 5 }, () => takeTurn(context.servicePool, { name: 'test', intervalMs: 60_000 })),
  );
  expect(turns.filter(Boolean)).toHaveLength(1);
  await expect(takeTurn(context.servicePool, { name: 'test', intervalMs: 0 })).resolves.toBe(true);
});
