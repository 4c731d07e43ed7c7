import { errorCode, type Logger } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';

/** Whether Redis answers. */
export interface RedisOutage {
  isUnavailable(): boolean;
  /** A call has failed. From then on Redis is asked until it answers. */
  begin(error: unknown): void;
  end(): void;
}

const probeIntervalMs = 250;

export function createRedisOutage(options: {
  readonly redis: RedisClient;
  readonly log: Logger;
  /** Runs when Redis answers again; the outage is over when it resolves. */
  readonly settle: () => Promise<void>;
}): RedisOutage {
  const { redis, log, settle } = options;
  let sinceMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const probe = async (): Promise<void> => {
    try {
      await redis.ping();
      await settle();
      log.info(
        { duration_ms: Math.round(performance.now() - (sinceMs ?? NaN)) },
        'Redis is available again: all processes share limits',
      );
      sinceMs = undefined;
    } catch (error) {
      log.debug({ code: errorCode(error) }, 'Redis is still unavailable');
      schedule();
    }
  };

  function schedule(): void {
    timer = setTimeout(() => void probe(), probeIntervalMs);
    timer.unref();
  }

  return {
    isUnavailable: () => sinceMs !== undefined,
    begin: (error) => {
      if (sinceMs !== undefined) return;
      sinceMs = performance.now();
      log.error({ err: error }, 'Redis is unavailable: this process checks rate limits and quotas by itself');
      schedule();
    },
    end: () => clearTimeout(timer),
  };
}
