import type { Scenario } from '../scenario';

export const brokerKill: Scenario = {
  name: 'broker-kill',
  promise: 'kill -9 of RabbitMQ and restart: accepted all the while, nothing lost',
  clientErrors: 'none',
  strike: async ({ load, engines }) => {
    for (const share of [0.2, 0.5]) {
      await load.reaches(share);
      await engines.rabbitmq.kill();
      await engines.rabbitmq.start();
    }
    return undefined;
  },
};
