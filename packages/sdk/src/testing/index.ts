export type { FakeEmail } from './fake-email';
export { FakePostrider, type FakeFault, type FakePostriderOptions } from './fake-postrider';
export { signWebhook, type SignedWebhook, type WebhookToSign } from './sign-webhook';
export type { RenderTemplate } from './templates';
export { waitForEmail, type WaitForEmailOptions, type WaitForInboxEmailOptions } from './wait-for-email';
export type { FakeDelivery, WebhookReceiver, WebhookReceiverOptions } from './webhooks';
