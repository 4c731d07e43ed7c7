import fs from 'node:fs';
import path from 'node:path';
import { eventually, freePort, localPath } from '@postrider/testkit';
import pg from 'pg';
import { Redis } from 'ioredis';
import { chooseEngines, ensureEngines } from '../ensure-engines';
import { sourceInUse } from '../source-in-use';
import { findBinaries } from './binaries';
import type { Engines } from '../engine';
import type { EngineSet } from '../engine-set';

const describeWithBinaries = 'found' in findBinaries() ? describe : describe.skip;

/** A set of its own on free ports: no other test uses what is killed here. */
describeWithBinaries('private engines', () => {
  let set: EngineSet;
  let engines: Engines;

  beforeAll(async () => {
    set = {
      name: `engines-${process.pid}`,
      postgresPort: await freePort(),
      redisPort: await freePort(),
      amqpPort: await freePort(),
      amqpManagementPort: await freePort(),
      epmdPort: await freePort(),
      erlangDistributionPort: await freePort(),
    };
    // What a first start leaves that was killed in the middle.
    const remains = localPath('engines', set.name, 'postgres.new', 'data');
    fs.mkdirSync(remains, { recursive: true });
    fs.writeFileSync(path.join(remains, 'PG_VERSION'), '15\n');
    engines = await ensureEngines({ set, sources: ['local'] });
  });
  afterAll(async () => {
    await Promise.all([engines.postgres.destroy(), engines.redis.destroy(), engines.rabbitmq.destroy()]);
    fs.rmSync(localPath('engines', set.name), { recursive: true });
  });

  test('what Postgres has committed outlives kill -9', async () => {
    await query('CREATE TABLE kept (id int)');
    await query('INSERT INTO kept VALUES (1)');
    await engines.postgres.kill();
    expect(await engines.postgres.isReady()).toBe(false);
    await engines.postgres.start();
    expect(await query('SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  test('Postgres commits to disk before it answers', async () => {
    expect(await query('SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  });

  test('a frozen Redis does not answer, a thawed one does', async () => {
    await engines.redis.pause();
    expect(await engines.redis.isReady()).toBe(false);
    await engines.redis.resume();
    await eventually(() => engines.redis.isReady());
  });

  test('Redis never evicts', async () => {
    const redis = new Redis(engines.redis.url);
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    redis.disconnect();
  });

  test('RabbitMQ is back after kill -9', async () => {
    await engines.rabbitmq.kill();
    expect(await engines.rabbitmq.isReady()).toBe(false);
    await engines.rabbitmq.start();
    await eventually(() => engines.rabbitmq.isReady());
  });

  test('another checkout at the same ports gets an error that names their owner', async () => {
    const other = { ...set, name: `${set.name}-other` };
    const { redis } = chooseEngines({ set: other, sources: ['local'] });
    await expect(ensureEngines({ set: other, sources: ['local'] })).rejects.toThrow(/is taken by process/);
    // What a failed start may have left is found by `make down`.
    expect(sourceInUse(other.name)).toBe('local');
    await eventually(() => redis.isReady());
    expect([await redis.isOurs(), await engines.redis.isOurs()]).toEqual([false, true]);
    await expect(redis.start()).rejects.toThrow(
      /^Port \d+, which redis needs, is taken by process \d+ \(.*redis-server.*PORT_OFFSET=\d+ make up$/,
    );
    fs.rmSync(localPath('engines', other.name), { recursive: true, force: true });
  });

  test("the name server of another checkout's RabbitMQ is named when it is in the way", async () => {
    const other = { ...set, name: `${set.name}-named`, amqpPort: await freePort() };
    const { rabbitmq } = chooseEngines({ set: other, sources: ['local'] });
    await expect(rabbitmq.start()).rejects.toThrow(
      /^Port \d+, which rabbitmq's name server epmd needs, is taken by process \d+ \(epmd.*PORT_OFFSET=\d+ make up$/,
    );
    fs.rmSync(localPath('engines', other.name), { recursive: true, force: true });
  });

  test('asked for again, they are those that run', async () => {
    const pidOf = () => fs.readFileSync(localPath('engines', set.name, 'postgres', 'postmaster.pid'), 'utf8');
    const before = pidOf();
    await ensureEngines({ set, sources: ['local'] });
    expect(pidOf()).toBe(before);
  });

  async function query(sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: engines.postgres.url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }
});
