import type { EmailEventMessage, EmailEventType } from '@postrider/contracts';
import type { Database } from '@postrider/db';

type Queryable = Pick<Database['pool'], 'query'>;

/** Where a recorded event is, and what is needed to know who wants it. */
export interface EventKey {
  readonly id: string;
  readonly messageId: string;
  readonly organizationId: string;
  readonly type: string;
}

interface EventRow {
  readonly id: string;
  readonly message_id: string;
  readonly organization_id: string;
  readonly type: EmailEventType;
  readonly mode: EmailEventMessage['mode'];
  readonly occurred_at: Date;
  readonly recipient: string;
  readonly provider: string | null;
  readonly bounce_type: EmailEventMessage['bounce_type'];
  readonly detail: string | null;
  readonly url: string | null;
  readonly blocked: boolean;
  readonly machine: boolean;
  readonly message_id_header: string | null;
  readonly from_header: string;
  readonly to_addresses: string[];
  readonly subject: string;
  readonly kind: string | null;
  readonly tags: EmailEventMessage['email']['tags'];
  readonly template: EmailEventMessage['email']['template'];
  readonly metadata: EmailEventMessage['email']['metadata'];
  readonly api_key_id: string;
  readonly domain_id: string;
}

/** The events as they were published, built again from their rows. */
export async function readEvents(db: Queryable, keys: readonly EventKey[]): Promise<EmailEventMessage[]> {
  const { rows } = await db.query<EventRow>({
    name: 'webhook-recorded-events',
    text: `SELECT e.id, e.message_id, e.organization_id, 'email.' || e.type AS type, e.mode, e.occurred_at,
                  e.recipient, e.provider, e.bounce_type, e.detail, e.url, e.blocked, e.machine,
                  m.message_id_header, m.from_header, m.to_addresses, m.subject, m.kind, m.tags, m.template,
                  c.metadata, m.api_key_id, m.domain_id
             FROM unnest($1::uuid[], $2::uuid[]) AS k (message_id, id)
             JOIN email_events e ON e.message_id = k.message_id AND e.id = k.id
             JOIN messages m ON m.id = e.message_id
             LEFT JOIN message_contents c ON c.message_id = e.message_id
            ORDER BY e.id`,
    values: [keys.map(({ messageId }) => messageId), keys.map(({ id }) => id)],
  });
  return rows.map(toEvent);
}

function toEvent(row: EventRow): EmailEventMessage {
  return {
    id: row.id,
    type: row.type,
    organization_id: row.organization_id,
    mode: row.mode,
    occurred_at: row.occurred_at.toISOString(),
    recipient: row.recipient,
    provider: row.provider,
    bounce_type: row.bounce_type,
    detail: row.detail,
    url: row.url,
    blocked: row.blocked,
    machine: row.machine,
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
  };
}
