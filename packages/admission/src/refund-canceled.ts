import { newId } from '@postrider/contracts/ids';
import { planNamed, type PlanName, type PlanTable } from '@postrider/contracts/organizations';
import { errorCode, type Clock, type Logger } from '@postrider/runtime';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import type { QuotaAdjustments } from './quota-adjustments';
import { cacheVersionKey, isCounted, quotaCounters, rebuildDelayKey, type QuotaCounters } from './redis-keys';

/** What an accepted message was counted with. */
export interface CountedMessage {
  readonly createdAt: Date;
  readonly recipients: number;
}

/** To be called when it is committed that the message will never be sent. Never rejects. */
type Refund = (message: CountedMessage) => Promise<void>;

/** Looks at the present counters; to be called before a message is canceled. */
export type BeginRefund = (organization: { readonly id: string; readonly plan: PlanName }) => Promise<Refund>;

/**
 * KEYS cache version, rebuild delay, counters. ARGV the cache version at which all these counters were seen, or nothing;
 * recipients; a new cache version; the delay in milliseconds.
 *
 * Under one cache version no counter is lost, and one that is there is not rebuilt: a counter seen before the message was
 * canceled was built while it still counted, so it holds its recipients. Of others this is not known. They are dropped,
 * and the new version keeps a count that was taken already from being written.
 */
const refundScript: RedisScript = {
  name: 'admission.refund',
  lua: `
local version = redis.call('GET', KEYS[1])
if not version then return 0 end
if version == ARGV[1] then
  for i = 3, #KEYS do
    local used = redis.call('DECRBY', KEYS[i], ARGV[2])
    if used < 0 then redis.call('INCRBY', KEYS[i], -used) end
  end
  return 1
end
redis.call('SET', KEYS[1], ARGV[3])
if redis.call('DEL', unpack(KEYS, 3)) > 0 then redis.call('SET', KEYS[2], 1, 'PX', ARGV[4]) end
return 2`,
};

interface RefundOptions {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rebuildDelayMs: number;
  readonly plans?: PlanTable;
  /** Drops the counters when Redis did not confirm the refund. */
  readonly adjustments: Pick<QuotaAdjustments, 'drop'>;
}

export function createBeginRefund(options: RefundOptions): BeginRefund {
  return async ({ id, plan }) => {
    if (!isCounted(planNamed(plan, options.plans))) return () => Promise.resolve();
    const present = quotaCounters(id, plan, options.clock.now());
    const keys = [cacheVersionKey(id), present.monthKey, present.dayKey];
    const [cacheVersion = null, month, day] = await options.redis
      .mget(keys)
      .catch((): null[] => [null, null, null]);
    const seen = { cacheVersion, month: month !== null, day: day !== null };

    return ({ createdAt, recipients }) => {
      const counted = quotaCounters(id, plan, createdAt);
      // Counters of an earlier month or day are not used any more.
      const isOfMonth = counted.monthKey === present.monthKey;
      const isOfDay = counted.dayKey === present.dayKey;
      if (!isOfMonth || recipients === 0) return Promise.resolve();
      const wereSeen = seen.month && (seen.day || !isOfDay);
      return refund(options, {
        present,
        names: isOfDay ? [present.monthKey, present.dayKey] : [present.monthKey],
        seenAt: wereSeen ? seen.cacheVersion : null,
        recipients,
      });
    };
  };
}

interface CanceledCount {
  readonly present: QuotaCounters;
  readonly names: readonly string[];
  readonly seenAt: string | null;
  readonly recipients: number;
}

async function refund(
  { redis, log, rebuildDelayMs, adjustments }: RefundOptions,
  { present, names, seenAt, recipients }: CanceledCount,
): Promise<void> {
  const { organizationId } = present;
  try {
    await runScript(redis, refundScript, {
      keys: [cacheVersionKey(organizationId), rebuildDelayKey(organizationId), ...names],
      args: [seenAt ?? '', recipients, newId(), rebuildDelayMs],
    });
  } catch (error) {
    const fields = { code: errorCode(error), organization_id: organizationId, recipients };
    log.warn(fields, 'a quota was not refunded');
    adjustments.drop(present);
  }
}
