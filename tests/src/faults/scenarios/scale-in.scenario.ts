import type { ServiceName } from '@postrider/devtools';
import type { Scenario } from '../scenario';

const most: Partial<Record<ServiceName, number>> = {
  'send-worker': 4,
  'api-gateway': 2,
  'webhook-dispatcher': 2,
};

/** Every replica but the first of its service. */
const added = Object.entries(most).flatMap(([service, count]) =>
  Array.from({ length: count - 1 }, (_none, index) => `${service}-${index + 2}`),
);

export const scaleIn: Scenario = {
  name: 'scale-in',
  promise:
    'four workers, two gateways and dispatchers become one of each, twice: SIGTERM finishes or gives back what a replica holds',
  replicas: most,
  clientErrors: 'none',
  loadSecondsMin: 20,
  strike: async ({ load, system }) => {
    await system.processes.stop(...added);
    await load.reaches(0.25);
    await system.processes.start(...added);
    await load.reaches(0.6);
    const before = Date.now();
    // All of them, in the midst of their work; the first of each service goes on.
    await system.processes.stop(...added);
    const drainMs = Date.now() - before;
    await load.reaches(0.8);
    return { detail: `${added.length} replicas drained in ${drainMs} ms` };
  },
};
