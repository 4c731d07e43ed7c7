import { newId, planNames, type PlanName } from '@postrider/contracts';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import type { Logger } from '@postrider/runtime';
import { tellRedis } from './cache-version';
import {
  cacheVersionKey,
  defaultRebuildDelayMs,
  quotaCounters,
  rebuildDelayKey,
  type QuotaCounters,
} from './redis-keys';

/**
 * KEYS cache version, rebuild delay, counters. ARGV a new cache version, the delay in milliseconds. The new version keeps
 * a count that somebody has taken already from being written. Where nothing is counted nothing is done.
 */
const dropCountersScript: RedisScript = {
  name: 'admission.drop-counters',
  lua: `
if redis.call('EXISTS', unpack(KEYS, 3)) == 0 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], 1, 'PX', ARGV[2])
redis.call('DEL', unpack(KEYS, 3))
return 1`,
};

/** Drops counters that may be wrong: they are rebuilt from Postgres, when what is under way there has ended. */
export async function dropCounters(
  redis: RedisClient,
  counters: readonly [QuotaCounters, ...QuotaCounters[]],
  rebuildDelayMs: number,
): Promise<void> {
  const { organizationId } = counters[0];
  const names = counters.flatMap(({ monthKey, dayKey }) => [monthKey, dayKey]);
  await runScript(redis, dropCountersScript, {
    keys: [cacheVersionKey(organizationId), rebuildDelayKey(organizationId), ...names],
    args: [newId(), rebuildDelayMs],
  });
}

/**
 * To be called after an organization's plan was changed, and before its cache version is bumped: what the new plan has
 * counted at an earlier time knows nothing of what was sent under others.
 * @returns false when Redis could not be told; then the counters of an earlier time go on
 */
export type DropQuotaCounters = (organizationId: string, now: Date) => Promise<boolean>;

export function createDropQuotaCounters(options: {
  readonly redis: RedisClient;
  readonly log: Logger;
}): DropQuotaCounters {
  const { redis, log } = options;
  return (organizationId, now) => {
    const [first, ...others] = planNames;
    const countersOf = (plan: PlanName): QuotaCounters => quotaCounters(organizationId, plan, now);
    const drop = () =>
      dropCounters(redis, [countersOf(first), ...others.map(countersOf)], defaultRebuildDelayMs);
    return tellRedis(drop, { log, organizationId, what: 'change of plan' });
  };
}
