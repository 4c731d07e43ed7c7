import type { Scenario } from '../scenario';
import { breakWebhooks } from '../tools/break-webhooks';

export const webhookHang: Scenario = {
  name: 'webhook-hang',
  promise: 'a webhook endpoint that never answers for a while gets every event in the end',
  clientErrors: 'none',
  settingsOf: { 'webhook-dispatcher': { WEBHOOK_TIMEOUT_MS: '1000' } },
  strike: (harness) => breakWebhooks(harness, { kind: 'hang' }),
};
