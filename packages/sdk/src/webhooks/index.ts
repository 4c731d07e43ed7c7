export type { UnknownWebhookEvent, WebhookEvent, WebhookEventType } from './events';
export {
  expressWebhook,
  webhookHandler,
  type NodeRequest,
  type NodeResponse,
  type WebhookHandlerOptions,
} from './handlers';
export {
  verifyWebhook,
  type VerifiedWebhook,
  type WebhookHeaders,
  type WebhookProblem,
  type WebhookToVerify,
} from './verify-webhook';
