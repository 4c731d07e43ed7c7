import type { Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

export const killGateway: Scenario = {
  name: 'kill-gateway',
  promise:
    'kill -9 of the api-gateway: what was answered is sent, a repeated request makes no second message',
  clientErrors: 'allowed',
  strike: (harness) => killAndRestart(harness, ['api-gateway-1']),
};
