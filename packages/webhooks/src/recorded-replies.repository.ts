import type { InboundAttachment } from '@postrider/contracts/inbound';
import type { InboundRule } from '@postrider/contracts/statuses';
import type { ReceivedFact } from '@postrider/contracts/webhooks';
import type { Queryable } from '@postrider/db';

/** A reply that was recorded, and whose it is. */
export interface RecordedReply extends ReceivedFact {
  readonly organizationId: string;
}

interface ReplyRow {
  readonly id: string;
  readonly organization_id: string;
  readonly received_at: Date;
  readonly message_id: string | null;
  readonly email_id: string | null;
  readonly in_reply_to_message_id: string | null;
  readonly metadata: Record<string, string> | null;
  readonly from_header: string;
  readonly to_addresses: string[];
  readonly received_for: string[];
  readonly rule: InboundRule;
  readonly subject: string;
  readonly attachments: readonly Omit<InboundAttachment, 'index'>[];
}

/** A mail of some megabytes can have a hundred thousand empty ones. */
const attachmentsMax = 100;

/** Those that there are, in the order of ids. */
export async function readReplies(db: Queryable, ids: readonly string[]): Promise<RecordedReply[]> {
  const { rows } = await db.query<ReplyRow>({
    name: 'deliveries.read-replies',
    text: `SELECT i.id, i.organization_id, i.received_at, i.message_id_header AS message_id, i.email_id,
                  i.in_reply_to_message_id, c.metadata, i.from_header, i.to_addresses, i.received_for, i.rule, i.subject,
                  jsonb_path_query_array(i.attachments, '$[0 to ${attachmentsMax - 1}]') AS attachments
             FROM unnest($1::uuid[]) AS k (id)
             JOIN inbound_emails i ON i.id = k.id
             LEFT JOIN inbound_contents c ON c.inbound_id = i.id
            ORDER BY i.id`,
    values: [ids],
  });
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    receivedAt: row.received_at,
    messageId: row.message_id,
    emailId: row.email_id,
    inReplyToMessageId: row.in_reply_to_message_id,
    metadata: row.metadata,
    from: row.from_header,
    to: row.to_addresses,
    receivedFor: row.received_for,
    rule: row.rule,
    subject: row.subject,
    attachments: row.attachments.map((attachment, index) => ({ index, ...attachment })),
  }));
}
