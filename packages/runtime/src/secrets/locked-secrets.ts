import type { Logger } from '../log/logger';
import { systemClock, type Clock } from '../time/clock';

/**
 * Secrets at rest that did not open when they were needed: sealed with another master key, or damaged. What needs one
 * waits, and the log and the details of readiness say so. The gauge `locked_secrets` is of send-worker, which reads all that is stored.
 */
export interface LockedSecrets {
  /** It did not open; `id` is that of its row. */
  locked(id: string, error: unknown): void;
  opened(id: string): void;
  /** Rejects while one is locked that was asked for lately: a readiness check. */
  check(): Promise<void>;
}

/** An error line for each secret, and again when it goes on; between them is all that waits for it, in silence. */
const logEveryMs = 600_000;
/** Longer than whatever waits for a secret sleeps: one that was not requested since is no longer in use. */
const forgetAfterMs = 3_600_000;
const rememberedMax = 10_000;

const waitMinMs = 60_000;
const waitMaxMs = 1_800_000;

/**
 * How long what has waited `waitedMs` for a secret waits before it is looked at again: a quarter of that, between a minute
 * and half an hour, so that a backlog of days costs little and one of minutes leaves soon after the repair.
 */
export function lockedWaitMs(waitedMs: number, random: () => number = Math.random): number {
  return Math.min(waitMaxMs, Math.max(waitMinMs, waitedMs / 4)) * (1 + random() / 4);
}

class SecretsLocked extends Error {
  readonly code = 'secrets_locked';
}

export function watchLockedSecrets(options: {
  /** Whose secrets, for example `dkim_key`. */
  readonly kind: string;
  readonly log: Logger;
  readonly clock?: Clock;
}): LockedSecrets {
  const { kind, log, clock = systemClock } = options;
  const seen = new Map<string, { loggedMs: number; askedMs: number }>();
  const count = (): number => {
    const forgottenMs = clock.now().getTime() - forgetAfterMs;
    for (const [id, { askedMs }] of seen) if (askedMs < forgottenMs) seen.delete(id);
    return seen.size;
  };
  return {
    locked: (id, error) => {
      const nowMs = clock.now().getTime();
      const loggedMs = seen.get(id)?.loggedMs;
      const isDue = loggedMs === undefined || nowMs - loggedMs >= logEveryMs;
      if (isDue) {
        log.error(
          { err: error, kind, id },
          `a ${kind} cannot be opened, and everything that needs it waits. Run "secrets check"`,
        );
      }
      if (seen.size >= rememberedMax && !seen.has(id)) return;
      seen.set(id, { loggedMs: isDue ? nowMs : loggedMs, askedMs: nowMs });
    },
    opened: (id) => {
      if (seen.delete(id)) log.info({ kind, id }, `a ${kind} can be opened again`);
    },
    check: () => {
      const lockedNow = count();
      if (lockedNow === 0) return Promise.resolve();
      return Promise.reject(new SecretsLocked(`${lockedNow} of kind ${kind} cannot be opened`));
    },
  };
}
