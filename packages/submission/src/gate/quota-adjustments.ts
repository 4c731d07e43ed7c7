import { errorCode, type Logger } from '@postrider/runtime';
import type { RedisClient } from '@postrider/messaging';
import { evaluate } from './evaluate';
import type { QuotaCounters } from './gate-keys';

/** Corrections of quota counters, off the path of requests: refunds, and what was sent while Redis was away. */
export interface QuotaAdjustments {
  add(counters: QuotaCounters, units: number): void;
  drain(): Promise<void>;
}

/**
 * KEYS pairs of month and day counter. ARGV one amount per pair, may be negative.
 * A counter that is missing stays missing: it will be built from Postgres, where the truth is.
 */
const adjustScript = `
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    local used = redis.call('INCRBY', KEYS[i], ARGV[math.floor((i + 1) / 2)])
    if used < 0 then redis.call('INCRBY', KEYS[i], -used) end
  end
end
return #KEYS`;

interface Adjustment {
  readonly counters: QuotaCounters;
  units: number;
}

/** Organizations with corrections waiting during an outage; beyond it the next seeding has to put things right. */
const WAITING_MAX = 10_000;
const RETRY_MS = 1_000;

export function createQuotaAdjustments(given: {
  readonly redis: RedisClient;
  readonly log: Logger;
  readonly isAway: () => boolean;
}): QuotaAdjustments {
  const { redis, log, isAway } = given;
  let waiting = new Map<string, Adjustment>();
  let running: Promise<void> | undefined;
  let scheduled = false;

  const apply = async ({ counters, units }: Adjustment): Promise<void> => {
    try {
      await evaluate(redis, adjustScript, { keys: [counters.monthKey, counters.dayKey], args: [units] });
    } catch (error) {
      // It may have been applied; doing it twice would let an organization send more than it may.
      log.warn(
        { code: errorCode(error), organization_id: counters.organizationId, units },
        'quota not adjusted',
      );
    }
  };

  const flush = (): void => {
    scheduled = false;
    if (isAway()) return schedule(RETRY_MS);
    const due = [...waiting.values()].filter((adjustment) => adjustment.units !== 0);
    waiting = new Map();
    running = Promise.all(due.map(apply)).then(() => undefined);
  };

  function schedule(delayMs: number): void {
    if (scheduled) return;
    scheduled = true;
    if (delayMs === 0) setImmediate(flush);
    else setTimeout(flush, delayMs).unref();
  }

  return {
    add: (counters, units) => {
      const known = waiting.get(counters.dayKey);
      if (known) known.units += units;
      else if (waiting.size < WAITING_MAX) waiting.set(counters.dayKey, { counters, units });
      schedule(0);
    },
    drain: async () => {
      if (waiting.size > 0 && !isAway()) flush();
      await running;
    },
  };
}
