import { webhookEndpointsChannel } from '@postrider/contracts/queues';
import { createDatabase, type Pool } from '@postrider/db';
import type { DeadLetters, RedisClient } from '@postrider/messaging';
import {
  createLogger,
  createSecretBox,
  engineMissing,
  engineRefusal,
  SettingsError,
  type EngineAddress,
  type Logger,
  type SecretBox,
  wait,
} from '@postrider/runtime';
import { amqpSettings, databaseSettings, masterKeys, redisSettings } from './config';
import { CommandRefused } from './command-refused';

/** Tells on standard error how far long work has come; at most every second. */
interface Progress {
  at(done: number, what: string): void;
}

/**
 * What a command works with. Engines are connected to when a command first asks for them, and the clients of Redis and RabbitMQ are
 * loaded then: that takes as long as all the rest of most commands.
 */
export interface Session {
  /** Login of the person who runs the command. */
  readonly operator: string;
  readonly progress: Progress;
  pool(): Pool;
  /** Where the pool connects to, once a command has asked for it. */
  openedDatabase(): EngineAddress | undefined;
  /** @throws CommandRefused when it does not answer */
  redis(): Promise<RedisClient>;
  bumpCacheVersion(organizationId: string): Promise<void>;
  /** After a change of plan: quota counters are built again. */
  dropQuotaCounters(organizationId: string): Promise<void>;
  /** After a change of webhook endpoints: dispatchers read them again. */
  publishEndpointChange(organizationId: string): Promise<void>;
  deadLetters(): Promise<DeadLetters>;
  secretBox(): SecretBox;
  close(): Promise<void>;
}

/** A page of the longest command takes longer than a request may. */
const statementTimeoutMs = 60_000;
const progressEveryMs = 1_000;

export function openSession(options: { operator: string; showsProgress: boolean }): Session {
  const log = createLogger({ name: 'operator', level: 'silent' });
  const closing: (() => Promise<unknown>)[] = [];
  let pool: Pool | undefined;
  let openedDatabase: EngineAddress | undefined;

  const openPool = (): Pool => {
    const url = databaseSettings().DATABASE_URL;
    openedDatabase = { name: 'PostgreSQL', setting: 'DATABASE_URL', url };
    const database = createDatabase({
      url,
      applicationName: 'operator',
      poolSize: 2,
      statementTimeoutMs,
      onConnectionError: () => undefined,
    });
    closing.push(() => database.close());
    return database.pool;
  };
  const openedRedis = createOpenedRedis({ log, closing });
  const session: Session = {
    operator: options.operator,
    progress: createProgress(options.showsProgress),
    pool: () => (pool ??= openPool()),
    openedDatabase: () => openedDatabase,
    redis: async () => {
      const client = await openedRedis();
      if (client !== null) return client;
      throw new CommandRefused(
        'Redis is unavailable: connections and suspensions that workers set themselves are not shown.',
      );
    },
    ...createNotifications({ openedRedis, log }),
    deadLetters: async () => {
      const url = amqpSettings().AMQP_URL;
      const { openDeadLetters } = await import('@postrider/messaging');
      const deadLetters = await openDeadLetters({ url, log }).catch((error: unknown) => {
        throw rabbitFailure(url, error);
      });
      closing.push(() => deadLetters.close());
      return deadLetters;
    },
    secretBox: () => createSecretBox(masterKeys()),
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
  return session;
}

type Notifications = Pick<Session, 'bumpCacheVersion' | 'dropQuotaCounters' | 'publishEndpointChange'>;

/** What other processes are to notice at once. Each sentence about a Redis that does not answer is printed once. */
function createNotifications({
  openedRedis,
  log,
}: {
  readonly openedRedis: () => Promise<RedisClient | null>;
  readonly log: Logger;
}): Notifications {
  const printed = new Set<string>();
  const orSay = async (sentence: string, notify: (redis: RedisClient) => Promise<boolean>): Promise<void> => {
    const client = await openedRedis();
    if ((client && (await notify(client))) || printed.has(sentence)) return;
    printed.add(sentence);
    process.stderr.write(`${sentence}\n`);
  };
  return {
    bumpCacheVersion: (organizationId) =>
      orSay('Redis is unavailable: gateways notice the change within a minute.', async (redis) => {
        const { createBumpCacheVersion } = await import('@postrider/admission');
        return createBumpCacheVersion({ redis, log })(organizationId);
      }),
    dropQuotaCounters: (organizationId) =>
      orSay('Redis is unavailable: the quota counters of the plan are not reset.', async (redis) => {
        const { createDropQuotaCounters } = await import('@postrider/admission');
        return createDropQuotaCounters({ redis, log })(organizationId, new Date());
      }),
    publishEndpointChange: (organizationId) =>
      orSay('Redis is unavailable: webhook-dispatcher notices the change within seconds.', (redis) =>
        redis.publish(webhookEndpointsChannel, organizationId).then(
          () => true,
          () => false,
        ),
      ),
  };
}

const redisTriesMax = 200;
const redisRetryMs = 50;
/** No request waits for a command of an operator: what it has changed is to be noticed at once, also where Redis is busy. */
const redisTimeoutMs = 10_000;

/**
 * A client of a moment ago is still connecting, and takes no command before it has. Each call answers null when Redis does not
 * answer; only the first of them waits.
 */
function createOpenedRedis({
  log,
  closing,
}: {
  readonly log: Logger;
  readonly closing: (() => Promise<unknown>)[];
}): () => Promise<RedisClient | null> {
  let opening: Promise<RedisClient> | undefined;
  let tries = 0;
  const open = async (): Promise<RedisClient> => {
    const { createRedis } = await import('@postrider/messaging');
    const client = createRedis({
      ...{ url: redisSettings().REDIS_URL, name: 'operator', log },
      commandTimeoutMs: redisTimeoutMs,
    });
    closing.push(() => Promise.resolve(client.disconnect()));
    return client;
  };
  return async () => {
    const redis = await (opening ??= open());
    for (; redis.status !== 'ready' && tries < redisTriesMax; tries += 1) await wait(redisRetryMs);
    return redis.status === 'ready' ? redis : null;
  };
}

function createProgress(shows: boolean): Progress {
  let shownAtMs = 0;
  return {
    at: (done, what) => {
      const nowMs = performance.now();
      if (!shows || nowMs - shownAtMs < progressEveryMs) return;
      shownAtMs = nowMs;
      process.stderr.write(`${done.toLocaleString('en')} ${what} …\n`);
    },
  };
}

function rabbitFailure(url: string, error: unknown): Error {
  const rabbit = { name: 'RabbitMQ', setting: 'AMQP_URL', url };
  const refusal = engineRefusal(rabbit, error);
  return refusal === null ? new CommandRefused(engineMissing(rabbit, error)) : new SettingsError([refusal]);
}
