import type { QueueName, QueuePayload } from '@postrider/contracts';
import { withTraceParent } from '@postrider/runtime';
import { startConsumerSession, type ConsumerMachinery } from './consumer-session';
import type { DeliveryOf, HeldDelivery } from './delivery';
import type { HandlingMetrics } from './handling-metrics';
import { runHandler } from './run-handler';

/** A running consumer. */
export interface Consumer {
  readonly isConsuming: () => boolean;
  /** Messages that this process holds, running or waiting. */
  readonly held: () => number;
  /** Stops taking messages, waits for those that run, gives the others back. */
  close(): Promise<void>;
}

export interface EachOptions<Q extends QueueName> {
  /** Messages that the broker hands out in advance; 200 to 500 keeps a quorum queue at full speed. */
  readonly prefetch: number;
  readonly concurrency: number;
  /** Resolves: done. Throws: tried again or dead-lettered, see `judgeFailure`. */
  readonly handle: (delivery: DeliveryOf<Q>) => Promise<void>;
}

/** Handles messages one by one, `concurrency` at a time. */
export function consumeEach<Q extends QueueName>(
  machinery: ConsumerMachinery & { readonly metrics: HandlingMetrics },
  queue: Q,
  options: EachOptions<Q>,
): Consumer {
  const { log, metrics } = machinery;
  const closing = new AbortController();
  let waiting: HeldDelivery<QueuePayload<Q>>[] = [];
  const running = new Set<Promise<void>>();

  const handle = async ([held]: readonly HeldDelivery<QueuePayload<Q>>[]): Promise<void> => {
    if (held) await withTraceParent(held.delivery.traceParent, () => options.handle(held.delivery));
  };

  const pump = (): void => {
    while (running.size < options.concurrency && !closing.signal.aborted) {
      const next = waiting.shift();
      if (!next) return;
      const work = runHandler({ queue, log, metrics, handle, signal: closing.signal }, [next]).finally(() => {
        running.delete(work);
        pump();
      });
      running.add(work);
    }
  };

  const session = startConsumerSession(machinery, {
    queue,
    prefetch: options.prefetch,
    onDelivery: (held) => {
      waiting.push(held);
      pump();
    },
  });

  return {
    isConsuming: session.isConsuming,
    held: () => waiting.length + running.size,
    close: async () => {
      closing.abort();
      await session.cancel();
      waiting = [];
      await Promise.all(running);
      await session.close();
    },
  };
}
