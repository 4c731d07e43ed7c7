import type { EmailEventMessage, EmailEventType } from '@postrider/contracts/events';
import {
  emailEvent,
  type EmailEventFixture,
  type EmailEventOverrides,
  type MessageFixture,
} from '@postrider/testkit';

/** The message that the send-worker publishes for an event row. */
export function eventOf(
  message: MessageFixture,
  event: EmailEventFixture,
  overrides: EmailEventOverrides = {},
): EmailEventMessage {
  const base = emailEvent();
  return {
    ...base,
    id: event.id,
    type: `email.${event.type}` as EmailEventType,
    organization_id: message.organizationId,
    mode: message.mode,
    occurred_at: event.occurredAt.toISOString(),
    recipient: message.recipient,
    provider: overrides.provider ?? null,
    bounce_type: overrides.bounceType ?? null,
    blocked: overrides.blocked ?? false,
    machine: overrides.machine ?? false,
    repeated: overrides.repeated ?? false,
    email: {
      ...base.email,
      id: message.id,
      key_id: message.apiKeyId,
      domain_id: message.domainId,
      kind: message.kind,
    },
  };
}
