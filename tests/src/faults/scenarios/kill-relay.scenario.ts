import type { Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

export const killRelay: Scenario = {
  name: 'kill-relay',
  promise: 'kill -9 of the smtp-relay: a client that sends again makes no second message',
  clientErrors: 'allowed',
  strike: (harness) => killAndRestart(harness, ['smtp-relay-1']),
};
