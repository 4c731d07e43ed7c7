import type { ContactEventType, EmailEventMessage, EmailEventType } from '@postrider/contracts/events';
import { emailEventColumns, type EmailEventRow, presentEmailEvent, type Queryable } from '@postrider/db';

/** Where a recorded event, reply or contact event is, and what is needed to know who wants it. */
export interface WebhookKey {
  readonly id: string;
  /** Null: a reply, or an event of a contact. */
  readonly messageId: string | null;
  readonly organizationId: string;
  readonly type: EmailEventType | 'email.received' | ContactEventType;
}

export interface EventKey extends WebhookKey {
  readonly messageId: string;
}

/** The events as they were published, built again from their rows. */
export async function readEvents(
  db: Queryable,
  keys: readonly Pick<EventKey, 'id' | 'messageId'>[],
): Promise<EmailEventMessage[]> {
  const { rows } = await db.query<EmailEventRow>({
    name: 'deliveries.read-events',
    text: `SELECT ${emailEventColumns}
             FROM unnest($1::uuid[], $2::uuid[]) AS k (message_id, id)
             JOIN email_events e ON e.message_id = k.message_id AND e.id = k.id
             JOIN messages m ON m.id = e.message_id
             LEFT JOIN message_contents c ON c.message_id = e.message_id
            ORDER BY e.id`,
    values: [keys.map(({ messageId }) => messageId), keys.map(({ id }) => id)],
  });
  return rows.map(presentEmailEvent);
}
