import amqp from 'amqplib';
import { deadLetterQueueOf, queueNames } from '@postrider/messaging';
import { problem, type AuditSubject, type Finding } from './audit';

/** Nothing was dead-lettered, and no queue keeps anything. */
export async function auditQueues({ amqpUrl }: AuditSubject): Promise<Finding> {
  const problems: string[] = [];
  const connection = await amqp.connect(amqpUrl);
  try {
    const channel = await connection.createChannel();
    for (const queue of queueNames()) {
      const [waiting, dead] = [
        await channel.checkQueue(queue),
        await channel.checkQueue(deadLetterQueueOf(queue)),
      ];
      problems.push(
        ...problem(waiting.messageCount, `messages wait in ${queue}`),
        ...problem(dead.messageCount, `dead letters in ${dead.queue}`),
      );
    }
  } finally {
    await connection.close();
  }
  return { problems };
}
