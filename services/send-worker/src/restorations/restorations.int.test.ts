import { newId } from '@postrider/contracts/ids';
import { uuidV7Floor } from '@postrider/db';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { eventually, withTestContext } from '@postrider/testkit';
import { queueMessage, type QueuedOverrides } from '../../test/queue-message';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { lookAtDatabase } from './look.repository';

let harness: WorkerHarness;
let worker: TestWorker | undefined;

beforeAll(async () => {
  harness = await startWorkerHarness({}, { constants: { leaseGraceMs: 200 } });
});
beforeEach(async () => {
  await harness.context.pool.query(`DELETE FROM message_holds`);
  await harness.context.pool.query(
    `UPDATE messages SET status = 'canceled' WHERE status IN ('queued', 'sending')`,
  );
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(() => harness.close());

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  harness.context.pool.query<Row>(sql, values).then(({ rows }) => rows);
const queue = (overrides: QueuedOverrides = {}) => queueMessage(harness.context, harness.sender, overrides);
const inTheSink = (id: string) => harness.sink.messages.filter(({ raw }) => raw.includes(id)).length;
const reasonOf = async (id: string) =>
  (await query<{ reason: string }>('SELECT reason FROM message_holds WHERE message_id = $1', [id]))[0]
    ?.reason;
const restorations = () =>
  query<{ reason: string; messages: number; broadcasts: number; runs: number; held: boolean }>(
    `SELECT reason, messages, broadcasts, runs, held_at IS NOT NULL AS held FROM restorations ORDER BY id`,
  );
const isHeld = (count: number) =>
  eventually(
    async () => {
      const found = await restorations();
      return found.length === count && found.every(({ held }) => held);
    },
    { what: `${count} restorations with everything held` },
  );

/** As a backup has it from when it had been deferred: it is not due before everybody has looked. */
async function bringBack(id: string): Promise<void> {
  await query('DELETE FROM email_events WHERE message_id = $1', [id]);
  await query(`UPDATE recipients SET status = 'queued' WHERE message_id = $1`, [id]);
  await query(
    `UPDATE messages SET status = 'queued', rounds = 0, first_attempt_at = NULL, sent_at = NULL, final_at = NULL,
       message_id_header = NULL, due_at = now() + interval '1 h' WHERE id = $1`,
    [id],
  );
  // What tells workers comes last.
  await query('DELETE FROM delivery_attempts WHERE message_id = $1', [id]);
}

async function insertRun(): Promise<string> {
  const id = newId();
  await query(
    `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, due_at, one_per_contact, started_at)
     VALUES ($1, $2, $1, 1, $1, $1, now() - interval '1 h', false, now())`,
    [id, harness.sender.organizationId],
  );
  return id;
}

async function insertBroadcast(): Promise<string> {
  const id = newId();
  await query(
    `WITH topic AS (
       INSERT INTO topics (id, organization_id, slug, name, default_opt_in) VALUES ($1, $2, $3, 'News', true)
     )
     INSERT INTO broadcasts (id, organization_id, name, segment_id, topic_id, domain_id, api_key_id, from_header, from_address,
       subject, text, status, scheduled_at)
     VALUES ($1, $2, 'May', $1, $1, $1, $1, 'a@b.test', 'a@b.test', 'Hi', 'News', 'scheduled', now() - interval '1 h')`,
    [id, harness.sender.organizationId, `t${id}`],
  );
  return id;
}

async function withRedis(work: (redis: RedisClient) => Promise<unknown>): Promise<void> {
  const redis = createRedis({
    commandTimeoutMs: 60_000,
    url: harness.context.redisUrl,
    name: 'restorations test',
    log: createLogger({ name: 'restorations test', level: 'silent' }),
  });
  await eventually(() => redis.status === 'ready');
  await work(redis);
  redis.disconnect();
}

const start = async () => {
  worker = await startTestWorker(harness.context, { DELIVERY_ROUTES: `*=${harness.sink.url}?final=true` });
};

it('a database that does not know what was sent holds what is due, of this worker and of the next; later mail is sent', async () => {
  const sent = await harness.send();
  await harness.reaches(sent, 'delivered');
  const scheduled = await queue({ scheduledAt: new Date(Date.now() + 3_600_000) });
  const reviewed = await queue({ dueAt: null });
  await query(
    `INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'flagged')`,
    [reviewed, harness.sender.organizationId],
  );
  const gone = await queue({ dueAt: new Date(Date.now() + 3_600_000) });
  await query(
    `UPDATE messages SET status = 'sending', rounds = 1, lease_owner = $2, lease_until = now() + interval '1 h' WHERE id = $1`,
    [gone, newId()],
  );
  await bringBack(sent);
  await eventually(async () => (await restorations()).length === 1);
  await query(`UPDATE messages SET lease_until = now() - interval '1 s' WHERE id = $1`, [gone]);
  await isHeld(1);

  for (const id of [sent, reviewed, gone]) expect(await reasonOf(id)).toBe('restored');
  expect(await reasonOf(scheduled)).toBeUndefined();
  expect(await restorations()).toEqual([{ reason: 'mark', messages: 3, broadcasts: 0, runs: 0, held: true }]);
  const later = await harness.send();
  await harness.reaches(later, 'delivered');
  // The sweeps have looked for what is due, and the next worker finds nothing that was not reported to an operator.
  await start();
  const afterwards = await harness.send();
  await harness.reaches(afterwards, 'delivered');
  expect(await restorations()).toHaveLength(1);
  expect(inTheSink(sent)).toBe(1);
});

it('mail, broadcasts and runs that were due long before anybody looked are held where Redis remembers nothing', async () => {
  await harness.worker.close();
  await withRedis((redis) => redis.flushdb());
  const overdue = await queue({ dueAt: new Date(Date.now() - 3_600_000) });
  const [run, broadcast] = [await insertRun(), await insertBroadcast()];
  await query(`UPDATE sweep_cursors SET updated_at = now() - interval '1 h' WHERE name = 'send-worker.due'`);
  await start();
  await isHeld(2);
  expect(await reasonOf(overdue)).toBe('restored');
  expect((await restorations()).at(-1)).toEqual({
    ...{ reason: 'overdue', held: true },
    ...{ messages: 1, broadcasts: 1, runs: 1 },
  });
  // New mail is sent; what is held has not moved.
  const later = await harness.send();
  await harness.reaches(later, 'delivered');
  expect(
    await query('SELECT status, position, due_at, held_at > $2 AS held FROM automation_runs WHERE id = $1', [
      ...[run, new Date(0)],
    ]),
  ).toEqual([{ status: 'running', position: '0', due_at: null, held: true }]);
  expect(
    await query('SELECT status, started_at, held_at > $2 AS held FROM broadcasts WHERE id = $1', [
      ...[broadcast, new Date(0)],
    ]),
  ).toEqual([{ status: 'scheduled', started_at: null, held: true }]);
});

it('an idle installation whose last message retention has dropped is no restored one', async () => {
  const before = (await restorations()).length;
  await query('DELETE FROM messages');
  const [installation] = await query<{ id: string }>('SELECT id FROM installations');
  const dropped = uuidV7Floor(new Date(Date.now() - 60 * 86_400_000));
  const key = `postrider:{${installation?.id ?? ''}}:send-marks`;
  await withRedis((redis) => redis.hset(key, { [newId()]: `${dropped} 0 1 ${Date.now()}` }));
  await start();
  const later = await harness.send();
  await harness.reaches(later, 'delivered');
  expect(await restorations()).toHaveLength(before);
});

it('a database that was created again on the same server is judged again', async () => {
  const known = await lookAtDatabase(harness.context.pool, []);
  expect((await lookAtDatabase(harness.context.pool, [])).server).toBe(known.server);
  await withTestContext(async ({ pool }) => {
    expect((await lookAtDatabase(pool, [])).server).not.toBe(known.server);
  });
});
