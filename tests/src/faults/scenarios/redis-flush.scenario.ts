import { Redis } from 'ioredis';
import type { Scenario } from '../scenario';

export const redisFlush: Scenario = {
  name: 'redis-flush',
  promise: 'FLUSHALL of Redis, three times under load, goes unnoticed',
  clientErrors: 'none',
  strike: async ({ load, engines }) => {
    const redis = new Redis(engines.redis.url);
    try {
      for (const share of [0.2, 0.4, 0.6]) {
        await load.reaches(share);
        await redis.flushall();
      }
    } finally {
      redis.disconnect();
    }
    return undefined;
  },
};
