import type { Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

export const killAll: Scenario = {
  name: 'kill-all',
  promise: 'kill -9 of all five services at once loses nothing and sends nothing twice',
  clientErrors: 'allowed',
  strike: (harness) =>
    killAndRestart(
      harness,
      harness.system.processes.all.map(({ name }) => name),
    ),
};
