import amqp from 'amqplib';
import { Redis } from 'ioredis';
import { createApiKey } from '../factories/create-api-key';
import { createDomain } from '../factories/create-domain';
import { createOrganization } from '../factories/create-organization';
import { createWebhookEndpoint } from '../factories/create-webhook-endpoint';
import { createTestContext, withTestContext, type TestContext } from './test-context';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

async function countOf(table: string, { pool }: TestContext): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return Number(rows[0]?.count);
}

test('factories insert rows that the schema accepts', async () => {
  const { id: organizationId } = await createOrganization(context.pool, { plan: 'free', kind: 'client' });
  const domain = await createDomain(context.pool, { organizationId });
  const key = await createApiKey(context.pool, { organizationId, mode: 'test', domainIds: [domain.id] });
  await createWebhookEndpoint(context.pool, { organizationId, url: 'https://hook.test/' });
  expect(key.token).toMatch(/^pr_test_/);
  expect(domain.dkim.record.value).toMatch(/^v=DKIM1; k=rsa; p=/);
  for (const table of ['organizations', 'domains', 'dkim_keys', 'api_keys', 'webhook_endpoints']) {
    expect([table, await countOf(table, context)]).toEqual([table, 1]);
  }
});

test('another context sees neither rows nor keys nor queues of this one', async () => {
  await createOrganization(context.pool);
  const mine = { redis: new Redis(context.redisUrl), broker: await amqp.connect(context.amqpUrl) };
  await mine.redis.set('mark', '1');
  await (await mine.broker.createChannel()).assertQueue('mark');
  await withTestContext(async (other) => {
    expect(await countOf('organizations', other)).toBe(0);
    const redis = new Redis(other.redisUrl);
    expect(await redis.get('mark')).toBeNull();
    redis.disconnect();
    const broker = await amqp.connect(other.amqpUrl);
    const channel = await broker.createChannel();
    channel.on('error', () => undefined);
    await expect(channel.checkQueue('mark')).rejects.toThrow(/NOT_FOUND/);
    await broker.close();
  });
  mine.redis.disconnect();
  await mine.broker.close();
});

test('a closed context leaves no database behind', async () => {
  const name = await withTestContext(({ databaseUrl }) =>
    Promise.resolve(new URL(databaseUrl).pathname.slice(1)),
  );
  const { rowCount } = await context.pool.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  expect(rowCount).toBe(0);
});
