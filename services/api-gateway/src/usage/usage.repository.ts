import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import { quotaCounters, readUsage, type Usage } from '@postrider/submission';

export interface UsageRepository {
  /** Live recipients of the UTC month and day of `now`; rejects when the counters cannot be read. */
  read(organizationId: string, plan: string, now: Date): Promise<Usage>;
}

/**
 * The counters that the gate judges by. Where it keeps none (a plan without limits, a Redis that was wiped and no
 * send since) they are summed up from Postgres, as the gate itself would do.
 */
export function createUsageRepository({
  pool,
  redis,
}: {
  readonly pool: Pool;
  readonly redis: RedisClient;
}): UsageRepository {
  return {
    read: async (organizationId, plan, now) => {
      const { monthKey, dayKey } = quotaCounters(organizationId, plan, now);
      const [month, day] = await redis.mget(monthKey, dayKey);
      if (typeof month === 'string' && typeof day === 'string') {
        return { month: Number(month), day: Number(day) };
      }
      return readUsage(pool, organizationId, now);
    },
  };
}
