import type { EmailStatus } from '@postrider/contracts/statuses';
import { deleteContentOf, insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import { isoTimeSql } from '../paging/iso-time';

/** What an email of the inbox is shown with beside its message. */
export interface InboxFacts {
  readonly lastEvent: EmailStatus;
  readonly createdAt: string;
  readonly bcc: string[];
  readonly tags: { name: string; value: string }[] | null;
  /** Of its domain; empty if that was deleted. */
  readonly records: { record: string; status: string }[];
}

export interface InboxRepository {
  /** Of an email that may be seen. */
  findFacts(organizationId: string, emailId: string): Promise<InboxFacts | null>;
  /** Base64. Of an email that may be seen. */
  findFile(organizationId: string, emailId: string, index: number): Promise<InboxFile | null>;
  /** Deletes the content of emails that are settled, and records it. */
  clear(organizationId: string, emailIds: readonly string[], author: Author): Promise<void>;
}

export interface InboxFile {
  readonly filename: string;
  readonly content: string;
}

export function createInboxRepository(pool: Pool): InboxRepository {
  return {
    findFacts: async (organizationId, emailId) => {
      const { rows } = await pool.query<InboxFacts>({
        name: 'inbox.find-facts',
        text: `SELECT m.status AS "lastEvent", ${isoTimeSql('m.created_at')} AS "createdAt", m.bcc_addresses AS bcc, m.tags,
                      (SELECT coalesce(jsonb_agg(jsonb_build_object('record', r->'record', 'status', r->'status')), '[]')
                         FROM jsonb_array_elements(d.records) r WHERE (r->>'required')::boolean) AS records
                 FROM messages m LEFT JOIN domains d ON d.id = m.domain_id AND d.organization_id = $1
                WHERE m.id = $2 AND m.organization_id = $1`,
        values: [organizationId, emailId],
      });
      return rows[0] ?? null;
    },
    findFile: async (organizationId, emailId, index) => {
      const { rows } = await pool.query<InboxFile>({
        name: 'inbox.find-file',
        text: `SELECT a.filename, a.content
                 FROM messages m JOIN message_attachments a ON a.message_id = m.id
                WHERE m.id = $2 AND m.organization_id = $1 AND a.content IS NOT NULL
                ORDER BY a.ordinal OFFSET $3 LIMIT 1`,
        values: [organizationId, emailId, index],
      });
      return rows[0] ?? null;
    },
    clear: (organizationId, emailIds, author) =>
      withTransaction(pool, async (client) => {
        await deleteContentOf(client, emailIds.toSorted());
        await insertAuditEntry(client, {
          ...author,
          organizationId,
          action: 'message.delete_content',
          target: { type: 'organization', id: organizationId },
          after: { messages: emailIds.length, message_ids: emailIds },
        });
      }),
  };
}
