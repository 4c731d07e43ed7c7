import type { QueueName, QueueOf, QueueOwner } from '@postrider/contracts/queues';
import type { Channel } from 'amqplib';
import { engines, withTimeout, type Logger, type Metrics, type ServiceScope } from '@postrider/runtime';
import { createConnection, type Connection, type OpenChannel } from './connection';
import { startConsumer, type Consumer, type ConsumerOptions } from './consumers';
import { createPublisher, type Publisher } from './publisher';
import { createRawPublisher, type RawPublisher } from './raw-publisher';
import { createHandlerMetrics } from './run-handler';
import { assertTopology, deadLetterQueueOf, queuesOf } from './topology';

/** A consumer for each queue that the catalogue gives to the service. */
export type ConsumersOf<Owner extends QueueOwner> = {
  readonly [Q in QueueOf<Owner>]: ConsumerOptions<Q>;
};

export interface QueueDepth {
  /** Messages that wait, without those already handed out. */
  readonly ready: number;
  readonly consumers: number;
}

/** A service's connection to RabbitMQ. It can be used at once and for ever: it connects, reconnects and repairs queues by itself. */
export interface Broker {
  readonly publisher: Publisher;
  /** Starts all consumers of a service; a missing consumer does not compile. */
  consumeAll<Owner extends QueueOwner>(owner: Owner, consumers: ConsumersOf<Owner>): Consumer;
  consume<Q extends QueueName>(queue: Q, options: ConsumerOptions<Q>): Consumer;
  /** Rejects when RabbitMQ does not answer a round trip, publishing would fail, or a consumer of ours is not subscribed. */
  ready(): Promise<void>;
  /** RabbitMQ's own reason, while it takes no messages: its disk or memory is short. */
  refusesWrites(): string | null;
  /** Rejects when RabbitMQ does not answer within `timeoutMs` (2 s). */
  queueDepth(queue: QueueName, timeoutMs?: number): Promise<QueueDepth>;
  /** Of all queues, over one channel. Rejects when RabbitMQ does not answer within 2 s. */
  queueDepths(queues: readonly QueueName[]): Promise<ReadonlyMap<QueueName, QueueDepth>>;
  /** How many dead letters each of the queues has. Rejects when RabbitMQ does not answer within 2 s. */
  deadLetterCounts(queues: readonly QueueName[]): Promise<ReadonlyMap<QueueName, number>>;
  /** Declares all queues again; they are declared on every (re)connect anyway. */
  assertTopology(): Promise<void>;
  /** Closes consumers that are still open, waits for confirms, then disconnects. */
  close(): Promise<void>;
}

const answerTimeoutMs = 2_000;
/**
 * A lane whose consumer the broker has forgotten stands still for at most three of these. Subscribing again writes two entries to
 * the log of a quorum queue: with 100 idle consumers, 15 entries a second.
 */
const consumerSilenceMs = 15_000;

class BrokerNotReady extends Error {
  readonly code: string;

