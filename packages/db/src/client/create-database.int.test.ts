import type { PrismaClient } from '../generated/client';
import { newId } from '@postrider/contracts/ids';
import { createMetrics, isEngineUnavailable } from '@postrider/runtime';
import { createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { isUniqueViolation } from '../database-errors';
import { createApiGatewayDatabase, type ApiGatewayDatabase } from './create-database';

let context: TestContext;
let database: ApiGatewayDatabase;
const lost: Error[] = [];
beforeAll(async () => {
  context = await createTestContext();
  // A server whose clock shows another zone must not shift Prisma's timestamps.
  await context.pool.query(
    `ALTER DATABASE "${new URL(context.databaseUrl).pathname.slice(1)}" SET timezone = 'Asia/Tokyo'`,
  );
  database = createApiGatewayDatabase({
    url: context.databaseUrl,
    applicationName: 'database test',
    poolSize: 3,
    onConnectionError: (error) => lost.push(error),
  });
});
afterAll(async () => {
  await database.close();
  await context.close();
});

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const organization = (slug: string) => ({ id: newId(), slug, name: slug, kind: 'client', plan: 'free' });

describe('the database', () => {
  it('shares one pool between pg and Prisma', async () => {
    await Promise.all(Array.from({ length: 10 }, () => database.prisma.organization.count()));
    expect(database.pool.totalCount).toBeGreaterThan(0);
    const { rows } = await context.pool.query<{ connections: number }>(
      "SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name = 'database test'",
    );
    expect(rows[0]?.connections).toBe(database.pool.totalCount);
    expect(database.pool.totalCount).toBeLessThanOrEqual(3);
  });

  it('compiles no statement, which takes longer than running it', async () => {
    const { rows } = await database.pool.query<{ jit: string }>('SHOW jit');
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it('knows in the words of PostgreSQL that its disk is full, on whichever connection', async () => {
    const fail = (reason: string) =>
      `DO $$ BEGIN RAISE EXCEPTION '${reason}' USING ERRCODE = 'disk_full'; END $$`;
    expect(database.refusesWrites()).toBeNull();
    await caught(database.pool.query(`DO $$ BEGIN RAISE EXCEPTION 'another error'; END $$`));
    expect(database.refusesWrites()).toBeNull();
    expect(await caught(database.pool.query(fail('no space left 1')))).toBeDefined();
    expect(database.refusesWrites()).toBe('53100: no space left 1');
    const client = await database.pool.connect();
    expect(await caught(client.query(fail('no space left 2')))).toBeDefined();
    client.release();
    expect(database.refusesWrites()).toBe('53100: no space left 2');
  });

  it('measures all waits for a connection, however they end, and loses no connection', async () => {
    const metrics = createMetrics();
    const measured = createApiGatewayDatabase({
      url: context.databaseUrl,
      applicationName: 'measured pool',
      poolSize: 1,
      // Both of those refused below wait for so long; one that connects must not.
      connectionTimeoutMs: 5_000,
      metrics,
      onConnectionError: (error) => lost.push(error),
    });
    const { pool } = measured;
    const held = await pool.connect();
    const refused = await Promise.all([caught(pool.connect()), caught(pool.query('SELECT 1'))]);
    expect(refused).toEqual([expect.any(Error), expect.any(Error)]);
    held.release();
    await Promise.all(Array.from({ length: 5 }, () => pool.query('SELECT 1')));
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
    const [, waits] = /^database_pool_wait_seconds_count (\d+)$/m.exec(await metrics.text()) ?? [];
    // The first one, the two refused, and four of five that shared a connection.
    expect(Number(waits)).toBe(7);
    // What finds a free connection does not wait, also when a scrape comes in the same turn.
    const asked = pool.query('SELECT 1');
    const text = await metrics.text();
    await asked;
    expect(text).toContain('database_pool_waiting 0\n');
    await measured.close();
  });

  it('keeps times exact on both ways, whatever the time zone of the server', async () => {
    const createdAt = new Date('2026-11-20T23:30:00.123Z');
    const { id } = await database.prisma.organization.create({
      data: { ...organization('times'), createdAt },
    });
    expect((await database.prisma.organization.findUniqueOrThrow({ where: { id } })).createdAt).toEqual(
      createdAt,
    );
    const { rows } = await database.pool.query<{ created_at: Date; day: string }>(
      'SELECT created_at, created_at::date AS day FROM organizations WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ created_at: createdAt, day: '2026-11-20' }]);
  });

  it('reads int8 as a number, and refuses one that a number cannot hold', async () => {
    const { rows } = await database.pool.query<{ n: number }>('SELECT 9007199254740991::int8 AS n');
    expect(rows[0]?.n).toBe(Number.MAX_SAFE_INTEGER);
    expect(await caught(database.pool.query('SELECT 9007199254740992::int8'))).toBeInstanceOf(RangeError);
  });

  it('recognises a duplicate from Prisma and from pg by the name of its index', async () => {
    await database.prisma.organization.create({ data: organization('twice') });
    const fromPrisma = await caught(database.prisma.organization.create({ data: organization('twice') }));
    const fromPg = await caught(
      database.pool.query('INSERT INTO organizations SELECT (o).* FROM organizations o LIMIT 1'),
    );
    expect(isUniqueViolation(fromPrisma, 'organizations_slug_key')).toBe(true);
    expect(isUniqueViolation(fromPrisma, 'organizations_pkey')).toBe(false);
    expect(isUniqueViolation(fromPg, 'organizations_pkey')).toBe(true);
    expect(isEngineUnavailable(fromPrisma) || isEngineUnavailable(fromPg)).toBe(false);
  });

  it('counts a statement that takes too long as unavailable, from Prisma and from pg', async () => {
    const impatient = createApiGatewayDatabase({
      url: context.databaseUrl,
      applicationName: 'impatient',
      statementTimeoutMs: 300,
      onConnectionError: () => undefined,
    });
    const errors = [
      await caught(impatient.pool.query('SELECT pg_sleep(60)')),
      await caught((impatient.prisma as PrismaClient).$queryRaw`SELECT pg_sleep(60)::text`),
    ];
    await impatient.close();
    expect(errors.map(isEngineUnavailable)).toEqual([true, true]);
  });

  it('survives the loss of idle connections, reports it, and connects again', async () => {
    await database.ping(60_000);
    const lostBefore = lost.length;
    const { rowCount } = await context.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'database test'",
    );
    expect(rowCount).toBeGreaterThan(0);
    await eventually(() => lost.length - lostBefore >= Number(rowCount));
    await database.ping(60_000);
  });

  it('reports a server that is not there as unavailable, from Prisma and from pg', async () => {
    const nowhere = createApiGatewayDatabase({
      url: 'postgres://away@127.0.0.1:1/none',
      applicationName: 'database test',
      onConnectionError: () => undefined,
    });
    const errors = [
      await caught(nowhere.ping()),
      await caught(nowhere.prisma.organization.count()),
      await caught(nowhere.prisma.$transaction((transaction) => transaction.organization.count())),
    ];
    expect(errors.map(isEngineUnavailable)).toEqual([true, true, true]);
    await nowhere.close();
  });
});
