import { errorCode, type Logger } from '@postrider/runtime';
import { runScript, type RedisClient, type RedisScript } from '@postrider/messaging';
import { dropCounters } from './drop-counters';
import { counterNames, type QuotaCounters } from './redis-keys';

/** Corrections of quota counters, off the path of requests: refunds, and what was accepted while Redis was unavailable. */
export interface QuotaAdjustments {
  refund(counters: QuotaCounters, recipients: number): void;
  /** Drops counters that may be wrong: they are rebuilt from Postgres, when what is under way there has ended. */
  drop(counters: QuotaCounters): void;
  /**
   * Makes the corrections that wait.
   * @returns false when Redis did not answer; they are tried again
   */
  flush(): Promise<boolean>;
  /** More organizations had corrections than are kept in memory: which ones is not known. */
  takeOverflow(): boolean;
  drain(): Promise<void>;
}

/**
 * KEYS counters of the month, of the day, and of the key's day if it has a limit. ARGV recipients to take off.
 * A counter that is missing stays missing: it will be rebuilt from Postgres, where the truth is.
 */
const refundScript: RedisScript = {
  name: 'admission.refund-reserved',
  lua: `
for i = 1, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    local used = redis.call('DECRBY', KEYS[i], ARGV[1])
    if used < 0 then redis.call('INCRBY', KEYS[i], -used) end
  end
end
return #KEYS`,
};

interface Adjustment {
  readonly counters: QuotaCounters;
  refunded: number;
  isDropped: boolean;
}

/** Organizations, and keys with a limit, with corrections waiting during an outage: some 20 MB. */
const waitingMax = 50_000;
const retryMs = 1_000;
/** So many calls are answered well within the time-out of one. */
const callsAtOnce = 200;

export function createQuotaAdjustments(options: {
  readonly redis: RedisClient;
  readonly log: Logger;
  readonly rebuildDelayMs: number;
  readonly isUnavailable: () => boolean;
}): QuotaAdjustments {
  const { redis, log, rebuildDelayMs, isUnavailable } = options;
  let waiting = new Map<string, Adjustment>();
  let running: Promise<unknown> = Promise.resolve();
  let overflowed = false;

  const apply = async (adjustment: Adjustment): Promise<boolean> => {
    try {
      await make(redis, adjustment, rebuildDelayMs);
      return true;
    } catch (error) {
      const { counters } = adjustment;
      const fields = { code: errorCode(error), organization_id: counters.organizationId };
      log.debug(fields, 'a quota was not adjusted');
      // A refund may have been made, and made twice it would let an organization send more than it may.
      note({ counters, refunded: 0, isDropped: true }, retryMs);
      return false;
    }
  };

  const flush = (): Promise<boolean> => {
    const due = [...waiting.values()];
    waiting = new Map();
    const applied = running.then(() => inPortions(due, apply));
    running = applied;
    return applied;
  };

  const schedule = createSchedule(() => {
    if (isUnavailable()) schedule(retryMs);
    else void flush();
  });

  function note({ counters, refunded, isDropped }: Adjustment, delayMs = 0): void {
    const name = counterNames(counters).join(' ');
    const known = waiting.get(name);
    if (known) {
      known.refunded += refunded;
      known.isDropped ||= isDropped;
    } else if (waiting.size < waitingMax) {
      waiting.set(name, { counters, refunded, isDropped });
    } else overflowed = true;
    schedule(delayMs);
  }

  return {
    refund: (counters, recipients) => note({ counters, refunded: recipients, isDropped: false }),
    drop: (counters) => note({ counters, refunded: 0, isDropped: true }),
    flush,
    takeOverflow: () => {
      const had = overflowed;
      overflowed = false;
      return had;
    },
    drain: async () => {
      if (waiting.size > 0 && !isUnavailable()) void flush();
      await running;
    },
  };
}

/** Runs something once after a delay, however often it is asked for until then. */
function createSchedule(run: () => void): (delayMs: number) => void {
  let scheduled = false;
  const runNow = (): void => {
    scheduled = false;
    run();
  };
  return (delayMs) => {
    if (scheduled) return;
    scheduled = true;
    if (delayMs === 0) setImmediate(runNow);
    else setTimeout(runNow, delayMs).unref();
  };
}

async function make(
  redis: RedisClient,
  { counters, refunded, isDropped }: Adjustment,
  rebuildDelayMs: number,
): Promise<void> {
  if (isDropped) await dropCounters(redis, [counters], { rebuildDelayMs, areUncounted: true });
  else if (refunded !== 0)
    await runScript(redis, refundScript, { keys: counterNames(counters), args: [refunded] });
}

/** @returns whether all were applied */
async function inPortions(
  due: readonly Adjustment[],
  apply: (adjustment: Adjustment) => Promise<boolean>,
): Promise<boolean> {
  let areApplied = true;
  for (let from = 0; from < due.length; from += callsAtOnce) {
    const applied = await Promise.all(due.slice(from, from + callsAtOnce).map(apply));
    areApplied &&= applied.every(Boolean);
  }
  return areApplied;
}
