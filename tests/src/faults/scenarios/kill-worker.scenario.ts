import type { Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

export const killWorker: Scenario = {
  name: 'kill-worker',
  promise: 'kill -9 of the send-worker loses nothing and sends nothing twice',
  clientErrors: 'none',
  strike: (harness) => killAndRestart(harness, ['send-worker-1']),
};
