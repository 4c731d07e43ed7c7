import { planNames, type PlanName } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import type { Clock } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import { dropCounters } from './drop-counters';
import type { QuotaAdjustments } from './quota-adjustments';
import { keyCounter, quotaCounters } from './redis-keys';
import { findRecentLimitedKeys, findRecentSenders } from './usage.repository';

export interface SettleCounters {
  redisAnswered(): void;
  /**
   * After an outage: drops the counters that lack what was accepted without Redis.
   * @throws when Redis or Postgres does not answer; then it must be called again
   */
  settle(): Promise<void>;
}

const callsAtOnce = 200;

/**
 * A process knows for whom it has accepted without Redis. One that has started during the outage replaces another, whose memory
 * is gone: it drops the counters of every organization that has sent lately.
 */
export function createSettleCounters(options: {
  readonly redis: RedisClient;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly rebuildDelayMs: number;
  readonly adjustments: Pick<QuotaAdjustments, 'flush' | 'takeOverflow'>;
}): SettleCounters {
  const { redis, pool, clock, rebuildDelayMs, adjustments } = options;
  let knowsSenders = false;

  const dropOfRecentSenders = async (): Promise<void> => {
    const now = clock.now();
    const [first, ...others] = planNames;
    const ids = await findRecentSenders(pool, now);
    const keysOf = Map.groupBy(
      await findRecentLimitedKeys(pool, now),
      ({ organizationId }) => organizationId,
    );
    for (let from = 0; from < ids.length; from += callsAtOnce) {
      await Promise.all(
        ids.slice(from, from + callsAtOnce).map((id) => {
          const countersOf = (plan: PlanName) => quotaCounters(id, plan, now);
          const ofKeys = (keysOf.get(id) ?? []).map(({ keyId }) => ({
            ...countersOf(first),
            apiKey: keyCounter(id, keyId, now),
          }));
          const counters = [countersOf(first), ...others.map(countersOf), ...ofKeys] as const;
          return dropCounters(redis, counters, { rebuildDelayMs, areUncounted: true });
        }),
      );
    }
  };

  return {
    redisAnswered: () => {
      knowsSenders = true;
    },
    settle: async () => {
      if (adjustments.takeOverflow()) knowsSenders = false;
      if (!knowsSenders) await dropOfRecentSenders();
      if (!(await adjustments.flush())) throw new Error('quota counters were not dropped');
      knowsSenders = true;
    },
  };
}
