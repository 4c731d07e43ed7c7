import amqp from 'amqplib';
import { deadLetterQueueOf, queueNames } from '@postrider/messaging';
import { problem, type AuditSubject, type Finding } from './audit';

interface QueueDepth {
  readonly queue: string;
  readonly waiting: number;
  readonly deadLetters: number;
}

/**
 * What a consumer has in hand counts in neither. It only reads: `openDeadLetters` would declare queues that are missing, which is a
 * fault to find.
 */
export async function readQueueDepths(amqpUrl: string): Promise<readonly QueueDepth[]> {
  const connection = await amqp.connect(amqpUrl);
  try {
    const channel = await connection.createChannel();
    const depths: QueueDepth[] = [];
    for (const queue of queueNames()) {
      const waiting = await channel.checkQueue(queue);
      const dead = await channel.checkQueue(deadLetterQueueOf(queue));
      depths.push({ queue, waiting: waiting.messageCount, deadLetters: dead.messageCount });
    }
    return depths;
  } finally {
    await connection.close();
  }
}

/** Nothing was dead-lettered, and no queue keeps anything. */
export async function auditQueues({ amqpUrl }: AuditSubject): Promise<Finding> {
  const depths = await readQueueDepths(amqpUrl);
  const problems = depths.flatMap(({ queue, waiting, deadLetters }) => [
    ...problem(waiting, `messages wait in ${queue}`),
    ...problem(deadLetters, `dead letters of ${queue}`),
  ]);
  return { problems };
}
