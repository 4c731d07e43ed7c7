import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { newId } from '@postrider/contracts/ids';
import { connectBroker, type Broker } from '@postrider/messaging';
import { createLogger, createMetrics } from '@postrider/runtime';
import {
  createBroadcast,
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  eventually,
  eventuallyPasses,
  openTransaction,
  type TestContext,
} from '@postrider/testkit';
import { eventOf } from '../../test/event-of';
import { recountDay } from '../../test/recount-day';

let context: TestContext;
let broker: Broker;
let child: ChildProcess | undefined;

beforeAll(async () => {
  context = await createTestContext();
  const log = createLogger({ name: 'killed test', level: 'silent' });
  broker = await connectBroker({ url: context.amqpUrl, name: 'killed test', log, metrics: createMetrics() });
  await eventuallyPasses(() => broker.ready());
  await broker.assertTopology();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await broker.close();
  await context.close();
});

/** The service as it runs: a process of its own that can be killed. */
function launch(): ChildProcess {
  const main = path.resolve(__dirname, '../../dist/main.js');
  return spawn(process.execPath, [main], {
    env: { ...context.settings, HEALTH_PORT: '0', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
}

async function countedEvents(): Promise<number> {
  const { rows } = await context.servicePool.query<{ count: number }>('SELECT count(*) FROM counted_events');
  return rows[0]?.count ?? 0;
}

async function createTopic(organizationId: string): Promise<string> {
  const id = newId();
  await context.pool.query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'n', 'N', true, now())`,
    [id, organizationId],
  );
  return id;
}

it('counters of the day and of a broadcast equal events after the service was killed in the middle of its work', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const topicId = await createTopic(organizationId);
  const broadcastId = await createBroadcast(context.pool, { organizationId, topicId });
  const message = await createMessage(context.pool, { organizationId, kind: `broadcast.${broadcastId}` });
  await context.pool.query(
    `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, variant, message_id, outcome)
     VALUES ($1, $2, $3, 1, $4, 'submitted')`,
    [broadcastId, newId(), organizationId, message.id],
  );
  const eventsMax = 2_000;
  const publishHalf = async () => {
    for (let count = 0; count < eventsMax / 2; count += 1) {
      const type = count % 2 === 0 ? 'sent' : 'opened';
      const event = await createEmailEvent(context.pool, message, { type });
      void broker.publisher.publishEvent(eventOf(message, event));
    }
    await broker.publisher.drain(30_000);
  };
  await publishHalf();
  child = launch();
  await eventually(async () => (await countedEvents()) > 200);
  // From here on nothing can be committed: the service is killed while it has batches in hand.
  const lock = await openTransaction(context.pool, 'LOCK TABLE broadcast_counters IN ACCESS EXCLUSIVE MODE');
  await publishHalf();
  await lock.isWaitedFor();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await lock.rollback();
  expect(await countedEvents()).toBeLessThan(eventsMax);

  child = launch();
  await eventually(async () => (await countedEvents()) === eventsMax);
  expect(
    await recountDay(context.servicePool, organizationId, new Date().toISOString().slice(0, 10)),
  ).toEqual([]);
  const { rows } = await context.pool.query(
    'SELECT variant, sent::int, opened::int, delivered::int FROM broadcast_counters WHERE broadcast_id = $1',
    [broadcastId],
  );
  expect(rows).toEqual([{ variant: 1, sent: eventsMax / 2, opened: eventsMax / 2, delivered: 0 }]);
});
