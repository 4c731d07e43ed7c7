import amqp from 'amqplib';
import { emailEventsExchange } from '@postrider/contracts';
import { deadLetterQueueOf, queueNames } from '@postrider/messaging';
import type { Scenario } from '../scenario';

export const queuesDeleted: Scenario = {
  name: 'queues-deleted',
  promise: 'all RabbitMQ queues deleted, three times under load: made again, nothing lost',
  clientErrors: 'none',
  strike: async ({ load, system }) => {
    for (const share of [0.2, 0.4, 0.6]) {
      await load.reaches(share);
      await deleteQueues(system.context.amqpUrl);
    }
    return undefined;
  },
};

/** Deletes every queue with what is in it, and the exchange. */
async function deleteQueues(amqpUrl: string): Promise<void> {
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
