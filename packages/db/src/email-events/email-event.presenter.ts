import type { EmailEventMessage } from '@postrider/contracts/events';
import type { FailureClass } from '@postrider/contracts/outcomes';
import type { MessageEventType } from '@postrider/contracts/statuses';

/** Columns of an `EmailEventRow`, read from `email_events e`, `messages m` and `message_contents c` (outer join). */
export const emailEventColumns = `e.id, e.message_id, e.organization_id, e.type, e.mode, e.occurred_at, e.recipient,
  e.provider, e.bounce_type, e.detail, e.failure_class, e.next_attempt_at, e.waiting, e.reply, e.url, e.blocked, e.machine, e.repeated,
  m.message_id_header, m.from_header, m.to_addresses, m.subject, m.kind, m.tags, m.template, m.api_key_id, m.domain_id,
  c.metadata`;

/** An event that leaves the service, with the data of its message. */
export interface EmailEventRow {
  readonly id: string;
  readonly message_id: string;
  readonly organization_id: string;
  readonly type: Exclude<MessageEventType, 'queued' | 'suppressed'>;
  readonly mode: EmailEventMessage['mode'];
  /** Text where the row comes out of JSON. */
  readonly occurred_at: Date | string;
  readonly recipient: string;
  readonly provider: string | null;
  readonly bounce_type: EmailEventMessage['bounce_type'];
  readonly detail: string | null;
  readonly failure_class: FailureClass | null;
  /** Text where the row comes out of JSON. */
  readonly next_attempt_at: Date | string | null;
  readonly waiting: EmailEventMessage['waiting'];
  readonly reply: NonNullable<EmailEventMessage['reply']> | null;
  readonly url: string | null;
  readonly blocked: boolean;
  readonly machine: boolean;
  readonly repeated: boolean;
  readonly message_id_header: string | null;
  readonly from_header: string;
  readonly to_addresses: string[];
  readonly subject: string;
  readonly kind: string | null;
  readonly tags: EmailEventMessage['email']['tags'];
  readonly template: EmailEventMessage['email']['template'];
  readonly api_key_id: string;
  readonly domain_id: string;
  /** Null too when the content was deleted. */
  readonly metadata: EmailEventMessage['email']['metadata'];
}

/** A recorded event as it travels: one direction, one place. */
export function presentEmailEvent(row: EmailEventRow): EmailEventMessage {
  return {
    id: row.id,
    type: `email.${row.type}`,
    organization_id: row.organization_id,
    mode: row.mode,
    occurred_at: new Date(row.occurred_at).toISOString(),
    email: {
      id: row.message_id,
      message_id: row.message_id_header,
      from: row.from_header,
      to: row.to_addresses,
      subject: row.subject,
      kind: row.kind,
      tags: row.tags,
      template: row.template,
      metadata: row.metadata,
      key_id: row.api_key_id,
      domain_id: row.domain_id,
    },
    recipient: row.recipient,
    provider: row.provider,
    bounce_type: row.bounce_type,
    detail: row.detail,
    failure_class: row.failure_class,
    next_attempt_at: row.next_attempt_at === null ? null : new Date(row.next_attempt_at).toISOString(),
    waiting: row.waiting ?? null,
    reply: presentReply(row.reply),
    url: row.url,
    blocked: row.blocked,
    machine: row.machine,
    repeated: row.repeated,
  };
}

/** In the order in which it was published: jsonb has one of its own, and a replayed webhook has the same bytes. */
function presentReply(reply: EmailEventRow['reply']): EmailEventMessage['reply'] {
  return reply && { host: reply.host, code: reply.code, text: reply.text };
}
