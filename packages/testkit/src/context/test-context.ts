import { createDatabase } from '@postrider/db';
import pg from 'pg';
import { createTestDatabase, dropTestDatabase } from './test-database';
import { leaseRedisDatabase } from './redis-database';
import { testEngines } from './test-run';
import { createVirtualHost } from './virtual-host';

/** Engines that belong to one test file alone: nothing it does can be seen by another, except what it publishes on channels of Redis. */
export interface TestContext {
  /** A migrated, empty database. */
  readonly databaseUrl: string;
  /** An empty Redis database. */
  readonly redisUrl: string;
  /** An empty virtual host. */
  readonly amqpUrl: string;
  /** For the factories and for looking at rows; at most 5 connections. */
  readonly pool: pg.Pool;
  /** For the code under test: a pool as services have it. Connects on first use. */
  readonly servicePool: pg.Pool;
  /** The three URLs under the names of the services' settings. */
  readonly settings: { DATABASE_URL: string; REDIS_URL: string; AMQP_URL: string };
  /** Drops all of it. */
  close(): Promise<void>;
}

/** A busy machine is no outage. */
export const databasePatience = {
  ...{ statementTimeoutMs: 50_000, lockTimeoutMs: 50_000 },
  ...{ connectionTimeoutMs: 50_000, idleInTransactionTimeoutMs: 50_000 },
};

/** @param options.seededTemplate of `ensureSeededTemplate`: then the database is not empty */
export async function createTestContext(
  options: { readonly seededTemplate?: string } = {},
): Promise<TestContext> {
  const engines = testEngines();
  const { seededTemplate } = options;
  const [databaseUrl, redis, virtualHost] = await Promise.all([
    createTestDatabase(engines.adminUrl, seededTemplate ?? engines.templateDatabase),
    leaseRedisDatabase(engines.redisUrl),
    createVirtualHost(engines.amqpUrl, engines.amqpManagementUrl),
  ]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
  pool.on('error', () => undefined);
  const database = createDatabase({
    url: databaseUrl,
    applicationName: 'test',
    ...databasePatience,
    onConnectionError: () => undefined,
  });
  return {
    databaseUrl,
    redisUrl: redis.url,
    amqpUrl: virtualHost.url,
    pool,
    servicePool: database.pool,
    settings: { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, AMQP_URL: virtualHost.url },
    close: async () => {
      await Promise.all([pool.end(), database.close()]);
      await Promise.all([
        dropTestDatabase(engines.adminUrl, databaseUrl),
        redis.release(),
        virtualHost.remove(),
      ]);
    },
  };
}

/** Runs `work` with a context of its own and drops it, also when `work` throws. */
export async function withTestContext<T>(work: (context: TestContext) => Promise<T>): Promise<T> {
  const context = await createTestContext();
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Of jest, which not every program that loads this package runs in. */
declare const beforeAll: (hook: () => Promise<void>) => void;
declare const afterAll: (hook: () => Promise<void>) => void;

/**
 * A context that lasts from a file's first test to its last:
 *
 * ```ts
 * const context = useTestContext();
 * ```
 */
export function useTestContext(options: Parameters<typeof createTestContext>[0] = {}): TestContext {
  let context: TestContext;
  beforeAll(async () => {
    context = await createTestContext(options);
  });
  afterAll(() => context.close());
  return new Proxy({} as TestContext, { get: (_none, name) => Reflect.get(context, name) as unknown });
}
