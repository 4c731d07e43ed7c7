import { newId, planNames, type PlanName } from '@postrider/contracts';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import type { Logger } from '@postrider/runtime';
import { defaultSettlingMs, epochKey, quotaCounters, settlingKey, type QuotaCounters } from './gate-keys';
import { tellGate } from './tell-gate';

/**
 * KEYS epoch, settling, counters. ARGV a new epoch, milliseconds to settle. The epoch keeps a count that somebody has
 * taken already from being written. Where nothing is counted nothing is done.
 */
const forgetScript: RedisScript = {
  name: 'admission.drop-counters',
  lua: `
if redis.call('EXISTS', unpack(KEYS, 3)) == 0 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], 1, 'PX', ARGV[2])
redis.call('DEL', unpack(KEYS, 3))
return 1`,
};

/** Drops counters that may be wrong: they are built anew from Postgres, when what is under way there has ended. */
export async function forgetCounters(
  redis: RedisClient,
  counters: readonly [QuotaCounters, ...QuotaCounters[]],
  settlingMs: number,
): Promise<void> {
  const { organizationId } = counters[0];
  const names = counters.flatMap(({ monthKey, dayKey }) => [monthKey, dayKey]);
  await runScript(redis, forgetScript, {
    keys: [epochKey(organizationId), settlingKey(organizationId), ...names],
    args: [newId(), settlingMs],
  });
}

/**
 * To be called after an organization's plan was changed, and before its epoch is bumped: what the new plan has counted
 * at an earlier time knows nothing of what was sent under others.
 * @returns false when Redis could not be told; then the counters of an earlier time go on
 */
export type ForgetQuota = (organizationId: string, now: Date) => Promise<boolean>;

export function createForgetQuota(given: { readonly redis: RedisClient; readonly log: Logger }): ForgetQuota {
  const { redis, log } = given;
  return (organizationId, now) => {
    const [first, ...others] = planNames;
    const countersOf = (plan: PlanName): QuotaCounters => quotaCounters(organizationId, plan, now);
    const forget = () =>
      forgetCounters(redis, [countersOf(first), ...others.map(countersOf)], defaultSettlingMs);
    return tellGate(forget, { log, organizationId, what: 'change of plan' });
  };
}
