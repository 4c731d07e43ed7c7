import type { Mode } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';

/** What an email is composed of. */
export interface EmailSourceRow {
  readonly id: string;
  readonly mode: Mode;
  readonly kind: string | null;
  readonly from: string;
  readonly to: string[];
  readonly cc: string[];
  readonly replyTo: string | null;
  readonly hideRecipients: boolean;
  readonly generatesText: boolean;
  readonly subject: string;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** Of its first attempt; without one, now. */
  readonly date: Date;
  /** Of its first recipient that was not suppressed. */
  readonly ordinal: number | null;
  /** False: it was deleted. */
  readonly hasContent: boolean;
  readonly html: string | null;
  readonly text: string | null;
  readonly mime: string | null;
  readonly headers: Record<string, string> | null;
  readonly attachments: SourceAttachment[];
  readonly domain: string;
  /** Null: the domain was deleted. */
  readonly trackingLabel: string | null;
  readonly trackingVerified: boolean | null;
  readonly senderName: string;
  readonly senderAddress: string | null;
}

interface SourceAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly size: number;
  /** Base64; null unless `withFiles`. */
  readonly content: string | null;
}

interface SourceRequest {
  /** The only domains whose emails may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
  /** Only an email of this mode. */
  readonly mode?: Mode | undefined;
  /** With the content of its attachments. */
  readonly withFiles?: boolean;
}

export type FindEmailSource = (
  organizationId: string,
  emailId: string,
  request: SourceRequest,
) => Promise<EmailSourceRow | null>;

/** A message that was screened is sent with the footer that was screened with it. */
const findSourceSql = `
SELECT m.id, m.mode, m.kind, m.from_header AS "from", m.to_addresses AS "to", m.cc_addresses AS cc, m.reply_to AS "replyTo",
       m.hide_recipients AS "hideRecipients", coalesce(m.generate_text, o.generate_text) AS "generatesText", m.subject,
       m.track_opens AS "trackOpens", m.track_clicks AS "trackClicks", coalesce(m.first_attempt_at, now()) AS date,
       (SELECT ordinal FROM recipients WHERE message_id = $2
         ORDER BY status = 'suppressed', ordinal LIMIT 1) AS ordinal,
       coalesce(c.html, c.text, c.mime) IS NOT NULL AS "hasContent", c.html, c.text, c.mime, c.headers,
       (SELECT coalesce(json_agg(json_build_object('filename', filename, 'contentType', content_type,
                          'contentId', content_id, 'size', size,
                          'content', CASE WHEN $4 THEN content END) ORDER BY ordinal), '[]')
          FROM message_attachments WHERE message_id = $2 AND c.mime IS NULL) AS attachments,
       coalesce(d.name, substring(m.from_address FROM '[^@]*$')) AS domain, d.tracking_label AS "trackingLabel",
       d.tracking_verified AS "trackingVerified", coalesce(r.footer ->> 'name', o.name) AS "senderName",
       CASE WHEN r.footer IS NULL THEN o.postal_address ELSE r.footer ->> 'postal_address' END AS "senderAddress"
  FROM messages m
  JOIN organizations o ON o.id = $1
  LEFT JOIN message_contents c ON c.message_id = m.id AND c.organization_id = $1
  LEFT JOIN domains d ON d.id = m.domain_id AND d.organization_id = $1
  LEFT JOIN message_reviews r ON r.message_id = m.id
 WHERE m.id = $2 AND m.organization_id = $1 AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))
   AND ($5::text IS NULL OR m.mode = $5)`;

export function createFindEmailSource(pool: Pool): FindEmailSource {
  return async (organizationId, emailId, { domainIds, mode = null, withFiles = false }) => {
    const { rows } = await pool.query<EmailSourceRow>({
      name: 'emails.find-source',
      text: findSourceSql,
      values: [organizationId, emailId, domainIds, withFiles, mode],
    });
    return rows[0] ?? null;
  };
}
