import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@postrider/contracts/ids';
import type { Lane } from '@postrider/contracts/statuses';
import { connectBroker, type Broker } from '@postrider/messaging';
import { uuidV7Floor } from '@postrider/db';
import { createLogger, createMetrics, type Metrics } from '@postrider/runtime';
import {
  createMessage,
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  eventuallyPasses,
  type TestContext,
} from '@postrider/testkit';
import { readBacklog } from './backlog.repository';
import { watchBacklog } from './watch-backlog';

let context: TestContext;
let broker: Broker;
const log = createLogger({ name: 'backlog test', level: 'silent' });

beforeAll(async () => {
  context = await createTestContext();
  broker = await connectBroker({ url: context.amqpUrl, name: 'backlog test', log, metrics: createMetrics() });
  await eventuallyPasses(() => broker.ready());
  await broker.assertTopology();
});
afterAll(async () => {
  await broker.close();
  await context.close();
});

/** What a scrape of the process would bring. */
async function scrape(metrics: Metrics): Promise<string> {
  const server = createServer((request, response) => metrics.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    return await response.text();
  } finally {
    server.close();
  }
}

/** Within 50 s: rows are written some time before they are counted. */
const about = (seconds: number): unknown => expect.closeTo(seconds, -2);

/** @param secondsAgo when it was due; negative: when it will be */
async function queued(lane: Lane, secondsAgo: number): Promise<string> {
  const { id: organizationId } = await createOrganization(context.pool);
  const { id } = await createMessage(context.pool, { organizationId, status: 'queued', finalAt: null });
  await context.pool.query(
    `UPDATE messages SET lane = $2, due_at = now() - $3 * interval '1 s' WHERE id = $1`,
    [id, lane, secondsAgo],
  );
  return id;
}

it('reports for each lane what is due, for how long, and what is in hand, without what is not due', async () => {
  await queued('transactional', 4_000);
  await queued('transactional', 500);
  await queued('transactional', -3_600);
  const held = await queued('bulk', 9);
  await context.pool.query(
    `UPDATE messages SET status = 'sending', lease_until = now() + interval '1 h', lease_owner = $2 WHERE id = $1`,
    [held, newId()],
  );
  const { messages } = await readBacklog(context.servicePool, ['transactional', 'bulk', 'test']);
  expect(messages).toEqual([
    { lane: 'transactional', due: 2, oldestSeconds: about(4_000), inHand: 0 },
    { lane: 'bulk', due: 0, oldestSeconds: 0, inHand: 1 },
    { lane: 'test', due: 0, oldestSeconds: 0, inHand: 0 },
  ]);
});

it('does not count mail that no worker may claim, and has the age of each drain', async () => {
  const backlogOf = async () => readBacklog(context.servicePool, ['bulk']);
  const [paused, drained] = [await queued('bulk', 5_000), await queued('bulk', 3_000)];
  await queued('bulk', 1_000);
  await context.pool.query(
    `UPDATE organizations SET sending_paused_at = now() WHERE id = (SELECT organization_id FROM messages WHERE id = $1)`,
    [paused],
  );
  await context.pool.query('UPDATE messages SET rounds = 1 WHERE id = $1', [drained]);
  expect((await backlogOf()).messages).toMatchObject([{ due: 2, oldestSeconds: about(3_000) }]);
  await context.pool.query(
    `INSERT INTO queue_drains (id, queue, reason, operator, started_at, ended_at) VALUES
       ($1, 'retry', 'why', 'olga', now() - interval '6000 s', NULL), ($2, 'bulk', 'why', 'olga', now(), now())`,
    [newId(), newId()],
  );
  expect(await backlogOf()).toMatchObject({
    messages: [{ due: 1, oldestSeconds: about(1_000) }],
    drains: [{ queue: 'retry', seconds: about(6_000) }],
  });
});

