import type { Pool } from '@postrider/db';
import type { OutgoingAttachment } from '@postrider/mail';
import type { ClaimedMessage, MessageBody } from '../claims/claimed-message';
import type { MessageContent } from './compose';

interface ContentRow {
  readonly html: string | null;
  readonly text: string | null;
  readonly mime: string | null;
  readonly headers: Record<string, string> | null;
}

interface AttachmentRow {
  readonly filename: string;
  readonly content_type: string;
  readonly content_id: string | null;
  readonly content: string | null;
}

const findContentSql = `SELECT html, text, mime, headers FROM message_contents WHERE message_id = $1 AND organization_id = $2`;
const findAttachmentsSql = `
SELECT filename, content_type, content_id, content FROM message_attachments WHERE message_id = $1 ORDER BY ordinal`;

/** The whole content of one message; undefined when any of it has been deleted. */
export async function loadContent(
  pool: Pool,
  organizationId: string,
  messageId: string,
): Promise<MessageContent | undefined> {
  const [contents, attachments] = await Promise.all([
    pool.query<ContentRow>({
      name: 'delivery.find-content',
      text: findContentSql,
      values: [messageId, organizationId],
    }),
    pool.query<AttachmentRow>({
      name: 'delivery.find-attachments',
      text: findAttachmentsSql,
      values: [messageId],
    }),
  ]);
  const [row] = contents.rows;
  if (!row || (row.html === null && row.text === null && row.mime === null)) return undefined;
  const body = { html: row.html, text: row.text, headers: row.headers ?? {} };
  // Its attachments only say what is in the entity.
  if (row.mime !== null) return { body, attachments: [], mime: row.mime };
  const outgoing: OutgoingAttachment[] = [];
  for (const attachment of attachments.rows) {
    if (attachment.content === null) return undefined;
    outgoing.push({
      filename: attachment.filename,
      contentType: attachment.content_type,
      contentId: attachment.content_id,
      content: attachment.content,
    });
  }
  return { body, attachments: outgoing, mime: null };
}

/** A simulated click looks for its link here, on the main thread; the rest of a large body is not read. */
const startCharsMax = 100_000;

const findBodyStartSql = `
SELECT left(html, ${startCharsMax}) AS html, left(text, ${startCharsMax}) AS text
FROM message_contents WHERE message_id = $1 AND organization_id = $2`;

/** The first 100,000 characters of both bodies; undefined when the content has been deleted. */
export async function loadBodyStart(
  pool: Pool,
  { id, organizationId }: Pick<ClaimedMessage, 'id' | 'organizationId'>,
): Promise<Pick<MessageBody, 'html' | 'text'> | undefined> {
  const { rows } = await pool.query<Pick<MessageBody, 'html' | 'text'>>({
    name: 'delivery.find-body-start',
    text: findBodyStartSql,
    values: [id, organizationId],
  });
  return rows[0];
}
