import type { EmailEventMessage } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';

/** An event of a message of its own, about 1 KB as JSON. */
export function sentEvent(tenant: { organizationId: string; domainId: string }): EmailEventMessage {
  const messageId = newId();
  return {
    id: newId(),
    type: 'email.sent',
    organization_id: tenant.organizationId,
    mode: 'live',
    occurred_at: new Date().toISOString(),
    email: {
      id: messageId,
      message_id: `<${messageId}@mail.bench.test>`,
      from: 'Shop <orders@mail.bench.test>',
      to: ['reader@recipients.test'],
      subject: 'Your order is on its way',
      kind: 'order_shipped',
      tags: [{ name: 'campaign', value: 'autumn' }],
      template: null,
      metadata: { order: '1000042', customer: '77310', note: 'x'.repeat(400) },
      key_id: tenant.organizationId,
      domain_id: tenant.domainId,
    },
    recipient: 'reader@recipients.test',
    provider: 'google',
    bounce_type: null,
    detail: '250 2.0.0 OK',
    url: null,
    blocked: false,
    machine: false,
  };
}
