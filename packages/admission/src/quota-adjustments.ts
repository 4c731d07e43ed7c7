import { errorCode, type Logger } from '@postrider/runtime';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { dropCounters } from './drop-counters';
import type { QuotaCounters } from './redis-keys';

/** Corrections of quota counters, off the path of requests: refunds, and what was sent while Redis was unavailable. */
export interface QuotaAdjustments {
  /** @param recipients negative: a refund */
  add(counters: QuotaCounters, recipients: number): void;
  /** Drops counters that may be wrong: they are rebuilt from Postgres, when what is under way there has ended. */
  drop(counters: QuotaCounters): void;
  drain(): Promise<void>;
}

/**
 * KEYS counters of the month and the day. ARGV recipients, may be negative.
 * A counter that is missing stays missing: it will be rebuilt from Postgres, where the truth is.
 */
const adjustCountersScript: RedisScript = {
  name: 'admission.adjust-counters',
  lua: `
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    local used = redis.call('INCRBY', KEYS[i], ARGV[1])
    if used < 0 then redis.call('INCRBY', KEYS[i], -used) end
  end
end
return #KEYS`,
};

interface Adjustment {
  readonly counters: QuotaCounters;
  recipients: number;
  isDropped: boolean;
}

/** Organizations with corrections waiting during an outage; beyond it the next rebuild has to put things right. */
const waitingMax = 10_000;
const retryMs = 1_000;

export function createQuotaAdjustments(options: {
  readonly redis: RedisClient;
  readonly log: Logger;
  readonly rebuildDelayMs: number;
  readonly isUnavailable: () => boolean;
}): QuotaAdjustments {
  const { redis, log, rebuildDelayMs, isUnavailable } = options;
  let waiting = new Map<string, Adjustment>();
  let running: Promise<void> | undefined;
  let scheduled = false;

  const apply = async ({ counters, recipients, isDropped }: Adjustment): Promise<void> => {
    const { monthKey, dayKey } = counters;
    try {
      if (isDropped) await dropCounters(redis, [counters], rebuildDelayMs);
      else await runScript(redis, adjustCountersScript, { keys: [monthKey, dayKey], args: [recipients] });
    } catch (error) {
      // It may have been applied; doing it twice would let an organization send more than it may.
      const fields = { code: errorCode(error), organization_id: counters.organizationId, recipients };
      log.warn(fields, 'quota not adjusted');
    }
  };

  const flush = (): void => {
    scheduled = false;
    if (isUnavailable()) return schedule(retryMs);
    const due = [...waiting.values()].filter(({ recipients, isDropped }) => recipients !== 0 || isDropped);
    waiting = new Map();
    running = Promise.all(due.map(apply)).then(() => undefined);
  };

  function schedule(delayMs: number): void {
    if (scheduled) return;
    scheduled = true;
    if (delayMs === 0) setImmediate(flush);
    else setTimeout(flush, delayMs).unref();
  }

  const note = (counters: QuotaCounters, { recipients, isDropped }: Omit<Adjustment, 'counters'>): void => {
    const known = waiting.get(counters.dayKey);
    if (known) {
      known.recipients += recipients;
      known.isDropped ||= isDropped;
    } else if (waiting.size < waitingMax) {
      waiting.set(counters.dayKey, { counters, recipients, isDropped });
    }
    schedule(0);
  };

  return {
    add: (counters, recipients) => note(counters, { recipients, isDropped: false }),
    drop: (counters) => note(counters, { recipients: 0, isDropped: true }),
    drain: async () => {
      if (waiting.size > 0 && !isUnavailable()) flush();
      await running;
    },
  };
}
