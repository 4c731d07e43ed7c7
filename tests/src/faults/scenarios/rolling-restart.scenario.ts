import type { Scenario } from '../scenario';

/** As a deployment does it: one replica after the other, each back before the next goes. */
const order = [
  'api-gateway-1',
  'send-worker-1',
  'webhook-dispatcher-1',
  'metrics-aggregator-1',
  'api-gateway-2',
  'send-worker-2',
];

export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  promise: 'SIGTERM to one replica after the other: no client sees an error, no outcome is unknown',
  replicas: { 'api-gateway': 2, 'send-worker': 2 },
  clientErrors: 'none',
  strike: async ({ load, system }) => {
    for (const [index, name] of order.entries()) {
      await load.reaches(0.1 + (0.7 * index) / order.length);
      await system.processes.stop(name);
      await system.processes.start(name);
    }
    return { detail: `${order.length} restarts` };
  },
};
