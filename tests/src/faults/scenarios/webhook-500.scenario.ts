import type { Scenario } from '../scenario';
import { breakWebhooks } from '../tools/break-webhooks';

export const webhook500: Scenario = {
  name: 'webhook-500',
  promise: 'a webhook endpoint that answers 500 for a while gets every event in the end',
  clientErrors: 'none',
  strike: (harness) => breakWebhooks(harness, { kind: 'status', status: 500, body: 'broken' }),
};
