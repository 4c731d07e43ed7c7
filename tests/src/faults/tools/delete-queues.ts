import amqp from 'amqplib';
import { emailEventsExchange } from '@postrider/contracts/queues';
import { deadLetterQueueOf, queueNames } from '@postrider/messaging';

/** Deletes every queue with what is in it, and the exchange. */
export async function deleteQueues(amqpUrl: string): Promise<void> {
  const connection = await amqp.connect(amqpUrl);
  try {
    const channel = await connection.createChannel();
    for (const queue of queueNames()) {
      await channel.deleteQueue(queue);
      await channel.deleteQueue(deadLetterQueueOf(queue));
    }
    await channel.deleteExchange(emailEventsExchange);
  } finally {
    await connection.close();
  }
}
