import { errorCode, type Logger } from '@postrider/runtime';
import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import type { QuotaCounters } from './gate-keys';
import { readUsage } from './usage.repository';

export interface QuotaSeeder {
  /** Builds missing counters from Postgres; callers for the same counters share one look. */
  seed(counters: QuotaCounters): Promise<void>;
}

/** Longer than the periods, so that refunds after midnight still find their counter. */
const MONTH_KEPT_SECONDS = 40 * 86_400;
const DAY_KEPT_SECONDS = 3 * 86_400;

export function createQuotaSeeder(given: {
  readonly redis: RedisClient;
  readonly pool: Pool;
  readonly log: Logger;
}): QuotaSeeder {
  const { redis, pool, log } = given;
  const running = new Map<string, Promise<void>>();

  const seedOnce = async ({ organizationId, monthKey, dayKey, now }: QuotaCounters): Promise<void> => {
    const { month, day } = await readUsage(pool, organizationId, now);
    try {
      // NX: a gateway that came first has counted on; its counter is the newer one.
      await Promise.all([
        redis.set(monthKey, month, 'EX', MONTH_KEPT_SECONDS, 'NX'),
        redis.set(dayKey, day, 'EX', DAY_KEPT_SECONDS, 'NX'),
      ]);
    } catch (error) {
      // Whoever asked will ask the gate again, and learn there that Redis is away.
      log.debug({ code: errorCode(error), organization_id: organizationId }, 'quota counters not seeded');
    }
  };

  return {
    seed: (counters) => {
      const known = running.get(counters.dayKey);
      if (known) return known;
      const seeding = seedOnce(counters).finally(() => running.delete(counters.dayKey));
      running.set(counters.dayKey, seeding);
      return seeding;
    },
  };
}