  constructor(code: string, message: string, cause?: Error) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Opens two connections, since a broker that is short of memory stops reading from those that publish, and
 * acknowledgements must not stop with them. Resolves at once, connected or not; see `ready`.
 */
export async function connectBroker(options: {
  readonly url: string;
  /** Shown in RabbitMQ's own list of connections. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How long a consumer may hear nothing before it subscribes again; see `ConsumerSession`. Default 15 s. */
  readonly silenceMs?: number;
}): Promise<Broker> {
  const { url, name, log, metrics, silenceMs = consumerSilenceMs } = options;
  const publishing = await createConnection({ url, name: `${name} publish`, log });
  const consuming = await createConnection({ url, name: `${name} consume`, log });
  const raw = createRawPublisher({ connection: publishing, log, metrics });
  const machinery = {
    connection: consuming,
    publisher: raw,
    log,
    metrics: createHandlerMetrics(metrics),
    silenceMs,
  };
  const consumers = new Map<string, Consumer>();
  metrics.gauge('messaging_held', 'Unacknowledged messages held by this process, by queue.', () =>
    [...consumers].map(([queue, consumer]) => ({ value: consumer.held(), labels: { queue } })),
  );

  const consume: Broker['consume'] = (queue, consumerOptions) => {
    if (consumers.has(queue)) throw new Error(`${queue} has a consumer in this process already`);
    const consumer = startConsumer(machinery, queue, consumerOptions);
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
    consume,
    consumeAll: (owner, all) => together(queuesOf(owner).map((queue) => consume(queue, all[queue]))),
    refusesWrites: () => publishing.blocked(),
    ready: createReadiness({ publishing, consuming, raw, consumers }),
    queueDepth: async (queue, timeoutMs = answerTimeoutMs) => {
      const depths = await withTimeout(timeoutMs, () => readQueueDepths(consuming, [queue]));
      return depths.get(queue) ?? missing;
    },
    queueDepths: (queues) => withTimeout(answerTimeoutMs, () => readQueueDepths(consuming, queues)),
    deadLetterCounts: (queues) => withTimeout(answerTimeoutMs, () => countDeadLetters(consuming, queues)),
    assertTopology: async () => {
      const opened = await publishing.openChannel();
      await assertTopology(opened.channel).finally(() => opened.close());
    },
    close: async () => {
      await Promise.all([...consumers.values()].map((consumer) => consumer.close()));
      // Publishes events that are still being gathered.
      publisher.flush();
      await raw.close();
      await Promise.all([publishing.close(), consuming.close()]);
    },
  };
}

/** The broker of a service, which waits for RabbitMQ unless it can do without. Closes with the service. */
export async function openBroker(
  service: Pick<ServiceScope, 'name' | 'log' | 'metrics' | 'connect'>,
  settings: { readonly AMQP_URL: string },
  { required = true }: { readonly required?: boolean } = {},
): Promise<Broker> {
  const { name, log, metrics } = service;
  const broker = await connectBroker({ url: settings.AMQP_URL, name, log, metrics });
  await service.connect({ ...engines.rabbitmq(settings.AMQP_URL, broker), required });
  return broker;
}

function together(consumers: readonly Consumer[]): Consumer {
  return {
    isConsuming: () => consumers.every((consumer) => consumer.isConsuming()),
    held: () => consumers.reduce((sum, consumer) => sum + consumer.held(), 0),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
}

function createReadiness(of: {
  readonly publishing: Connection;
  readonly consuming: Connection;
  readonly raw: Pick<RawPublisher, 'isOpen' | 'opened'>;
  readonly consumers: ReadonlyMap<string, Consumer>;
}): () => Promise<void> {
  const roundTrips = [createRoundTrip(of.publishing), createRoundTrip(of.consuming)];
  return async () => {
    await Promise.all(roundTrips.map((roundTrip) => roundTrip()));
    // Declaring all queues can take a busy RabbitMQ seconds: a service that starts meanwhile waits, rather than call it missing.
    await withTimeout(answerTimeoutMs, () => of.raw.opened);
    if (!of.raw.isOpen()) throw new BrokerNotReady('not_publishing', 'no channel to publish on');
    const idle = [...of.consumers].find(([, consumer]) => !consumer.isConsuming());
    if (idle) throw new BrokerNotReady('not_subscribed', `not subscribed to ${idle[0]}`);
  };
}

/** Over a channel that stays open: opening and closing one costs RabbitMQ several processes, and readiness is asked for all the time. */
function createRoundTrip(connection: Connection): () => Promise<void> {
  let opened: OpenChannel | undefined;
  const ask = async (): Promise<void> => {
    if (opened?.isOpen() !== true) opened = await connection.openChannel();
    // The cheapest method that RabbitMQ answers.
    await opened.channel.prefetch(1);
  };
  return async () => {
    if (!connection.isConnected()) {
      throw new BrokerNotReady('not_connected', 'no connection to RabbitMQ', connection.failure());
    }
    // It reads nothing from a connection that it blocks: a round trip would only time out.
    if (connection.blocked() !== null) throw new BrokerNotReady('blocked', 'RabbitMQ accepts no messages');
    await withTimeout(answerTimeoutMs, ask);
  };
}

const notFound = 404;

/** A queue that does not exist has no messages and no consumers; the next publisher declares it. */
const missing: QueueDepth = { ready: 0, consumers: 0 };

/** RabbitMQ closes a channel that asks for a queue that does not exist: the next one needs another. */
async function readQueueDepths<Name extends string>(
  connection: Connection,
  queues: readonly Name[],
): Promise<ReadonlyMap<Name, QueueDepth>> {
  const depths = new Map<Name, QueueDepth>();
  let opened = await connection.openChannel();
  try {
    for (const queue of queues) {
      if (!opened.isOpen()) opened = await connection.openChannel();
      depths.set(queue, await readQueueDepth(opened.channel, queue));
    }
    return depths;
  } finally {
    await opened.close();
  }
}

async function countDeadLetters(
  connection: Connection,
  queues: readonly QueueName[],
): Promise<ReadonlyMap<QueueName, number>> {
  const depths = await readQueueDepths(connection, queues.map(deadLetterQueueOf));
  return new Map(queues.map((queue) => [queue, depths.get(deadLetterQueueOf(queue))?.ready ?? 0]));
}

async function readQueueDepth(channel: Channel, queue: string): Promise<QueueDepth> {
  try {
    const { messageCount, consumerCount } = await channel.checkQueue(queue);
    return { ready: messageCount, consumers: consumerCount };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === notFound) return missing;
    throw error;
  }
}
