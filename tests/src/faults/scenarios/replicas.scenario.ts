import { smtpConnectionsMax } from '../../system/service-settings';
import type { Scenario } from '../scenario';

const pairs = {
  'api-gateway': 2,
  'send-worker': 2,
  'webhook-dispatcher': 2,
  'metrics-aggregator': 2,
} as const;

export const replicas: Scenario = {
  name: 'replicas',
  promise: 'two of each service share the work; kill -9 of one of each is made up for by the others',
  replicas: pairs,
  clientErrors: 'allowed',
  strike: async ({ load, system }) => {
    await load.reaches(0.4);
    const firsts = Object.keys(pairs).map((service) => `${service}-1`);
    await system.processes.kill(...firsts);
    // The load goes on without them: only the last tenth sees them again.
    await load.reaches(0.9);
    await system.processes.start(...firsts);
    return { unconfirmedMax: smtpConnectionsMax };
  },
};
