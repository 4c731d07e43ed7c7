import { isEmailEventType, type EmailEventMessage } from '@postrider/contracts';
import type { RecordedEvent } from './outcome-rows';

/** The event as it leaves the service; null for the types that stay inside. */
export function toEventMessage(event: RecordedEvent): EmailEventMessage | null {
  const type = `email.${event.draft.type}`;
  if (!isEmailEventType(type)) return null;
  const { message, recipient, draft } = event;
  return {
    id: event.id,
    type,
    organization_id: message.organizationId,
    mode: message.mode,
    occurred_at: recipient.at.toISOString(),
    email: {
      id: message.id,
      message_id: event.messageIdHeader,
      from: message.fromHeader,
      to: [...message.to],
      subject: message.subject,
      kind: message.kind,
      tags: message.tags,
      template: message.template,
      metadata: message.metadata,
      key_id: message.apiKeyId,
      domain_id: message.domainId,
    },
    recipient: recipient.address,
    provider: recipient.provider,
    bounce_type: draft.bounceType,
    detail: draft.detail,
    url: null,
    blocked: draft.blocked,
    machine: false,
  };
}
