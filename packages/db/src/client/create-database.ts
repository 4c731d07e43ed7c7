import { createRequire } from 'node:module';
import { withTimeout, type Metrics } from '@postrider/runtime';
import { Pool, types, type CustomTypesConfig, type PoolConfig } from 'pg';
import type * as prismaClient from './prisma-client';
import { observePool } from './observe-pool';
import { watchWriteRefusals } from './watch-write-refusals';
import type { ApiGatewayView } from './views';

/** What a statement needs: the pool, or a connection within a transaction. */
export type Queryable = Pick<Pool, 'query'>;

export interface DatabaseOptions {
  readonly url: string;
  /** Connections of this process. All replicas together must stay below the server's `max_connections`. */
  readonly poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** The server cancels a statement that runs longer. */
  readonly statementTimeoutMs?: number;
  /** The server gives up on a statement that waits longer for a lock. */
  readonly lockTimeoutMs?: number;
  /** The server ends a session that sits in an open transaction for longer. */
  readonly idleInTransactionTimeoutMs?: number;
  /** How long to wait for a free or a new connection. */
  readonly connectionTimeoutMs?: number;
  /**
   * Plans each prepared statement once. Left to itself, PostgreSQL believes that a plan for all partitions costs more
   * than planning again at every call; the bounds on ids leave out the partitions when the plan runs, too.
   */
  readonly plansOnce?: boolean;
  /** Where the pool reports its use. */
  readonly metrics?: Metrics;
  /** Called for connections lost while idle; the pool replaces them by itself. */
  readonly onConnectionError: (error: Error) => void;
}

export interface Database {
  /** For hot paths: prepared, multi-row statements. Row types: see `typeParsers`. */
  readonly pool: Pool;
  /** One round trip within `timeoutMs` (2 s by default), for readiness checks; throws when it fails. */
  ping(timeoutMs?: number): Promise<void>;
  /** PostgreSQL's own words, when a statement met a full disk within the last minute. */
  refusesWrites(): string | null;
  /** Waits for what runs, then closes all connections. */
  close(): Promise<void>;
}

/** For management data, over the same pool. Of other tables than the gateway's it cannot write a row. */
export interface ApiGatewayDatabase extends Database {
  readonly prisma: ApiGatewayView;
  /** Loads Prisma's query compiler. With the first query of a request it would hold up the event loop, and all other requests, for 0.4 s. */
  prepare(): Promise<void>;
}

/** Connects on first use. */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new Pool(poolConfig(options));
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', options.onConnectionError);
  if (options.metrics) observePool(pool, options.metrics);
  const refusals = watchWriteRefusals(pool);
  return {
    pool,
    async ping(timeoutMs = 2_000) {
      await withTimeout(timeoutMs, pool.query('SELECT 1'));
    },
    refusesWrites: () => refusals.last(),
    close: () => pool.end(),
  };
}

export function createApiGatewayDatabase(options: DatabaseOptions): ApiGatewayDatabase {
  const database = createDatabase(options);
  // Only the gateway uses it; the other services would carry its 3 MB.
  const { createPrismaClient } = createRequire(__filename)('./prisma-client') as typeof prismaClient;
  const prisma = createPrismaClient(database.pool);
  return {
    ...database,
    prisma,
    async prepare() {
      await prisma.organization.findFirst({ select: { id: true } });
    },
    async close() {
      await prisma.$disconnect();
      await database.close();
    },
  };
}

function poolConfig(options: DatabaseOptions): PoolConfig {
  const {
    url,
    poolSize = 10,
    applicationName,
    statementTimeoutMs = 10_000,
    lockTimeoutMs = 5_000,
    idleInTransactionTimeoutMs = 10_000,
    connectionTimeoutMs = 5_000,
    plansOnce = false,
  } = options;
  return {
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
    // The server's timeout comes first; this one is for a server or network that is silent.
    query_timeout: statementTimeoutMs + 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // After a fail-over or a new replica, connections spread again within half an hour.
    maxLifetimeSeconds: 1_800,
    types: typeParsers,
    // Prisma's adapter writes and reads timestamps as UTC text without a zone.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- pg-pool waits for the promise; its types do not say so
    onConnect: async (client) => {
      // Solid-state disks, or memory: with the default of 4 a page of an organization is read by walking back through the rows of all.
      const plans = plansOnce
        ? // A plan that is made while a table is empty stays when it fills: reading and sorting all of it must not seem cheapest.
          'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_sort = off'
        : 'SET plan_cache_mode = auto';
      // A join of partitions is compiled for a second to run for ten milliseconds: its limit is not in the estimate of its parts.
      await client.query(`SET TIME ZONE 'UTC'; SET random_page_cost = 1.1; SET jit = off; ${plans}`);
    },
  };
}

const int8: number = types.builtins.INT8;
const date: number = types.builtins.DATE;

/**
 * How values of `pg` rows arrive, for our pools only (pg's own parsers are global state):
 * - int8 (also `count(*)` and `sum(int4)`): a number; above 2^53 − 1 it throws instead of being rounded.
 *   Prisma's client keeps its own rule: bigint.
 * - date: the text `yyyy-mm-dd`. pg would make it midnight of the server's time zone.
 * - timestamptz: Date, milliseconds. numeric: text. bytea: Buffer. json, jsonb: parsed.
 */
const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return parseInt8;
    if (oid === date) return String;
    return types.getTypeParser(oid, format) as (value: string) => unknown;
  },
};

function parseInt8(value: string): number {
  const parsed = Number(value);
  if (!Number.isSafeInteger(parsed)) throw new RangeError(`int8 value ${value} does not fit into a number`);
  return parsed;
}
