import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { eventually, type TestContext } from '@postrider/testkit';

const name = 'api-gateway test';
/** Longer than a machine stops an engine or a process. */
const commandTimeoutMs = 30_000;

/** A client that waits for a Redis that stands still, as the gateway under test does. */
export function connectTestRedis(url: string): RedisClient {
  const log = createLogger({ name, level: 'silent' });
  return createRedis({ url, name, log, commandTimeoutMs });
}

/** For the gateway under test. */
export async function connectRedis(
  { redisUrl }: Pick<TestContext, 'redisUrl'>,
  { startWithoutRedis }: { readonly startWithoutRedis?: boolean },
): Promise<RedisClient> {
  const redis = connectTestRedis(redisUrl);
  await eventually(() => redis.status === 'ready');
  if (startWithoutRedis) redis.disconnect();
  return redis;
}

export interface RedisOutage {
  /** Breaks the connection to Redis. */
  loseRedis(): void;
  /** Connects to Redis again, if the connection was broken. */
  regainRedis(): Promise<void>;
}

export function createRedisOutage(
  redis: RedisClient,
  { isLost = false }: { isLost?: boolean | undefined },
): RedisOutage {
  return {
    loseRedis: () => {
      isLost = true;
      redis.disconnect();
    },
    regainRedis: async () => {
      if (!isLost) return;
      // A connection that is still being closed refuses to connect, and never connects by itself.
      await eventually(() => redis.status === 'end', { what: 'the connection to Redis closed' });
      await redis.connect();
      isLost = false;
    },
  };
}
