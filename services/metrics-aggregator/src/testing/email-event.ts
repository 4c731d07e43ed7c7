import { newId, type EmailEventMessage } from '@postrider/contracts';

/** An event as the send-worker publishes it. */
export function emailEvent(overrides: Partial<EmailEventMessage> = {}): EmailEventMessage {
  return {
    id: newId(),
    type: 'email.delivered',
    organization_id: newId(),
    mode: 'live',
    occurred_at: new Date().toISOString(),
    recipient: 'jane@example.com',
    provider: 'google',
    bounce_type: null,
    detail: null,
    url: null,
    blocked: false,
    machine: false,
    email: {
      id: newId(),
      message_id: null,
      from: 'shop@mail.example.com',
      to: ['jane@example.com'],
      subject: 'Hello',
      kind: 'receipt',
      tags: null,
      template: null,
      metadata: null,
      key_id: newId(),
      domain_id: newId(),
    },
    ...overrides,
  };
}
