import type { QueueName, QueuePayload } from '@postrider/contracts';
import type { Consumer } from './consume-each';
import { startConsumerSession, type ConsumerMachinery } from './consumer-session';
import type { DeliveryOf, HeldDelivery } from './delivery';
import type { HandlingMetrics } from './handling-metrics';
import { runHandler } from './run-handler';

export interface BatchOptions<Q extends QueueName> {
  /** At least `batchMax` × (`batchesInFlight` + 1), so that the next batch fills while one runs. */
  readonly prefetch: number;
  readonly batchMax: number;
  /** Default 1. */
  readonly batchesInFlight?: number;
  /**
   * Resolves: all are done. Throws: tried again as a whole when an engine is away, otherwise in halves, so that a
   * message that cannot be handled ends alone.
   */
  readonly handle: (deliveries: readonly DeliveryOf<Q>[]) => Promise<void>;
}

/** Handles messages in batches without a timer: an idle handler gets at once what is there, the rest gathers meanwhile. */
export function consumeBatches<Q extends QueueName>(
  machinery: ConsumerMachinery & { readonly metrics: HandlingMetrics },
  queue: Q,
  options: BatchOptions<Q>,
): Consumer {
  const { log, metrics } = machinery;
  const { batchMax, batchesInFlight = 1 } = options;
  const closing = new AbortController();
  const gathered: HeldDelivery<QueuePayload<Q>>[] = [];
  let flushPlanned = false;
  const running = new Map<Promise<void>, number>();

  const flush = (): void => {
    flushPlanned = false;
    while (gathered.length > 0 && running.size < batchesInFlight) {
      const batch = gathered.splice(0, batchMax);
      const work = runHandler({ queue, log, metrics, handle, signal: closing.signal }, batch).finally(() => {
        running.delete(work);
        flush();
      });
      running.set(work, batch.length);
    }
  };

  const handle = (batch: readonly HeldDelivery<QueuePayload<Q>>[]): Promise<void> =>
    options.handle(batch.map((held) => held.delivery));

  const session = startConsumerSession(machinery, {
    queue,
    prefetch: options.prefetch,
    onDelivery: (held) => {
      gathered.push(held);
      if (flushPlanned || running.size >= batchesInFlight) return;
      flushPlanned = true;
      // Runs after the socket's data has been taken apart: everything that came in one read is in the batch.
      setImmediate(flush);
    },
  });

  return {
    isConsuming: session.isConsuming,
    held: () => gathered.length + [...running.values()].reduce((sum, size) => sum + size, 0),
    close: async () => {
      await session.cancel();
      flush();
      while (gathered.length > 0 || running.size > 0) {
        await Promise.race(running.keys());
      }
      closing.abort();
      await session.close();
    },
  };
}
