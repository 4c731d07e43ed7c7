import type { SmtpSink } from '@postrider/testkit';
import { Redis } from 'ioredis';
import type { Scenario } from '../scenario';

/** Few, so that two workers want more than there are at any time. */
const connectionsMax = 5;
const lookMs = 2;

let sink: SmtpSink | undefined;

export const sharedSite: Scenario = {
  name: 'shared-site',
  promise:
    'two workers at one site never have more connections than it allows: with one killed, with Redis wiped',
  replicas: { 'send-worker': 2 },
  clientErrors: 'none',
  settingsIn: (world) => {
    ({ sink } = world);
    return { DELIVERY_ROUTES: `*=${sink.url}?final=true&connections=${connectionsMax}` };
  },
  strike: async ({ load, system, engines }) => {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, sink?.openConnections ?? 0)), lookMs);
    const redis = new Redis(engines.redis.url);
    try {
      await load.reaches(0.25);
      await redis.flushall();
      await load.reaches(0.4);
      await system.processes.kill('send-worker-1');
      await load.reaches(0.6);
      await system.processes.start('send-worker-1');
      await load.reaches(0.75);
      await redis.flushall();
      await load.reaches(0.95);
    } finally {
      clearInterval(watch);
      redis.disconnect();
    }
    return {
      unconfirmedMax: connectionsMax,
      problems: most > connectionsMax ? [`${most} connections were open at once`] : [],
      detail: `${most} of ${connectionsMax} connections open at most`,
    };
  },
};
