import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createTestContext,
  eventually,
  eventuallyPasses,
  freePort,
  type TestContext,
} from '@postrider/testkit';
import { createLogger, createMetrics, isEngineUnavailable, type Dependency } from '@postrider/runtime';
import { Redis } from 'ioredis';
import { startLink, type Link } from '../../test/start-link';
import { openRedis, createRedis, runScript, type RedisClient } from './redis-client';

const log = createLogger({ name: 'test', level: 'silent' });
const redisProgram = 'redis-server';

let context: TestContext;
let link: Link;
let redis: RedisClient;

beforeAll(async () => {
  context = await createTestContext();
  link = await startLink(context.redisUrl);
  redis = createRedis({ url: link.url, name: 'test', log, commandTimeoutMs: 60_000 });
  await eventually(() => redis.ping().then(() => true));
});
afterAll(async () => {
  redis.disconnect();
  await link.close();
  await context.close();
});

test('without Redis a command fails at once and as an outage; with it back, commands work again', async () => {
  await link.cut();
  const error: unknown = await eventually(() =>
    redis.set('key', 'value').then(
      () => undefined,
      (reason: unknown) => reason,
    ),
  );
  expect(isEngineUnavailable(error)).toBe(true);
  await expect(redis.get('key')).rejects.not.toThrow('Command timed out');
  await link.mend();
  await eventually(() => redis.set('key', 'value').then(() => true));
  expect(await redis.get('key')).toBe('value');
});

test('a command without an answer is given up after its time, as an outage', async () => {
  const impatient = createRedis({ url: link.url, name: 'test', log, commandTimeoutMs: 300 });
  await eventually(() => impatient.ping().then(() => true));
  link.stall();
  const error: unknown = await impatient.get('key').catch((reason: unknown) => reason);
  link.resume();
  impatient.disconnect();
  expect(error).toMatchObject({ message: 'Command timed out' });
  expect(isEngineUnavailable(error)).toBe(true);
});

test('a script runs again after Redis has forgotten it', async () => {
  const script = { name: 'test.sum', lua: "return redis.call('GET', KEYS[1]) + ARGV[1]" };
  await redis.set('{sum}', 2);
  const run = () => runScript(redis, script, { keys: ['{sum}'], args: [3] });
  expect(await run()).toBe(5);
  expect(await run()).toBe(5);
  await redis.script('FLUSH');
  expect(await run()).toBe(5);
});

test('a Redis whose memory is full says so in its own words, how full it is, and whether it deletes keys', async () => {
  // One of its own: a limit on the shared one would stop other tests.
  const port = await freePort();
  const args = [
    '--port',
    String(port),
    '--maxmemory',
    '3mb',
    '--maxmemory-policy',
    'noeviction',
    '--save',
    '',
  ];
  const server = spawn(redisProgram, args, { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const metrics = createMetrics();
  let dependency: Dependency | undefined;
  const service = {
    name: 'full',
    log,
    metrics,
    connect: (given: Dependency) => {
      dependency = given;
      return Promise.resolve();
    },
  };
  const full = await openRedis(service, { REDIS_URL: `redis://127.0.0.1:${port}` });
  try {
    const { signal } = new AbortController();
    await eventually(() => Promise.resolve(dependency?.check(signal)).then(() => true));
    expect(dependency?.refusesWrites?.()).toBeNull();
    const filling = new Redis(port);
    await filling.set('filling', Buffer.alloc(4_000_000)).catch(() => undefined);
    await eventuallyPasses(async () => {
      await dependency?.check(signal);
      expect(dependency?.refusesWrites?.()).toMatch(/^OOM command not allowed/);
    });
    await eventuallyPasses(async () => {
      const [, ratio] = /^redis_memory_used_ratio ([\d.]+)/m.exec(await metrics.text()) ?? [];
      expect(Number(ratio)).toBeGreaterThan(1);
    });
    await filling.del('filling');
    expect(await metrics.text()).not.toContain('redis_evicts_keys{');
    await filling.config('SET', 'maxmemory-policy', 'volatile-lru');
    await eventuallyPasses(async () =>
      expect(await metrics.text()).toContain('redis_evicts_keys{policy="volatile-lru"} 1'),
    );
    filling.disconnect();
    await eventually(async () => {
      await dependency?.check(signal);
      return dependency?.refusesWrites?.() === null;
    });
  } finally {
    full.disconnect();
    server.kill();
    await ended;
  }
});
