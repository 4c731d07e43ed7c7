import type { QueueName, QueuePayload } from '@postrider/contracts/queues';
import { keepSession, type Session } from './keep-session';
import type { HandlerMetrics } from './run-handler';
import {
  subscribe,
  type UnackedMessage,
  type Subscription,
  type SubscriptionMachinery,
} from './subscription';

export interface ConsumerMachinery extends SubscriptionMachinery {
  /** How long a subscription may get nothing before it is replaced. */
  readonly silenceMs: number;
  readonly metrics: HandlerMetrics;
}

/**
 * A subscription that comes back: after a lost connection, a closed channel, or a cancel by the broker (the queue was
 * deleted) it declares its queue and consumes again.
 *
 * A subscription that holds nothing and gets nothing is replaced, without a moment in which there is no consumer. The reason: RabbitMQ
 * 3.10 sends no cancel if a quorum queue is deleted and declared again within some 40 ms. The consumer then counts for the new
 * queue, but what that hands out never arrives. (The channel seems to take messages for duplicates if the old queue had reached
 * their numbers.) They count as delivered, so neither the queue's depth nor its number of consumers shows the fault. Closing the
 * channel returns them.
 */
export interface ConsumerSession {
  readonly isConsuming: () => boolean;
  /** Nothing is delivered after this; earlier deliveries may still be settled. */
  cancel(): Promise<void>;
  /** Closes the channels: unsettled messages go back to the queue. */
  close(): Promise<void>;
}

export function startConsumerSession<Q extends QueueName>(
  machinery: ConsumerMachinery,
  options: {
    readonly queue: Q;
    readonly prefetch: number;
    readonly onMessage: (held: UnackedMessage<QueuePayload<Q>>) => void;
  },
): ConsumerSession {
  const { connection, log, metrics, silenceMs } = machinery;
  const { queue } = options;
  const closing = new AbortController();
  let current: Subscription | undefined;
  /** Replaced subscriptions, until their messages are settled. */
  const retiring = new Set<Subscription>();
  let cancelled = false;

  const begin = async (): Promise<Subscription> => {
    const onUndecodable = (): void => metrics.undecodable(queue);
    const subscription = await subscribe(machinery, { ...options, silenceMs, onUndecodable });
    // Stopped while it was being opened: what has come goes back.
    if (closing.signal.aborted) await subscription.close();
    return subscription;
  };

  const retire = (subscription: Subscription): void => {
    retiring.add(subscription);
    void subscription.retire().finally(() => retiring.delete(subscription));
  };

  /** @returns why nothing comes any more */
  const live = async (first: Subscription): Promise<string> => {
    let subscription = (current = first);
    while ((await subscription.untilSilent()) && !closing.signal.aborted) {
      const next = await before(subscription.lost, begin()).catch((error: unknown) =>
        log.debug({ err: error, queue }, 'could not subscribe again'),
      );
      if (closing.signal.aborted) return 'stopped';
      if (!next) continue;
      retire(subscription);
      subscription = current = next;
      log.debug({ queue }, 'nothing came for a while: subscribed again');
    }
    const reason = await subscription.lost;
    current = undefined;
    await subscription.close();
    return reason;
  };

  const open = async (): Promise<Session> => {
    const first = await begin();
    return { ended: closing.signal.aborted ? first.lost : live(first) };
  };
  const kept = keepSession({ name: `consumer of ${queue}`, log, connection, signal: closing.signal, open });

  return {
    isConsuming: () => current?.isOpen() === true && !cancelled,
    cancel: async () => {
      cancelled = true;
      // Aborting first keeps a session that is just being opened from starting to consume.
      closing.abort();
      await kept;
      await current?.cancel();
    },
    close: async () => {
      const open = current ? [current, ...retiring] : [...retiring];
      await Promise.all(open.map((subscription) => subscription.close()));
    },
  };
}

/** A subscription that has begun before `lost`; one that is late is closed. */
async function before(
  lost: Promise<string>,
  beginning: Promise<Subscription>,
): Promise<Subscription | undefined> {
  const first = await Promise.race([beginning, lost]);
  if (typeof first !== 'string') return first;
  void beginning.then((late) => late.close()).catch(() => undefined);
  return undefined;
}
