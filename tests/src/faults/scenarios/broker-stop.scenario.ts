import type { Scenario } from '../scenario';
import { lasting } from '../tools/pause';

export const brokerStop: Scenario = {
  name: 'broker-stop',
  promise: 'RabbitMQ away for 30 s: accepted all the while, delivered when it is back',
  clientErrors: 'none',
  strike: async ({ load, engines }) => {
    await load.reaches(0.2);
    await engines.rabbitmq.stop();
    await lasting(30_000);
    await engines.rabbitmq.start();
    return undefined;
  },
};
