import type { Scenario } from '../scenario';
import { lasting } from '../tools/pause';

export const redisStop: Scenario = {
  name: 'redis-stop',
  promise: 'Redis unavailable for 30 s: sends are accepted and delivered all the while',
  clientErrors: 'none',
  strike: async ({ load, engines }) => {
    await load.reaches(0.2);
    await engines.redis.stop();
    await lasting(30_000);
    await engines.redis.start();
    return undefined;
  },
};
