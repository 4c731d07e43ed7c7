import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import type { ConsoleChange } from '@postrider/contracts/queues';
import { CountByKey, type Metrics } from '@postrider/runtime';
import type { Changes } from '../changes/follow-changes';

/** Requests that wait until an email is final, or for an event. They hold a timer each, and no connection to an engine. */
export interface EmailWaits {
  /**
   * Calls `isDone` when what it waits for may have changed, until it answers true, the time is over, the client is gone or the gateway closes.
   * @throws AppError `rate_limited` when the key or user waits for too many already
   */
  until(isDone: () => Promise<boolean>, wait: EmailWait): Promise<void>;
  /** Ends all of them, and those that begin later. */
  close(): void;
}

export interface EmailWait {
  /** Whether a change of its organization can be what it waits for. */
  readonly isConcerned: (change: ConsoleChange) => boolean;
  readonly principal: Principal;
  readonly seconds: number;
  readonly onceClosed: (listener: () => void) => void;
}

const waitsPerCallerMax = 20;
/** Changes are published up to half a second late, and may be missed; a cancellation is never published. */
const lookEveryMs = 5_000;

export function createEmailWaits({
  changes,
  metrics,
}: {
  readonly changes: Changes;
  readonly metrics: Metrics;
}): EmailWaits {
  /** By caller. */
  const waiting = new CountByKey();
  const open = new Set<AbortController>();
  let isClosed = false;
  metrics.gauge(
    'email_waits',
    'Requests that wait until an email is final, or for an event.',
    () => open.size,
  );

  return {
    until: async (isDone, { isConcerned, principal, seconds, onceClosed }) => {
      const { actor, organization } = principal;
      if (waiting.of(actor.id) >= waitsPerCallerMax) {
        throw new AppError('rate_limited', `${waitsPerCallerMax} requests with wait are open already.`);
      }
      const ending = new AbortController();
      const end = (): void => ending.abort();
      const timer = setTimeout(end, seconds * 1_000);
      onceClosed(end);
      if (isClosed) end();
      waiting.add(actor.id, 1);
      open.add(ending);
      const changed = createSignal();
      const unfollow = changes.follow((all) => {
        if (all[organization.id]?.some(isConcerned)) changed.raise();
      });
      ending.signal.addEventListener('abort', changed.raise);
      const looks = setInterval(changed.raise, lookEveryMs);
      // What was published between the caller's first look and `follow` is not heard.
      changed.raise();
      try {
        while (!ending.signal.aborted) {
          await changed.next();
          if (ending.signal.aborted || (await isDone())) return;
        }
      } finally {
        clearTimeout(timer);
        clearInterval(looks);
        unfollow();
        open.delete(ending);
        waiting.add(actor.id, -1);
      }
    },
    close: () => {
      isClosed = true;
      for (const ending of open) ending.abort();
    },
  };
}

/** Remembers that it was raised until it was waited for. */
function createSignal() {
  let isRaised = false;
  let wake: (() => void) | undefined;
  return {
    raise: (): void => {
      isRaised = true;
      wake?.();
    },
    next: async (): Promise<void> => {
      if (!isRaised) await new Promise<void>((resolve) => (wake = resolve));
      isRaised = false;
    },
  };
}
