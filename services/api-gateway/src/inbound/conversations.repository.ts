import { conversationMax, previewCharsMax, type ConversationEntry } from '@postrider/contracts/inbound';
import type { Pool } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import type { InboundEmail } from './inbound.repository';

/** The email that a received email answers. */
export interface AnsweredEmail {
  /** Null: it is of a domain that the caller may not see. */
  readonly from: string | null;
  /** Of a reply to a received email. */
  readonly conversationId: string | null;
}

/** Who asks: the only domains whose emails may be seen; null: all. */
export interface Reader {
  readonly organizationId: string;
  readonly domainIds: readonly string[] | null;
}

export interface ConversationsRepository {
  /** Null when retention has deleted it. */
  findAnswered(reader: Reader, emailId: string): Promise<AnsweredEmail | null>;
  /** The newest entries, oldest first, one more than are shown. */
  listEntries(reader: Reader, conversationId: string): Promise<ConversationEntry[]>;
}

/**
 * The first email of a conversation: one of ours that was answered, or a received one that answers none. Replies to received emails have it
 * stored; what was received has only the email that it answers.
 */
export function conversationIdOf(
  email: Pick<InboundEmail, 'id' | 'email_id'>,
  answered: AnsweredEmail | null,
): string {
  return answered?.conversationId ?? email.email_id ?? email.id;
}

export function createConversationsRepository(pool: Pool): ConversationsRepository {
  return {
    findAnswered: async ({ organizationId, domainIds }, emailId) => {
      const { rows } = await pool.query<AnsweredEmail>({
        name: 'inbound.find-answered-email',
        text: `SELECT CASE WHEN $3::uuid[] IS NULL OR domain_id = ANY($3) THEN from_header END AS "from",
                      conversation_id AS "conversationId"
                 FROM messages WHERE id = $2 AND organization_id = $1`,
        values: [organizationId, emailId, domainIds],
      });
      return rows[0] ?? null;
    },
    listEntries: async ({ organizationId, domainIds }, conversationId) => {
      const sent = await pool.query<SentRow>({
        name: 'inbound.list-sent-of-conversation',
        text: sentSql,
        values: [organizationId, conversationId],
      });
      const sentIds = [conversationId, ...sent.rows.map(({ entry }) => entry.id)];
      const received = await pool.query<{ readonly entry: ConversationEntry }>({
        name: 'inbound.list-received-of-conversation',
        text: receivedSql,
        values: [organizationId, conversationId, domainIds, sentIds],
      });
      const isSeen = ({ domainId }: SentRow) => domainIds === null || domainIds.includes(domainId);
      return [...sent.rows.filter(isSeen), ...received.rows]
        .map(({ entry }) => entry)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(-rowsMax);
    },
  };
}

const rowsMax = conversationMax + 1;

interface SentRow {
  readonly entry: ConversationEntry;
  readonly domainId: string;
}

/** Fields of an entry, for `json_build_object`. */
function entrySql(fields: Readonly<Record<keyof ConversationEntry, string>>): string {
  return `json_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
}

/** The email that was answered first, and our replies. Those of other domains are read, too: they may have answers of a domain that is seen. */
const sentSql = `
SELECT m.domain_id AS "domainId", ${entrySql({
  type: "'sent'",
  id: 'm.id',
  from: 'm.from_header',
  to: 'm.to_addresses',
  subject: 'm.subject',
  preview: `left(c.text, ${previewCharsMax})`,
  attachment_count: '(SELECT count(*) FROM message_attachments WHERE message_id = m.id)',
  replies_to: 'm.inbound_id',
  at: isoTimeSql('m.created_at'),
  last_event: 'm.status',
  automatic: 'false',
  dmarc: 'NULL',
})} AS entry
  FROM (SELECT * FROM messages WHERE id = $2 AND organization_id = $1
         UNION ALL
        (SELECT * FROM messages WHERE organization_id = $1 AND conversation_id = $2
          ORDER BY id DESC LIMIT ${rowsMax})) m
  LEFT JOIN message_contents c ON c.message_id = m.id`;

/** The received email that began it, and the answers to what was sent. */
const receivedSql = `
SELECT ${entrySql({
  type: "'received'",
  id: 'i.id',
  from: 'i.from_header',
  to: 'i.to_addresses',
  subject: 'i.subject',
  preview: `left(coalesce(c.reply_text, c.text), ${previewCharsMax})`,
  attachment_count: 'jsonb_array_length(i.attachments)',
  replies_to: 'i.email_id',
  at: isoTimeSql('i.received_at'),
  last_event: 'NULL',
  automatic: 'i.automatic',
  dmarc: 'i.dmarc',
})} AS entry
  FROM (SELECT * FROM inbound_emails WHERE id = $2 AND organization_id = $1
         UNION ALL
        (SELECT * FROM inbound_emails WHERE organization_id = $1 AND email_id = ANY($4::uuid[])
          ORDER BY id DESC LIMIT ${rowsMax})) i
  LEFT JOIN inbound_contents c ON c.inbound_id = i.id
 WHERE $3::uuid[] IS NULL OR i.domain_id = ANY($3)`;
