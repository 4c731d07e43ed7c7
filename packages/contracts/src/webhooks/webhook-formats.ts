import type { WebhookEventType } from '../events/events';

/** How an endpoint's deliveries are written and signed: our own way, or Resend's. */
export const webhookFormats = ['postrider', 'resend'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** The type that an event has in Resend's format. Types that Resend does not have keep their names. */
export const resendEventNames: Readonly<Record<WebhookEventType, string>> = {
  'email.sent': 'email.sent',
  'email.delivered': 'email.delivered',
  'email.delivery_delayed': 'email.delivery_delayed',
  'email.late': 'email.late',
  'email.bounced': 'email.bounced',
  'email.complained': 'email.complained',
  'email.rejected': 'email.failed',
  'email.opened': 'email.opened',
  'email.clicked': 'email.clicked',
  'email.unsubscribed': 'email.unsubscribed',
  'email.failed': 'email.failed',
  'email.received': 'email.received',
  'webhook.test': 'webhook.test',
  'contact.created': 'contact.created',
  'contact.updated': 'contact.updated',
  'contact.deleted': 'contact.deleted',
  'contact.subscribed': 'contact.subscribed',
  'contact.unsubscribed': 'contact.unsubscribed',
};
