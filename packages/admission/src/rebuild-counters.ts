import { errorCode, type Logger } from '@postrider/runtime';
import type { Pool } from '@postrider/db';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { cacheVersionKey, type QuotaCounters } from './redis-keys';
import { readKeyUsage, readUsage } from './usage.repository';

/**
 * Rebuilds missing counters from Postgres, unless the organization's cache version has changed by then: another loss of the
 * counters changes it. Callers for the same counters share one look.
 */
export type RebuildCounters = (
  counters: QuotaCounters,
  options: {
    readonly cacheVersion: string;
    /** The plan has limits; otherwise only the key has. */
    readonly isPlanCounted: boolean;
  },
) => Promise<void>;

/**
 * KEYS cache version, counters. ARGV cache version, then used and seconds to keep of each counter. A counter
 * that is there stays: a gateway that came first has counted on, so it is the newer one.
 */
const rebuildCountersScript: RedisScript = {
  name: 'admission.rebuild-counters',
  lua: `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
for i = 2, #KEYS do redis.call('SET', KEYS[i], ARGV[2 * i - 2], 'EX', ARGV[2 * i - 1], 'NX') end
return 1`,
};

/** Longer than the periods, so that refunds after midnight still find their counter. */
const monthKeptSeconds = 40 * 86_400;
const dayKeptSeconds = 3 * 86_400;

interface Count {
  readonly name: string;
  readonly used: number;
  readonly keptSeconds: number;
}

export function createRebuildCounters(options: {
  readonly redis: RedisClient;
  readonly pool: Pool;
  readonly log: Logger;
}): RebuildCounters {
  const { redis, pool, log } = options;
  const running = new Map<string, Promise<void>>();

  const count = async (counters: QuotaCounters, isPlanCounted: boolean): Promise<Count[]> => {
    const { organizationId, monthKey, dayKey, apiKey, now } = counters;
    const counts: Count[] = [];
    if (isPlanCounted) {
      const { month, day } = await readUsage(pool, organizationId, now);
      counts.push({ name: monthKey, used: month, keptSeconds: monthKeptSeconds });
      counts.push({ name: dayKey, used: day, keptSeconds: dayKeptSeconds });
    }
    if (apiKey !== null) {
      const used = await readKeyUsage(pool, apiKey.keyId, now);
      counts.push({ name: apiKey.dayKey, used, keptSeconds: dayKeptSeconds });
    }
    return counts;
  };

  const rebuildOnce: RebuildCounters = async (counters, { cacheVersion, isPlanCounted }) => {
    const { organizationId } = counters;
    const counts = await count(counters, isPlanCounted);
    try {
      await runScript(redis, rebuildCountersScript, {
        keys: [cacheVersionKey(organizationId), ...counts.map(({ name }) => name)],
        args: [cacheVersion, ...counts.flatMap(({ used, keptSeconds }) => [used, keptSeconds])],
      });
    } catch (error) {
      // The caller checks again, and gets to know there that Redis is unavailable.
      const fields = { code: errorCode(error), organization_id: organizationId };
      log.debug(fields, 'quota counters were not rebuilt');
    }
  };

  return (counters, options) => {
    const name = `${counters.dayKey} ${counters.apiKey?.keyId ?? ''} ${options.cacheVersion}`;
    const known = running.get(name);
    if (known) return known;
    const rebuilding = rebuildOnce(counters, options).finally(() => running.delete(name));
    running.set(name, rebuilding);
    return rebuilding;
  };
}
