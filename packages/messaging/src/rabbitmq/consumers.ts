import assert from 'node:assert';
import type { QueueName, QueuePayload } from '@postrider/contracts/queues';
import { withTraceParent } from '@postrider/runtime';
import { startConsumerSession, type ConsumerMachinery } from './consumer-session';
import { runHandler } from './run-handler';
import type { BrokerMessage, UnackedMessage } from './subscription';

/** A running consumer. */
export interface Consumer {
  readonly isConsuming: () => boolean;
  /** Messages that this process holds, running or waiting. */
  readonly held: () => number;
  /** Stops taking messages, waits for those that run, gives the others back. */
  close(): Promise<void>;
}

export type MessageOf<Q extends QueueName> = BrokerMessage<QueuePayload<Q>>;

/** How a queue is consumed: message by message, or in batches. */
export type ConsumerOptions<Q extends QueueName> = EachOptions<Q> | BatchOptions<Q>;

export interface EachOptions<Q extends QueueName> {
  /** Messages that the broker hands out in advance; 200 to 500 keeps a quorum queue at full speed. */
  readonly prefetch: number;
  /** What messages handled at the same time may weigh together; a heavier message goes alone. */
  readonly inFlightWeightMax: number;
  /** What a message weighs; default 1. */
  readonly weightOf?: (payload: QueuePayload<Q>) => number;
  readonly batchMax?: undefined;
  /**
   * Resolves: done. Throws: tried again or dead-lettered, see `classifyHandlerError`. `partDone` makes room for other messages while the
   * rest of this one is handled.
   */
  readonly handle: (message: MessageOf<Q>, partDone: (weight: number) => void) => Promise<void>;
}

export interface BatchOptions<Q extends QueueName> {
  /** At least `batchMax` × (`batchesInFlight` + 1), so that the next batch fills while one runs. */
  readonly prefetch: number;
  readonly batchMax: number;
  /** Default 1. */
  readonly batchesInFlight?: number;
  /** How long a batch that is not full waits for more, if no caller waits for the result. Default 0. */
  readonly gatherMs?: number;
  /**
   * Resolves: all are done. Throws: tried again as a whole when an engine is unavailable, otherwise in halves, so that a
   * message that cannot be handled ends alone.
   */
  readonly handle: (messages: readonly MessageOf<Q>[]) => Promise<void>;
}

export function startConsumer<Q extends QueueName>(
  machinery: ConsumerMachinery,
  queue: Q,
  options: ConsumerOptions<Q>,
): Consumer {
  machinery.metrics.begin(queue);
  return options.batchMax === undefined
    ? consumeEach(machinery, queue, options)
    : consumeBatches(machinery, queue, options);
}

/** Handles messages one by one, as many at a time as `inFlightWeightMax` allows. */
function consumeEach<Q extends QueueName>(
  machinery: ConsumerMachinery,
  queue: Q,
  options: EachOptions<Q>,
): Consumer {
  const { log, metrics } = machinery;
  const { inFlightWeightMax, weightOf = () => 1 } = options;
  const closing = new AbortController();
  let waiting: UnackedMessage<QueuePayload<Q>>[] = [];
  const running = new Set<Promise<void>>();
  let runningWeight = 0;

  const start = (held: UnackedMessage<QueuePayload<Q>>, weight: number): void => {
    let left = weight;
    const partDone = (part: number): void => {
      const done = Math.min(part, left);
      left -= done;
      runningWeight -= done;
      pump();
    };
    const handle = ([one]: readonly UnackedMessage<QueuePayload<Q>>[]): Promise<void> => {
      assert(one !== undefined, 'there is a message');
      return withTraceParent(one.message.traceParent, () => options.handle(one.message, partDone));
    };
    runningWeight += weight;
    const work = runHandler({ queue, log, metrics, handle, signal: closing.signal }, [held]).finally(() => {
      running.delete(work);
      partDone(left);
    });
    running.add(work);
  };

  const pump = (): void => {
    for (let next = waiting[0]; next && !closing.signal.aborted; next = waiting[0]) {
      const weight = weightOf(next.message.payload);
      if (runningWeight > 0 && runningWeight + weight > inFlightWeightMax) return;
      waiting.shift();
      start(next, weight);
    }
  };

  const session = startConsumerSession(machinery, {
    queue,
    prefetch: options.prefetch,
    onMessage: (held) => {
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

/** Handles messages in batches: without `gatherMs` an idle handler gets at once what is there, the rest gathers meanwhile. */
function consumeBatches<Q extends QueueName>(
  machinery: ConsumerMachinery,
  queue: Q,
  options: BatchOptions<Q>,
): Consumer {
  const { log, metrics } = machinery;
  const { batchMax, batchesInFlight = 1, gatherMs = 0 } = options;
  const closing = new AbortController();
  const gathered: UnackedMessage<QueuePayload<Q>>[] = [];
  let flushPlanned = false;
  let timer: NodeJS.Timeout | undefined;
  let draining = false;
  const running = new Map<Promise<void>, number>();

  const flush = (): void => {
    flushPlanned = false;
    clearTimeout(timer);
    timer = undefined;
    while (gathered.length > 0 && running.size < batchesInFlight) {
      const batch = gathered.splice(0, batchMax);
      const work = runHandler({ queue, log, metrics, handle, signal: closing.signal }, batch).finally(() => {
        running.delete(work);
        if (gatherMs === 0 || draining) flush();
        else plan();
      });
      running.set(work, batch.length);
    }
  };
  const plan = (): void => {
    if (gathered.length === 0 || flushPlanned || running.size >= batchesInFlight) return;
    if (gatherMs > 0 && gathered.length < batchMax) {
      return void (timer ??= setTimeout(flush, gatherMs));
    }
    flushPlanned = true;
    // Runs after the socket's data has been taken apart: everything that came in one read is in the batch.
    setImmediate(flush);
  };

  const handle = (batch: readonly UnackedMessage<QueuePayload<Q>>[]): Promise<void> =>
    options.handle(batch.map((held) => held.message));

  const session = startConsumerSession(machinery, {
    queue,
    prefetch: options.prefetch,
    onMessage: (held) => {
      gathered.push(held);
      plan();
    },
  });

  return {
    isConsuming: session.isConsuming,
    held: () => gathered.length + [...running.values()].reduce((sum, size) => sum + size, 0),
    close: async () => {
      await session.cancel();
      draining = true;
      flush();
      while (gathered.length > 0 || running.size > 0) {
        await Promise.race(running.keys());
      }
      closing.abort();
      await session.close();
    },
  };
}
