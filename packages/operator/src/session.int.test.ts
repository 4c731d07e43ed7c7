import { connect, createServer, type AddressInfo } from 'node:net';
import { quotaCounters } from '@postrider/admission';
import { createRedis } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { createOrganization, createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { createOperator } from '../test/run-operator';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('tells gateways of a change at once also where Redis takes a while to connect', async () => {
  const redisUrl = new URL(context.settings.REDIS_URL);
  // What TLS to a Redis far away takes, or a machine that is busy.
  const slow = createServer((client) => {
    client.on('error', () => undefined);
    const timer = setTimeout(() => {
      const upstream = connect(Number(redisUrl.port), redisUrl.hostname);
      upstream.on('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
    }, 300);
    client.on('close', () => clearTimeout(timer));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const slowUrl = new URL(redisUrl);
  slowUrl.port = String((slow.address() as AddressInfo).port);
  const { id, slug } = await createOrganization(context.pool, { kind: 'client' });
  const { monthKey } = quotaCounters(id, 'free', new Date());
  const log = createLogger({ name: 'test', level: 'silent' });
  const redis = createRedis({ url: redisUrl.href, name: 'operator test', log, commandTimeoutMs: 60_000 });
  try {
    await eventually(() => redis.status === 'ready');
    await redis.set(monthKey, 7);
    const far = createOperator(context, { REDIS_URL: slowUrl.href });
    const paused = await far.run('organizations', 'pause', slug, '--reason', 'asked to');
    expect(paused).toMatchObject({ exitCode: 0, stderr: '' });
    const changed = await far.run('organizations', 'set-plan', slug, 'starter');
    expect(changed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await redis.exists(monthKey)).toBe(0);
  } finally {
    await redis.quit();
    slow.close();
  }
});
