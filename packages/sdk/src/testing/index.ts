export { FakePostrider, type FakeEmail, type FakeFault } from './fake-postrider';
export { signWebhook, type SignedWebhook, type WebhookToSign } from './sign-webhook';