it('the backlog has the age of late webhook deliveries, apart for endpoints that fail', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const endpoint = () =>
    createWebhookEndpoint(context.pool, { organizationId, url: 'https://hooks.example.com/' });
  const [answering, failing] = [await endpoint(), await endpoint()];
  await context.pool.query('UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1', [failing.id]);
  const ids = [newId(), newId(), newId(), newId()];
  await context.pool.query(
    `INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, status, attempts,
       next_attempt_at, created_at)
     SELECT id, $2, endpoint, id, 'email.sent', 'pending', 0, now() - late * interval '1 s', now()
     FROM unnest($1::uuid[], $3::uuid[], ARRAY[3000, 7000, -6000, 50000]) AS d(id, endpoint, late)`,
    [ids, organizationId, [answering.id, answering.id, answering.id, failing.id]],
  );
  const { deliveries } = await readBacklog(context.servicePool, ['bulk']);
  expect(deliveries).toEqual({
    due: 3,
    oldestSeconds: { answering: about(7_000), failing: about(50_000) },
  });
});

it('the backlog has the age of events that a consumer may not have handled, beyond what its sweep waits', async () => {
  const sweptUntil = (cursor: string, secondsAgo: number) =>
    context.pool.query(
      `INSERT INTO sweep_cursors (name, position, updated_at) VALUES ($1, $2, now())
       ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
      [cursor, uuidV7Floor(new Date(Date.now() - secondsAgo * 1_000))],
    );
  const backlogOf = async () => readBacklog(context.servicePool, ['bulk']);
  expect(await backlogOf()).toMatchObject({ events: [], activityBehindSeconds: null });
  await sweptUntil('webhook-dispatcher.missed-events', 1_210);
  await sweptUntil('metrics-aggregator.missed-events', 10);
  await sweptUntil('metrics-aggregator.contact-activity', 7_210);
  expect(await backlogOf()).toMatchObject({
    events: [
      { consumer: 'metrics-aggregator', oldestSeconds: about(0) },
      { consumer: 'webhook-dispatcher', oldestSeconds: about(1_200) },
    ],
    activityBehindSeconds: about(7_200),
  });
});

it('reports what a restored backup keeps from being sent', async () => {
  const id = await queued('bulk', 9);
  await context.pool.query(
    `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
     SELECT id, organization_id, 'restored', 'postrider', now(), due_at FROM messages WHERE id = $1`,
    [id],
  );
  const { restored } = await readBacklog(context.servicePool, ['bulk']);
  expect(restored).toEqual({ messages: 1, broadcasts: 0, runs: 0 });
});

it('counts messages whose outcome is unknown until they are closed', async () => {
  const id = await queued('bulk', 9);
  const count = async () => (await readBacklog(context.servicePool, ['bulk'])).unconfirmed;
  await context.pool.query(`UPDATE messages SET status = 'unconfirmed', due_at = NULL WHERE id = $1`, [id]);
  expect(await count()).toBe(1);
  await context.pool.query(`UPDATE messages SET status = 'delivered' WHERE id = $1`, [id]);
  expect(await count()).toBe(0);
});

it('the backlog is exported by one replica at a time, with the depth and dead letters of every queue', async () => {
  const metrics = [createMetrics(), createMetrics()];
  const watches = metrics.map((each) =>
    watchBacklog({ pool: context.servicePool, broker, log, metrics: each, intervalMs: 20 }),
  );
  await eventuallyPasses(async () => {
    const texts = await Promise.all(metrics.map(scrape));
    const text = texts.join('\n');
    expect(text).toMatch(/messages_oldest_due_seconds\{lane="transactional"\} \d+/);
    expect(text).toMatch(/messages_drained_seconds\{queue="retry"\} \d+/);
    expect(text).toMatch(/messages_in_hand\{lane="bulk"\} 1/);
    expect(text).toMatch(/webhook_deliveries_due 3/);
    expect(text).toMatch(/webhook_deliveries_oldest_due_seconds\{endpoint="answering"\} \d+/);
    expect(text).toMatch(/events_oldest_waiting_seconds\{consumer="webhook-dispatcher"\} \d+/);
    expect(text).toMatch(/contact_activity_behind_seconds \d+/);
    expect(text).toMatch(/restored_held\{kind="messages"\} 1/);
    expect(text).toMatch(/queue_messages\{queue="send.transactional"\} 0/);
    expect(text).toMatch(/queue_dead_letters\{queue="send.transactional"\} 0/);
  });
  await Promise.all(watches.map((watch) => watch.close()));
});
