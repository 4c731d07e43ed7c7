import { errorCode, type Logger } from '@postrider/runtime';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { forgetCounters } from './forget-counters';
import type { QuotaCounters } from './gate-keys';

/** Corrections of quota counters, off the path of requests: refunds, and what was sent while Redis was away. */
export interface QuotaAdjustments {
  add(counters: QuotaCounters, units: number): void;
  /** Drops counters that may be wrong: they are built anew from Postgres, when what is under way there has ended. */
  forget(counters: QuotaCounters): void;
  drain(): Promise<void>;
}

/**
 * KEYS pairs of month and day counter. ARGV one amount per pair, may be negative.
 * A counter that is missing stays missing: it will be built from Postgres, where the truth is.
 */
const adjustScript: RedisScript = {
  name: 'admission.adjust-counters',
  lua: `
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    local used = redis.call('INCRBY', KEYS[i], ARGV[math.floor((i + 1) / 2)])
    if used < 0 then redis.call('INCRBY', KEYS[i], -used) end
  end
end
return #KEYS`,
};

interface Adjustment {
  readonly counters: QuotaCounters;
  units: number;
  isForgotten: boolean;
}

/** Organizations with corrections waiting during an outage; beyond it the next seeding has to put things right. */
const WAITING_MAX = 10_000;
const RETRY_MS = 1_000;

export function createQuotaAdjustments(given: {
  readonly redis: RedisClient;
  readonly log: Logger;
  readonly settlingMs: number;
  readonly isAway: () => boolean;
}): QuotaAdjustments {
  const { redis, log, settlingMs, isAway } = given;
  let waiting = new Map<string, Adjustment>();
  let running: Promise<void> | undefined;
  let scheduled = false;

  const apply = async ({ counters, units, isForgotten }: Adjustment): Promise<void> => {
    const { monthKey, dayKey } = counters;
    try {
      if (isForgotten) await forgetCounters(redis, [counters], settlingMs);
      else await runScript(redis, adjustScript, { keys: [monthKey, dayKey], args: [units] });
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
    const due = [...waiting.values()].filter(({ units, isForgotten }) => units !== 0 || isForgotten);
    waiting = new Map();
    running = Promise.all(due.map(apply)).then(() => undefined);
  };

  function schedule(delayMs: number): void {
    if (scheduled) return;
    scheduled = true;
    if (delayMs === 0) setImmediate(flush);
    else setTimeout(flush, delayMs).unref();
  }

  const note = (counters: QuotaCounters, { units, isForgotten }: Omit<Adjustment, 'counters'>): void => {
    const known = waiting.get(counters.dayKey);
    if (known) {
      known.units += units;
      known.isForgotten ||= isForgotten;
    } else if (waiting.size < WAITING_MAX) {
      waiting.set(counters.dayKey, { counters, units, isForgotten });
    }
    schedule(0);
  };

  return {
    add: (counters, units) => note(counters, { units, isForgotten: false }),
    forget: (counters) => note(counters, { units: 0, isForgotten: true }),
    drain: async () => {
      if (waiting.size > 0 && !isAway()) flush();
      await running;
    },
  };
}
