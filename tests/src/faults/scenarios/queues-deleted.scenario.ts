import type { Scenario } from '../scenario';
import { deleteQueues } from '../tools/delete-queues';

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
