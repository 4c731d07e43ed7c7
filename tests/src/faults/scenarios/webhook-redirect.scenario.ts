import type { Scenario } from '../scenario';
import { breakWebhooks } from '../tools/break-webhooks';

export const webhookRedirect: Scenario = {
  name: 'webhook-redirect',
  promise: 'redirects of a webhook endpoint are failures and are not followed',
  clientErrors: 'none',
  strike: (harness) => breakWebhooks(harness, { kind: 'redirect', location: '/elsewhere' }),
};
