import { newId } from '@postrider/contracts/ids';
import { eventually, openTransaction } from '@postrider/testkit';
import { Redis } from 'ioredis';
import { createSender, queueMessage } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { startTestWorker } from '../../test/start-test-worker';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await startWorkerHarness();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.sink.clear();
  harness.sink.behave({ kind: 'accept' });
});

describe('test mode', () => {
  it('records the whole life of a message and sends nothing', async () => {
    const id = await harness.send({ mode: 'test', to: ['complaint+x@y.test'] });
    const message = await harness.reaches(id, 'complained');
    expect(message.events.map(({ type }) => type)).toEqual(['sent', 'delivered', 'complained']);
    expect(message.message_id_header).toBeNull();
    expect(message.attempts).toEqual([]);
    expect(harness.sink.messages).toHaveLength(0);
  });

  it('records the link of a simulated click', async () => {
    const html = '<p><a href="https://shop.test/orders/7">Your order</a></p>';
    const id = await harness.send({ mode: 'test', to: ['click@y.test'], html });
    const { events } = await harness.reaches(id, 'delivered');
    expect(events.map(({ type, url }) => [type, url])).toEqual([
      ['sent', null],
      ['delivered', null],
      ['opened', null],
      ['clicked', 'https://shop.test/orders/7'],
    ]);
  });

  it('fails a message to suppressionlist@ as rejected, without a suppression', async () => {
    const id = await harness.send({ mode: 'test', to: ['suppressionlist@y.test', 'bounce@y.test'] });
    const message = await harness.reaches(id, 'bounced');
    expect(message.recipients.map(({ status }) => status)).toEqual(['failed', 'bounced']);
    const { rows } = await harness.context.pool.query('SELECT 1 FROM suppressions');
    expect(rows).toEqual([]);
  });
});

describe('two workers', () => {
  it('never send one message twice, however often it is enqueued', async () => {
    const other = await startTestWorker(harness.context, {
      DELIVERY_ROUTES: `*=${harness.sink.url}?final=true`,
    });
    const ids = await Promise.all(
      Array.from({ length: 60 }, () => queueMessage(harness.context, harness.sender)),
    );
    await Promise.all([...ids, ...ids, ...ids].map((id) => harness.enqueue(id)));
    await eventually(async () => {
      const { rows } = await harness.context.pool.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM messages WHERE status IN ('queued', 'sending')`,
      );
      return rows[0]?.open === 0;
    });
    expect(harness.sink.messages).toHaveLength(60);
    await other.close();
  });
});

describe('a message in hand', () => {
  it('is sent once, though a crash of the database undid its claim and the same worker claims it again', async () => {
    const { pool } = harness.context;
    const blocker = await openTransaction(pool, 'LOCK TABLE delivery_attempts IN EXCLUSIVE MODE');
    const id = await harness.send();
    await harness.reaches(id, 'sending');
    await pool.query(
      `UPDATE messages SET status = 'queued', rounds = 0, lease_owner = NULL, lease_until = NULL WHERE id = $1`,
      [id],
    );
    await harness.enqueue(id);
    await harness.reaches(id, 'sending');
    await blocker.rollback();
    await harness.reaches(id, 'delivered');
    const next = await harness.send();
    await harness.reaches(next, 'delivered');
    expect(harness.sink.messages).toHaveLength(2);
  });
});

describe('what was never enqueued, or was lost with the broker', () => {
  it('is found by the next look', async () => {
    const id = await queueMessage(harness.context, harness.sender, { dueAt: new Date(Date.now() - 10_000) });
    await harness.reaches(id, 'delivered');
    const message = await harness.read(id);
    expect(message.rounds).toBe(1);
  });
});

describe('a scheduled message', () => {
  it('is sent at its time, not before', async () => {
    const scheduledAt = new Date(Date.now() + 1_500);
    const id = await queueMessage(harness.context, harness.sender, { scheduledAt });
    await harness.enqueue(id);
    const message = await harness.reaches(id, 'delivered');
    const lateMs = (message.sent_at?.getTime() ?? 0) - scheduledAt.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
  });

  it('is sent although Redis was wiped', async () => {
    const id = await queueMessage(harness.context, harness.sender, {
      scheduledAt: new Date(Date.now() + 1_500),
    });
    const redis = new Redis(harness.context.redisUrl);
    await redis.flushdb();
    await redis.quit();
    await harness.reaches(id, 'delivered');
  });
});

describe('an organization that may not send', () => {
  it('has its messages sent once it may', async () => {
    const pause = (at: Date | null) =>
      harness.context.pool.query('UPDATE organizations SET under_review_at = $1 WHERE id = $2', [
        at,
        harness.sender.organizationId,
      ]);
    await pause(new Date());
    const id = await harness.send();
    const other = await createSender(harness.context);
    const sent = await queueMessage(harness.context, other);
    // Looks have passed, and found the other one.
    await harness.reaches(sent, 'delivered');
    expect(await harness.read(id)).toMatchObject({ status: 'queued', rounds: 0 });
    await pause(null);
    await harness.reaches(id, 'delivered');
  });
});

describe('a drained queue', () => {
  it('is left alone by all workers while others are sent, and all of it is sent once when it is resumed', async () => {
    const { pool } = harness.context;
    const other = await startTestWorker(harness.context, {
      DELIVERY_ROUTES: `*=${harness.sink.url}?final=true`,
    });
    await pool.query(
      `INSERT INTO queue_drains (id, queue, reason, operator) VALUES ($1, 'transactional', 'maintenance', 'olga')`,
      [newId()],
    );
    const scheduledAt = new Date(Date.now() + 500);
    const ids = await Promise.all([
      ...Array.from({ length: 30 }, () => harness.send()),
      queueMessage(harness.context, harness.sender, { scheduledAt }),
    ]);
    const expiring = await harness.send({ expiresAt: scheduledAt });
    const redis = new Redis(harness.context.redisUrl);
    await redis.flushdb();
    await redis.quit();
    // It fails on time: the look that finds it comes after the scheduled one has come due.
    await harness.reaches(expiring, 'failed');
    await harness.reaches(await harness.send({ lane: 'bulk' }), 'delivered');
    for (const id of ids) expect(await harness.read(id)).toMatchObject({ status: 'queued', rounds: 0 });
    expect(harness.sink.messages).toHaveLength(1);

    await pool.query('UPDATE queue_drains SET ended_at = now()');
    for (const id of ids) expect(await harness.reaches(id, 'delivered')).toMatchObject({ rounds: 1 });
    expect(harness.sink.messages).toHaveLength(ids.length + 1);
    await other.close();
  });
});

describe('a job that is not one', () => {
  it('is dead-lettered and stops nothing', async () => {
    await harness.worker.broker.publisher.publishJob('send.transactional', { nonsense: true } as never);
    const id = await harness.send();
    await harness.reaches(id, 'delivered');
  });
});
