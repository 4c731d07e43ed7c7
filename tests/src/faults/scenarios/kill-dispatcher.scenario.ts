import type { Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

export const killDispatcher: Scenario = {
  name: 'kill-dispatcher',
  promise: 'kill -9 of the webhook-dispatcher: every event arrives, under one delivery id',
  clientErrors: 'none',
  strike: (harness) => killAndRestart(harness, ['webhook-dispatcher-1']),
};
