import { newId, planNamed, type PlanTable } from '@postrider/contracts';
import { errorCode, type Clock, type Logger } from '@postrider/runtime';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { epochKey, isCounted, quotaCounters, settlingKey, type QuotaCounters } from './gate-keys';
import type { QuotaAdjustments } from './quota-adjustments';

/** Units that an accepted message was counted with. */
export interface CountedMessage {
  readonly createdAt: Date;
  readonly units: number;
}

/** To be called when it is committed that the message will never be sent. Never rejects. */
type GiveBack = (message: CountedMessage) => Promise<void>;

/** Looks at the present counters; to be called before a message is canceled. */
export type BeginGiveBack = (organization: {
  readonly id: string;
  readonly plan: string;
}) => Promise<GiveBack>;

/**
 * KEYS epoch, settling, counters. ARGV the epoch at which all these counters were seen, or nothing; units; a new epoch;
 * milliseconds to settle.
 *
 * Under one epoch no counter is lost, and one that is there is not built again: a counter seen before the message was
 * canceled was built while it still counted, so it holds its units. Of others this is not known. They are dropped, and
 * the new epoch keeps a count that somebody has taken already from being written.
 */
const giveBackScript: RedisScript = {
  name: 'admission.refund',
  lua: `
local epoch = redis.call('GET', KEYS[1])
if not epoch then return 0 end
if epoch == ARGV[1] then
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

interface GiveBackParts {
  readonly redis: RedisClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settlingMs: number;
  readonly plans?: PlanTable;
  /** Drops the counters when Redis could not be told, or did not say that it was. */
  readonly adjustments: Pick<QuotaAdjustments, 'forget'>;
}

export function createBeginGiveBack(parts: GiveBackParts): BeginGiveBack {
  return async ({ id, plan }) => {
    if (!isCounted(planNamed(plan, parts.plans))) return () => Promise.resolve();
    const present = quotaCounters(id, plan, parts.clock.now());
    const keys = [epochKey(id), present.monthKey, present.dayKey];
    const [epoch = null, month, day] = await parts.redis.mget(keys).catch((): null[] => [null, null, null]);
    const seen = { epoch, month: month !== null, day: day !== null };

    return ({ createdAt, units }) => {
      const counted = quotaCounters(id, plan, createdAt);
      // Nobody judges by the counters of an earlier month or day.
      const isOfMonth = counted.monthKey === present.monthKey;
      const isOfDay = counted.dayKey === present.dayKey;
      if (!isOfMonth || units === 0) return Promise.resolve();
      const wereSeen = seen.month && (seen.day || !isOfDay);
      return giveBack(parts, {
        present,
        names: isOfDay ? [present.monthKey, present.dayKey] : [present.monthKey],
        seenAt: wereSeen ? seen.epoch : null,
        units,
      });
    };
  };
}

interface Given {
  readonly present: QuotaCounters;
  readonly names: readonly string[];
  readonly seenAt: string | null;
  readonly units: number;
}

async function giveBack(
  { redis, log, settlingMs, adjustments }: GiveBackParts,
  { present, names, seenAt, units }: Given,
): Promise<void> {
  const { organizationId } = present;
  try {
    await runScript(redis, giveBackScript, {
      keys: [epochKey(organizationId), settlingKey(organizationId), ...names],
      args: [seenAt ?? '', units, newId(), settlingMs],
    });
  } catch (error) {
    log.warn({ code: errorCode(error), organization_id: organizationId, units }, 'quota not given back');
    adjustments.forget(present);
  }
}
