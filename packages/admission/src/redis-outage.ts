import { AppError } from '@postrider/contracts';
import { errorCode, type Clock, type Logger } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';

/** Whether Redis answers, and for how long it has not. */
export interface RedisOutage {
  isUnavailable(): boolean;
  /** To be told of a failed call; answers what stands for each of its results. */
  began(error: unknown): () => undefined;
  /**
   * While Redis is unavailable: false means go on without it. Looks again at times.
   * @throws AppError `service_unavailable` when it has been unavailable for too long
   */
  isOver(): Promise<boolean>;
}

const probeIntervalMs = 250;

export function createRedisOutage(options: {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly failOpenMs: number;
}): RedisOutage {
  const { redis, clock, log, failOpenMs } = options;
  let sinceMs: number | undefined;
  let probing: Promise<void> | undefined;
  let probedAtMs = 0;

  const probe = async (): Promise<void> => {
    try {
      await redis.ping();
      sinceMs = undefined;
      log.info('Redis answers again: requests are checked');
    } catch (error) {
      log.debug({ code: errorCode(error) }, 'Redis still does not answer');
    }
  };

  const look = (): Promise<void> | undefined => {
    if (probing === undefined && performance.now() - probedAtMs > probeIntervalMs) {
      probedAtMs = performance.now();
      probing = probe().finally(() => {
        probing = undefined;
      });
    }
    return probing;
  };

  return {
    isUnavailable: () => sinceMs !== undefined,
    began: (error) => {
      if (sinceMs === undefined) {
        sinceMs = clock.now().getTime();
        log.error({ err: error, fail_open_ms: failOpenMs }, 'Redis does not answer: requests pass unchecked');
      }
      return () => undefined;
    },
    isOver: async () => {
      const looking = look();
      if (sinceMs !== undefined && clock.now().getTime() - sinceMs < failOpenMs) return false;
      // Nothing passes any more, so it is worth waiting for the look: Redis may have come back while all was quiet.
      await looking;
      if (sinceMs === undefined) return true;
      throw new AppError('service_unavailable', 'Rate and quota cannot be checked right now.', {
        retryAfterSeconds: 5,
      });
    },
  };
}
