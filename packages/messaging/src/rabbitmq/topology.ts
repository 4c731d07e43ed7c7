import type { Channel } from 'amqplib';
import {
  emailEventsExchange,
  queueCatalogue,
  type QueueName,
  type QueueOf,
  type QueueOwner,
} from '@postrider/contracts/queues';
import type { Target } from './message-format';

/** The dead-letter queue of `queue`. */
export function deadLetterQueueOf(queue: QueueName): string {
  return `${queue}.dlq`;
}

/** Beyond it, the oldest dead letters are dropped: they are kept for people, and Postgres holds the truth. */
const deadLettersMax = 100_000;
/**
 * Looking into a dead-letter queue returns messages to it, and RabbitMQ 4 drops a message of a quorum queue after
 * 20 returns by default.
 */
const deadLetterReturnsMax = 1_000_000;

/** Declares every queue of the catalogue with its dead-letter queue, the exchange and the bindings. Repeatable. */
export async function assertTopology(channel: Channel): Promise<void> {
  await assertQueues(channel, queueNames());
}

/**
 * A missing queue is declared again after this time. The broker takes some 40 ms, longer under load, to tell consumers of the
 * deletion, and forgets those whose queue exists again by then.
 */
export const declareAgainAfterMs = 1_000;

/** The same for some queues. Only a missing queue is declared: others may be in the middle of their deletion. */
export async function assertQueues(channel: Channel, queues: Iterable<QueueName>): Promise<void> {
  // One channel answers its calls in order: sent together they cost one round trip, not twenty.
  await Promise.all([
    channel.assertExchange(emailEventsExchange, 'topic', { durable: true }),
    ...[...queues].flatMap((queue) => declareQueue(channel, queue)),
  ]);
}

/** The queues that must exist for messages to `target` to be taken. */
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
