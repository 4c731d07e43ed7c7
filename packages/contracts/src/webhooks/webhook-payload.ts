import type { ContactResource } from '../contacts/contact-list';
import { adviseWaiting, type WaitingOfEmail } from '../emails/waiting';
import type { ContactEventType, EmailEventMessage, EmailSnapshot } from '../events/events';
import type { InboundAttachment } from '../inbound/inbound';
import { diagnose } from '../outcomes/failure-classes';
import type { InboundRule } from '../statuses/statuses';
import type { ContactChange, ContactWebhook } from './contact-webhook';
import type { EmailWebhook, ReceivedWebhook, TestWebhook } from './email-webhook';

/** The body of any webhook, as our own format has it. */
export type WebhookBody = EmailWebhook | ReceivedWebhook | TestWebhook | ContactWebhook;

/** As much of an event as a webhook tells. */
export interface EmailWebhookFact extends Pick<
  EmailEventMessage,
  | 'type'
  | 'mode'
  | 'occurred_at'
  | 'recipient'
  | 'bounce_type'
  | 'detail'
  | 'failure_class'
  | 'next_attempt_at'
  | 'waiting'
  | 'reply'
  | 'url'
> {
  readonly email: Omit<EmailSnapshot, 'key_id' | 'domain_id'>;
}

/** The webhook body of an event: one direction, one place. Without fields that have no value. */
export function emailWebhookBody(event: EmailWebhookFact): EmailWebhook {
  const { email } = event;
  const data: Record<string, unknown> = {
    email_id: email.id,
    message_id: email.message_id,
    mode: event.mode,
    from: email.from,
    to: email.to,
    subject: email.subject,
    recipient: event.recipient,
    kind: email.kind,
    tags: payloadTags(email),
    metadata: email.metadata,
    bounce_type: event.type === 'email.bounced' ? event.bounce_type : null,
    detail: event.detail,
    diagnosis: event.failure_class
      ? diagnose(event.failure_class, {
          isDelayed: event.type === 'email.delivery_delayed',
          reply: event.reply?.text ?? event.detail,
        })
      : null,
    next_attempt_at: event.type === 'email.delivery_delayed' ? event.next_attempt_at : null,
    waiting: event.type === 'email.delivery_delayed' ? waitingOf(event) : null,
    reply: event.reply,
    url: event.type === 'email.clicked' ? event.url : null,
  };
  for (const key of Object.keys(data)) if (data[key] === null || data[key] === undefined) delete data[key];
  return { type: event.type, created_at: event.occurred_at, data: data as EmailWebhook['data'] };
}

/** As it was when the email was deferred. */
function waitingOf({ waiting: cause, ...event }: EmailWebhookFact): WaitingOfEmail | null {
  if (!cause) return null;
  return {
    cause,
    ...adviseWaiting(cause, event.failure_class),
    since: event.occurred_at,
    next_attempt_at: event.next_attempt_at ?? null,
    detail: event.detail,
  };
}

/** As much of a reply as a webhook tells. */
export interface ReceivedFact {
  readonly id: string;
  readonly receivedAt: Date;
  /** Of the mail itself; null: it has none. */
  readonly messageId: string | null;
  readonly emailId: string | null;
  readonly inReplyToMessageId: string | null;
  /** Null too when the content was deleted. */
  readonly metadata: Record<string, string> | null;
  readonly from: string;
  readonly to: string[];
  readonly receivedFor: string[];
  readonly rule: InboundRule;
  readonly subject: string;
  readonly attachments: readonly InboundAttachment[];
}

/** The webhook body of a reply. Without fields that have no value. */
export function receivedWebhookBody(reply: ReceivedFact): ReceivedWebhook {
  const { messageId, emailId, inReplyToMessageId, metadata, attachments } = reply;
  return {
    type: 'email.received',
    created_at: reply.receivedAt.toISOString(),
    data: {
      inbound_id: reply.id,
      ...(messageId !== null && { message_id: messageId }),
      ...(emailId !== null && { email_id: emailId }),
      ...(inReplyToMessageId !== null && { in_reply_to_message_id: inReplyToMessageId }),
      ...(metadata !== null && { metadata }),
      from: reply.from,
      to: reply.to,
      received_for: reply.receivedFor,
      rule: reply.rule,
      subject: reply.subject,
      ...(attachments.length > 0 && { attachments: [...attachments] }),
    },
  };
}

/** A contact event as a webhook reports it. */
export interface ContactFact {
  readonly type: ContactEventType;
  readonly occurredAt: Date;
  readonly contactId: string;
  /** As it is now; null: it is deleted. */
  readonly contact: ContactResource | null;
  /** Of `contact.subscribed` and `contact.unsubscribed`. */
  readonly change: ContactChange | null;
}

/** The webhook body of a contact event. A deleted contact leaves only its id. */
export function contactWebhookBody({ type, occurredAt, contactId, contact, change }: ContactFact) {
  const data =
    contact === null
      ? { object: 'contact', id: contactId, deleted: true }
      : { ...contact, ...(change !== null && { change }) };
  return { type, created_at: occurredAt.toISOString(), data } as ContactWebhook;
}

/** The body of a `webhook.test`, the same whenever it is built. */
export function webhookTestBody(test: { endpointId: string; createdAt: Date }): TestWebhook {
  return {
    type: 'webhook.test',
    created_at: test.createdAt.toISOString(),
    data: { webhook_id: test.endpointId },
  };
}

function payloadTags(email: EmailWebhookFact['email']): unknown {
  if (email.template === null) return email.tags;
  return { template: email.template, tags: email.tags ?? [] };
}
