import type { Scenario } from '../scenario';
import { breakWebhooks } from '../tools/break-webhooks';

export const webhookReset: Scenario = {
  name: 'webhook-reset',
  promise: 'a webhook endpoint that resets connections for a while gets every event in the end',
  clientErrors: 'none',
  strike: (harness) => breakWebhooks(harness, { kind: 'reset' }),
};
