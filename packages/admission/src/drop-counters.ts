import { newId } from '@postrider/contracts/ids';
import { planNames, type PlanName } from '@postrider/contracts/organizations';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import type { Logger } from '@postrider/runtime';
import { tellRedis } from './cache-version';
import {
  cacheVersionKey,
  counterNames,
  defaultRebuildDelayMs,
  quotaCounters,
  rebuildDelayKey,
  type QuotaCounters,
} from './redis-keys';

/**
 * KEYS cache version, rebuild delay, counters. ARGV a new cache version, the delay in milliseconds, 1: also when there are
 * no counters. The new version keeps a count that was taken before from being written.
 */
const dropCountersScript: RedisScript = {
  name: 'admission.drop-counters',
  lua: `
if ARGV[3] ~= '1' and redis.call('EXISTS', unpack(KEYS, 3)) == 0 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], 1, 'PX', ARGV[2])
redis.call('DEL', unpack(KEYS, 3))
return 1`,
};

/** Drops counters that may be wrong: they are rebuilt from Postgres, when what is under way there has ended. */
export async function dropCounters(
  redis: RedisClient,
  counters: readonly [QuotaCounters, ...QuotaCounters[]],
  options: {
    readonly rebuildDelayMs: number;
    /** Recipients may have been accepted that no counter had: a rebuild may be under way that has not seen them. */
    readonly areUncounted: boolean;
  },
): Promise<void> {
  const { organizationId } = counters[0];
  const names = counters.flatMap(counterNames);
  await runScript(redis, dropCountersScript, {
    keys: [cacheVersionKey(organizationId), rebuildDelayKey(organizationId), ...names],
    args: [newId(), options.rebuildDelayMs, options.areUncounted ? 1 : 0],
  });
}

/**
 * To be called after an organization's plan was changed, and before its cache version is bumped: what the new plan has
 * counted at an earlier time knows nothing of what was sent under others.
 * @returns false when Redis could not be updated; then the counters of an earlier time go on
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
      dropCounters(redis, [countersOf(first), ...others.map(countersOf)], {
        rebuildDelayMs: defaultRebuildDelayMs,
        areUncounted: false,
      });
    return tellRedis(drop, { log, organizationId, what: 'change of plan' });
  };
}
