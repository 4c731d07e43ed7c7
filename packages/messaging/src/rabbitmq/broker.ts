import type { QueueName } from '@postrider/contracts';
import { withTimeout, type Logger, type Metrics } from '@postrider/runtime';
import { createConnection, type Connection } from './connection';
import { consumeBatches, type BatchOptions } from './consume-batches';
import { consumeEach, type Consumer, type EachOptions } from './consume-each';
import { createHandlingMetrics } from './handling-metrics';
import { createPublisher, type Publisher } from './publisher';
import { createRawPublisher } from './raw-publisher';
import { readQueueDepth, type QueueDepth } from './queue-depth';
import { assertTopology } from './topology';

/** A service's way to RabbitMQ. Usable at once and for ever: it connects, reconnects and repairs queues by itself. */
export interface Broker {
  readonly publisher: Publisher;
  consume<Q extends QueueName>(queue: Q, options: EachOptions<Q>): Consumer;
  consumeBatch<Q extends QueueName>(queue: Q, options: BatchOptions<Q>): Consumer;
  /** Rejects when RabbitMQ does not answer a round trip, publishing would fail, or a consumer of ours is not subscribed. */
  ready(): Promise<void>;
  /** Rejects when RabbitMQ does not answer within `timeoutMs` (2 s). */
  queueDepth(queue: QueueName, timeoutMs?: number): Promise<QueueDepth>;
  /** Declares all queues anew; they are declared on every (re)connect anyway. */
  assertTopology(): Promise<void>;
  /** Closes consumers that are still open, waits for confirms, then disconnects. */
  close(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 2_000;

class BrokerNotReady extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: Error) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Opens two connections, since a broker that is short of memory stops reading from those that publish, and
 * acknowledgements must not stop with them. Resolves at once, connected or not: `ready` tells.
 */
export async function connectBroker(options: {
  readonly url: string;
  /** Shown in RabbitMQ's own list of connections. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}): Promise<Broker> {
  const { url, name, log, metrics } = options;
  const publishing = await createConnection({ url, name: `${name} publish`, log });
  const consuming = await createConnection({ url, name: `${name} consume`, log });
  const raw = createRawPublisher({ connection: publishing, log, metrics });
  const machinery = { connection: consuming, publisher: raw, log, metrics: createHandlingMetrics(metrics) };
  const consumers = new Map<string, Consumer>();
  metrics.gauge('messaging_held', 'Messages that this process holds unacknowledged, by queue.', () =>
    [...consumers].map(([queue, consumer]) => ({ value: consumer.held(), labels: { queue } })),
  );

  const register = (queue: QueueName, start: () => Consumer): Consumer => {
    if (consumers.has(queue)) throw new Error(`${queue} has a consumer in this process already`);
    const consumer = start();
    consumers.set(queue, consumer);
    return {
      ...consumer,
      close: () => {
        consumers.delete(queue);
        return consumer.close();
      },
    };
  };

  const publisher = createPublisher(raw);
  return {
    publisher,
    consume: (queue, each) => register(queue, () => consumeEach(machinery, queue, each)),
    consumeBatch: (queue, batch) => register(queue, () => consumeBatches(machinery, queue, batch)),
    ready: async () => {
      await Promise.all([roundTrip(publishing), roundTrip(consuming)]);
      if (!raw.isOpen()) throw new BrokerNotReady('not_publishing', 'no channel to publish on');
      const idle = [...consumers].find(([, consumer]) => !consumer.isConsuming());
      if (idle) throw new BrokerNotReady('not_subscribed', `not subscribed to ${idle[0]}`);
    },
    queueDepth: (queue, timeoutMs = ANSWER_TIMEOUT_MS) =>
      withTimeout(timeoutMs, () => readQueueDepth(consuming, queue)),
    assertTopology: async () => {
      const opened = await publishing.openChannel();
      await assertTopology(opened.channel).finally(() => opened.close());
    },
    close: async () => {
      await Promise.all([...consumers.values()].map((consumer) => consumer.close()));
      // Events that were added in this turn of the event loop.
      publisher.flush();
      await raw.close();
      await Promise.all([publishing.close(), consuming.close()]);
    },
  };
}

async function roundTrip(connection: Connection): Promise<void> {
  if (!connection.isConnected()) {
    throw new BrokerNotReady('not_connected', 'no connection to RabbitMQ', connection.failure());
  }
  const opened = await withTimeout(ANSWER_TIMEOUT_MS, () => connection.openChannel());
  await opened.close();
}
