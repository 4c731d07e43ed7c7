import type { Mode } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';

/** An email as it was accepted, with its content. */
export interface StoredEmail {
  readonly mode: Mode;
  readonly from: string;
  readonly to: string[];
  readonly cc: string[];
  readonly bcc: string[];
  readonly replyTo: string | null;
  readonly hideRecipients: boolean;
  readonly generateText: boolean | null;
  readonly keepContent: boolean | null;
  readonly subject: string;
  readonly kind: string | null;
  readonly tags: { name: string; value: string }[] | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly html: string | null;
  readonly text: string | null;
  readonly mime: string | null;
  readonly headers: Record<string, string> | null;
  readonly metadata: Record<string, string> | null;
  readonly attachments: StoredFile[];
}

interface StoredFile {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  /** Base64; null after retention. */
  readonly content: string | null;
}

/** @param domainIds the only domains whose emails may be seen; null: all */
export type FindStoredEmail = (
  organizationId: string,
  emailId: string,
  domainIds: readonly string[] | null,
) => Promise<StoredEmail | null>;

const findSql = `
SELECT m.mode, m.from_header AS "from", m.to_addresses AS "to", m.cc_addresses AS cc, m.bcc_addresses AS bcc,
       m.reply_to AS "replyTo", m.hide_recipients AS "hideRecipients", m.generate_text AS "generateText",
       m.keep_content AS "keepContent", m.subject, m.kind, m.tags, m.track_opens AS "trackOpens",
       m.track_clicks AS "trackClicks", c.html, c.text, c.mime, c.headers, c.metadata,
       (SELECT coalesce(json_agg(json_build_object('filename', filename, 'contentType', content_type,
                          'contentId', content_id, 'content', content) ORDER BY ordinal), '[]')
          FROM message_attachments WHERE message_id = $2 AND c.mime IS NULL) AS attachments
  FROM messages m LEFT JOIN message_contents c ON c.message_id = m.id AND c.organization_id = $1
 WHERE m.id = $2 AND m.organization_id = $1 AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))`;

export function createFindStoredEmail(pool: Pool): FindStoredEmail {
  return async (organizationId, emailId, domainIds) => {
    const { rows } = await pool.query<StoredEmail>({
      name: 'emails.find-stored-email',
      text: findSql,
      values: [organizationId, emailId, domainIds],
    });
    return rows[0] ?? null;
  };
}
