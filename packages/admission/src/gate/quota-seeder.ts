import { errorCode, type Logger } from '@postrider/runtime';
import type { Pool } from '@postrider/db';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { epochKey, type QuotaCounters } from './gate-keys';
import { readUsage } from '../usage/usage.repository';

export interface QuotaSeeder {
  /**
   * Builds missing counters from Postgres, unless the organization's epoch is another by then: whoever lost the counters
   * once more has changed it. Callers for the same counters share one look.
   */
  seed(counters: QuotaCounters, epoch: string): Promise<void>;
}

/**
 * KEYS epoch, month, day. ARGV epoch, then used and seconds to keep of the month and of the day. A counter that is
 * there stays: a gateway that came first has counted on, so it is the newer one.
 */
const seedScript: RedisScript = {
  name: 'admission.build-counters',
  lua: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3], 'NX')
redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5], 'NX')
return 1`,
};

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

  const seedOnce = async (counters: QuotaCounters, epoch: string): Promise<void> => {
    const { organizationId, monthKey, dayKey, now } = counters;
    const { month, day } = await readUsage(pool, organizationId, now);
    try {
      await runScript(redis, seedScript, {
        keys: [epochKey(organizationId), monthKey, dayKey],
        args: [epoch, month, MONTH_KEPT_SECONDS, day, DAY_KEPT_SECONDS],
      });
    } catch (error) {
      // Whoever asked will ask the gate again, and learn there that Redis is away.
      log.debug({ code: errorCode(error), organization_id: organizationId }, 'quota counters not seeded');
    }
  };

  return {
    seed: (counters, epoch) => {
      const name = `${counters.dayKey} ${epoch}`;
      const known = running.get(name);
      if (known) return known;
      const seeding = seedOnce(counters, epoch).finally(() => running.delete(name));
      running.set(name, seeding);
      return seeding;
    },
  };
}
