import type { EmailEventMessage, WebhookEventType } from '@postrider/contracts/events';
import { contactWebhookBody, emailWebhookBody, receivedWebhookBody } from '@postrider/contracts/webhooks';
import type { RecordedContactEvent } from './recorded-contact-events.repository';
import type { RecordedReply } from './recorded-replies.repository';

/** What endpoints receive: an event of a message, a reply, or an event of a contact. */
export interface WebhookFact {
  /** Made when it was recorded: UUIDv7. */
  readonly id: string;
  readonly organizationId: string;
  readonly type: WebhookEventType;
  /** The message that it happened to; null: none. */
  readonly messageId: string | null;
  readonly body: () => object;
  /** Whether `rebuildBodies` makes the same body at any later time: of an event of an email without metadata, which may be deleted. */
  readonly isReproducible: boolean;
}

export function factOfEvent(event: EmailEventMessage): WebhookFact {
  const { id, organization_id: organizationId, type, email } = event;
  return {
    ...{ id, organizationId, type, messageId: email.id, body: () => emailWebhookBody(event) },
    isReproducible: event.email.metadata === null,
  };
}

export function factOfReply(reply: RecordedReply): WebhookFact {
  const { id, organizationId } = reply;
  return {
    id,
    organizationId,
    type: 'email.received',
    messageId: null,
    body: () => receivedWebhookBody(reply),
    isReproducible: false,
  };
}

export function factOfContactEvent(event: RecordedContactEvent): WebhookFact {
  const { id, organizationId, type } = event;
  return {
    ...{ id, organizationId, type, messageId: null, body: () => contactWebhookBody(event) },
    isReproducible: false,
  };
}
