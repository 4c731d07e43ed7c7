import { errorCode, type Logger } from '@postrider/runtime';
import type { Pool } from '@postrider/db';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { cacheVersionKey, type QuotaCounters } from './redis-keys';
import { readUsage } from './usage.repository';

/**
 * Rebuilds missing counters from Postgres, unless the organization's cache version has changed by then: another loss of the
 * counters changes it. Callers for the same counters share one look.
 */
export type RebuildCounters = (counters: QuotaCounters, cacheVersion: string) => Promise<void>;

/**
 * KEYS cache version, month, day. ARGV cache version, then used and seconds to keep of the month and of the day. A counter
 * that is there stays: a gateway that came first has counted on, so it is the newer one.
 */
const rebuildCountersScript: RedisScript = {
  name: 'admission.rebuild-counters',
  lua: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3], 'NX')
redis.call('SET', KEYS[3], ARGV[4], 'EX', ARGV[5], 'NX')
return 1`,
};

/** Longer than the periods, so that refunds after midnight still find their counter. */
const monthKeptSeconds = 40 * 86_400;
const dayKeptSeconds = 3 * 86_400;

export function createRebuildCounters(options: {
  readonly redis: RedisClient;
  readonly pool: Pool;
  readonly log: Logger;
}): RebuildCounters {
  const { redis, pool, log } = options;
  const running = new Map<string, Promise<void>>();

  const rebuildOnce = async (counters: QuotaCounters, cacheVersion: string): Promise<void> => {
    const { organizationId, monthKey, dayKey, now } = counters;
    const { month, day } = await readUsage(pool, organizationId, now);
    try {
      await runScript(redis, rebuildCountersScript, {
        keys: [cacheVersionKey(organizationId), monthKey, dayKey],
        args: [cacheVersion, month, monthKeptSeconds, day, dayKeptSeconds],
      });
    } catch (error) {
      // The caller checks again, and gets to know there that Redis is unavailable.
      const fields = { code: errorCode(error), organization_id: organizationId };
      log.debug(fields, 'quota counters were not rebuilt');
    }
  };

  return (counters, cacheVersion) => {
    const name = `${counters.dayKey} ${cacheVersion}`;
    const known = running.get(name);
    if (known) return known;
    const rebuilding = rebuildOnce(counters, cacheVersion).finally(() => running.delete(name));
    running.set(name, rebuilding);
    return rebuilding;
  };
}
