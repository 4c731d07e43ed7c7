import type { EmailEventMessage } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';

/** An event as the send-worker publishes it; nothing of it is in the database. */
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
      message_id: '<1@mail.example.com>',
      from: 'Shop <shop@mail.example.com>',
      to: ['jane@example.com'],
      subject: 'Grüße ✓',
      kind: 'receipt',
      tags: [{ name: 'order', value: '1' }],
      template: null,
      metadata: { order: '1' },
      key_id: newId(),
      domain_id: newId(),
    },
    ...overrides,
  };
}
