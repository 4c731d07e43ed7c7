import { eventually } from '@postrider/testkit';
import { Redis } from 'ioredis';
import { queueMessage } from '../../test/queue-message';
import { openStage, type Stage } from '../../test/stage';
import { startTestWorker } from '../../test/start-test-worker';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  stage.sink.clear();
  stage.sink.behave({ kind: 'accept' });
});

describe('test mode', () => {
  it('records the whole life of a message and sends nothing', async () => {
    const id = await stage.send({ mode: 'test', to: ['complaint+x@y.test'] });
    const message = await stage.reaches(id, 'complained');
    expect(message.events.map(({ type }) => type)).toEqual(['sent', 'delivered', 'complained']);
    expect(message.message_id_header).toBeNull();
    expect(message.attempts).toEqual([]);
    expect(stage.sink.messages).toHaveLength(0);
  });

  it('fails a message to suppressionlist@ as rejected, and suppresses nobody', async () => {
    const id = await stage.send({ mode: 'test', to: ['suppressionlist@y.test', 'bounce@y.test'] });
    const message = await stage.reaches(id, 'bounced');
    expect(message.recipients.map(({ status }) => status)).toEqual(['failed', 'bounced']);
    const { rows } = await stage.context.pool.query('SELECT 1 FROM suppressions');
    expect(rows).toEqual([]);
  });
});

describe('two workers', () => {
  it('never send one message twice, however often it is enqueued', async () => {
    const other = await startTestWorker(stage.context, {
      DELIVERY_ROUTES: `*=${stage.sink.url}?final=true`,
    });
    const ids = await Promise.all(
      Array.from({ length: 60 }, () => queueMessage(stage.context, stage.sender)),
    );
    await Promise.all([...ids, ...ids, ...ids].map((id) => stage.enqueue(id)));
    await eventually(async () => {
      const { rows } = await stage.context.pool.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM messages WHERE status IN ('queued', 'sending')`,
      );
      return rows[0]?.open === 0;
    });
    expect(stage.sink.messages).toHaveLength(60);
    await other.close();
  });
});

describe('what was never enqueued, or was lost with the broker', () => {
  it('is found by the sweep', async () => {
    const id = await queueMessage(stage.context, stage.sender, { dueAt: new Date(Date.now() - 10_000) });
    await stage.reaches(id, 'delivered');
    const message = await stage.read(id);
    expect(message.rounds).toBe(1);
  });
});

describe('a scheduled message', () => {
  it('is sent at its time, not before', async () => {
    const scheduledAt = new Date(Date.now() + 1_500);
    const id = await queueMessage(stage.context, stage.sender, { scheduledAt });
    await stage.enqueue(id);
    const message = await stage.reaches(id, 'delivered');
    expect(message.sent_at?.getTime()).toBeGreaterThanOrEqual(scheduledAt.getTime());
  });

  it('is sent although Redis was wiped', async () => {
    const id = await queueMessage(stage.context, stage.sender, { scheduledAt: new Date(Date.now() + 1_500) });
    const redis = new Redis(stage.context.redisUrl);
    await redis.flushdb();
    await redis.quit();
    await stage.reaches(id, 'delivered');
  });
});

describe('an organization that may not send', () => {
  it('has its messages sent once it may', async () => {
    const pause = (at: Date | null) =>
      stage.context.pool.query('UPDATE organizations SET under_review_at = $1 WHERE id = $2', [
        at,
        stage.sender.organizationId,
      ]);
    await pause(new Date());
    const id = await stage.send();
    await eventually(async () => (await stage.read(id)).due_at.getTime() > Date.now() + 30_000);
    await pause(null);
    await stage.context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    await stage.enqueue(id);
    await stage.reaches(id, 'delivered');
  });
});

describe('a job that is not one', () => {
  it('is put aside and stops nothing', async () => {
    await stage.worker.broker.publisher.publishJob('send.transactional', { nonsense: true } as never);
    const id = await stage.send();
    await stage.reaches(id, 'delivered');
  });
});
