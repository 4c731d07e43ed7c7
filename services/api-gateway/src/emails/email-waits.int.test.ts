import type { EmailResource } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { consoleChangesChannel } from '@postrider/contracts/queues';
import type { RedisClient } from '@postrider/messaging';
import { eventually } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { startTestApi, type TestApi } from '../../test/test-api';
import { connectTestRedis } from '../../test/test-redis';
import { useApi } from '../../test/use-api';

const api = useApi({ alone: true });
let redis: RedisClient;
beforeAll(async () => {
  redis = connectTestRedis(api.context.redisUrl);
  await eventually(() => redis.status === 'ready');
});
afterAll(() => redis.disconnect());

const insert = (status: 'queued' | 'delivered') =>
  insertEmail(api.pool, { organizationId: api.organizationId, status });
const wait = (id: string, seconds: number, by: TestApi = api) =>
  by.get<EmailResource>(`/emails/${id}?wait=${seconds}`, api.key);
const ends = (id: string) => api.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [id]);
const publish = (id: string) =>
  redis.publish(consoleChangesChannel, JSON.stringify({ [api.organizationId]: [['email', id, newId()]] }));
const waits = async (by: TestApi = api) =>
  Number(/^email_waits (\d+)$/m.exec(await by.metrics())?.[1] ?? Number.NaN);

it('answers when the email becomes final, as soon as that is published', async () => {
  const id = await insert('queued');
  const answer = wait(id, 60);
  await eventually(async () => (await waits()) === 1);
  await ends(id);
  // A gateway subscribes after it has begun to listen.
  const timer = setInterval(() => void publish(id), 100);
  expect((await answer).body).toMatchObject({ id, last_event: 'delivered', waiting: null });
  clearInterval(timer);
  expect(await waits()).toBe(0);
});

it('answers at once when the email is final, and after the time with what is known', async () => {
  expect((await wait(await insert('delivered'), 60)).body.last_event).toBe('delivered');
  const { status, body } = await wait(await insert('queued'), 1);
  expect([status, body.last_event]).toEqual([200, 'queued']);
});

it('looks for itself, if nothing is published', async () => {
  const id = await insert('queued');
  const answer = wait(id, 60);
  await eventually(async () => (await waits()) === 1);
  await ends(id);
  expect((await answer).body.last_event).toBe('delivered');
});

it('does not answer for a change that leaves it open', async () => {
  const id = await insert('queued');
  let isAnswered = false;
  const answer = wait(id, 60).then((reply) => ((isAnswered = true), reply));
  await eventually(async () => (await waits()) === 1);
  for (let n = 0; n < 5; n += 1) await publish(id);
  await api.get('/keys/me');
  expect(isAnswered).toBe(false);
  await ends(id);
  await publish(id);
  expect((await answer).body.last_event).toBe('delivered');
});

it('refuses more than twenty of a key, and takes others when some have ended', async () => {
  const id = await insert('queued');
  const open = Array.from({ length: 20 }, () => wait(id, 60));
  await eventually(async () => (await waits()) === 20);
  expect((await wait(id, 60)).refusal).toBe('429 rate_limited');
  expect((await api.get(`/emails/${id}`)).status).toBe(200);
  await ends(id);
  await publish(id);
  for (const { status } of await Promise.all(open)) expect(status).toBe(200);
  await eventually(async () => (await waits()) === 0);
});

it('holds no connection to the database while it waits', async () => {
  const id = await insert('queued');
  const open = Array.from({ length: 15 }, () => wait(id, 60));
  await eventually(async () => (await waits()) === 15);
  // Each looks once more when it begins to wait, and every five seconds.
  await eventually(async () => {
    const { rows } = await api.pool.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity
        WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid() AND query LIKE '%messages%'`,
    );
    return rows[0]?.busy === 0;
  });
  await ends(id);
  await publish(id);
  await Promise.all(open);
});

it('ends when the client is gone', async () => {
  const id = await insert('queued');
  const gone = new AbortController();
  const request = fetch(`${api.url}/api/v1/emails/${id}?wait=60`, {
    headers: { authorization: `Bearer ${api.key.token}` },
    signal: gone.signal,
  }).catch(() => undefined);
  await eventually(async () => (await waits()) === 1);
  gone.abort();
  await request;
  await eventually(async () => (await waits()) === 0);
});

it('a wait is answered when the gateway closes', async () => {
  const replica = await startTestApi({ replicaOf: api });
  const id = await insert('queued');
  const answer = wait(id, 60, replica);
  await eventually(async () => (await waits(replica)) === 1);
  await replica.close();
  expect((await answer).body.last_event).toBe('queued');
});

it.each(['0', '61', 'x', '1.5'])('refuses wait=%s', async (seconds) => {
  const id = await insert('queued');
  const { refusal, body } = await api.get(`/emails/${id}?wait=${seconds}`);
  expect(refusal).toBe('422 validation_error');
  expect(JSON.stringify(body)).toContain('wait: must be a whole number between 1 and 60');
});
