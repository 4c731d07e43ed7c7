import type { Channel } from 'amqplib';
import {
  emailEventsExchange,
  queueCatalogue,
  type QueueName,
  type QueueOf,
  type QueueOwner,
} from '@postrider/contracts';
import type { Target } from './message-format';

/** The queue where messages of `queue` end that cannot be handled. */
export function deadLetterQueueOf(queue: QueueName): string {
  return `${queue}.dlq`;
}

/** Oldest dead letters go first when nobody looks: they are kept for people, Postgres holds the truth. */
const deadLettersMax = 100_000;
/**
 * Looking into a dead-letter queue returns messages to it, and RabbitMQ 4 drops a message of a quorum queue after
 * 20 returns unless told otherwise.
 */
const deadLetterReturnsMax = 1_000_000;

/** Declares every queue of the catalogue with its dead-letter queue, the exchange and the bindings. Repeatable. */
export async function assertTopology(channel: Channel): Promise<void> {
  await assertQueues(channel, queueNames());
}

/**
 * How long after a queue was found missing it is declared again: the broker takes some 40 ms to tell its consumers of the
 * deletion, longer under load, and forgets those whose queue is there again by then.
 */
export const declareAgainAfterMs = 1_000;

/** The same for some queues. Whoever misses one declares no other: that may be in the midst of its deletion. */
export async function assertQueues(channel: Channel, queues: Iterable<QueueName>): Promise<void> {
  // One channel answers its calls in order: sent together they cost one round trip, not twenty.
  await Promise.all([
    channel.assertExchange(emailEventsExchange, 'topic', { durable: true }),
    ...[...queues].flatMap((queue) => declareQueue(channel, queue)),
  ]);
}

/** The queues that must be there for messages to `target` to be taken. */
export function queuesOfTarget({ exchange, routingKey }: Target): QueueName[] {
  return queueNames().filter((queue) =>
    exchange === emailEventsExchange
      ? queueCatalogue[queue].bindings.length > 0
      : queue === routingKey || deadLetterQueueOf(queue) === routingKey,
  );
}

export function queueNames(): QueueName[] {
  return Object.keys(queueCatalogue) as QueueName[];
}

export function queuesOf<Owner extends QueueOwner>(owner: Owner): QueueOf<Owner>[] {
  return queueNames().filter((queue): queue is QueueOf<Owner> => queueCatalogue[queue].owner === owner);
}

function declareQueue(channel: Channel, queue: QueueName): Promise<unknown>[] {
  const { deliveryLimit, bindings } = queueCatalogue[queue];
  const deadLetterQueue = deadLetterQueueOf(queue);
  return [
    channel.assertQueue(deadLetterQueue, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-max-length': deadLettersMax,
        'x-delivery-limit': deadLetterReturnsMax,
      },
    }),
    channel.assertQueue(queue, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': deliveryLimit,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': deadLetterQueue,
      },
    }),
    ...bindings.map((pattern) => channel.bindQueue(queue, emailEventsExchange, pattern)),
  ];
}
