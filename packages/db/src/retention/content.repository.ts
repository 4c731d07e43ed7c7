import assert from 'node:assert';
import type { Pool } from 'pg';
import type { Queryable } from '../client/create-database';
import { deleteContentTerms, type DeletedMetadata } from '../message-terms/message-terms';
import { withTransaction } from '../transaction';

/** The shortest and the longest retention of any organization, in days; null when there is no organization. */
export async function retentionBounds(db: Queryable): Promise<{ shortest: number; longest: number } | null> {
  const { rows } = await db.query<{ shortest: number | null; longest: number | null }>(
    'SELECT min(body_retention_days) AS shortest, max(body_retention_days) AS longest FROM organizations',
  );
  const [bounds] = rows;
  assert(bounds !== undefined, 'a minimum is one row');
  const { shortest, longest } = bounds;
  return shortest === null || longest === null ? null : { shortest, longest };
}

/** Whether any message with an id of the range may still be sent. */
export async function hasWaiting(
  db: Queryable,
  { from, before }: { from: string; before: string },
): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'retention.find-waiting',
    // One partial index each; IN could use neither.
    text: `SELECT EXISTS (SELECT FROM messages WHERE id >= $1 AND id < $2 AND status = 'queued')
               OR EXISTS (SELECT FROM messages WHERE id >= $1 AND id < $2 AND status = 'sending') AS waits`,
    values: [from, before],
  });
  const [answer] = rows;
  assert(answer !== undefined, 'an answer is one row');
  return answer.waits;
}

/** An attachment by its place in the order of retention. */
export interface AttachmentPosition {
  readonly messageId: string;
  readonly ordinal: number;
}

/**
 * Empties the next attachments after a position and before an id, but not those of messages that may still be sent.
 * @returns the last one it looked at; null when there were none
 */
export async function emptyAttachments(
  db: Queryable,
  { after, before, limit }: { after: AttachmentPosition; before: string; limit: number },
): Promise<AttachmentPosition | null> {
  const { rows } = await db.query<AttachmentPosition>({
    name: 'retention.empty-attachments',
    text: `WITH page AS MATERIALIZED (
             SELECT message_id, ordinal FROM message_attachments
              WHERE (message_id, ordinal) > ($1, $2) AND message_id < $3 AND content IS NOT NULL
              ORDER BY message_id, ordinal LIMIT $4
           ), emptied AS (
             UPDATE message_attachments a SET content = NULL
               FROM page JOIN messages m ON m.id = page.message_id
              WHERE a.message_id = page.message_id AND a.ordinal = page.ordinal
                AND m.status NOT IN ('queued', 'sending')
           )
           SELECT message_id AS "messageId", ordinal FROM page ORDER BY message_id DESC, ordinal DESC LIMIT 1`,
    values: [after.messageId, after.ordinal, before, limit],
  });
  return rows[0] ?? null;
}

export interface ContentPage {
  /** Null when nothing is left before the bound. */
  readonly lastId: string | null;
  readonly deleted: number;
}

/**
 * Looks at the next contents by message id, after `after` and before `before`, and deletes those whose
 * organization keeps them no longer, with what they are found by. Messages that may still be sent keep theirs.
 */
export async function deleteContentPage(
  pool: Pool,
  { after, before, now, limit }: { after: string; before: string; now: Date; limit: number },
): Promise<ContentPage> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<DeletedPage>({
      name: 'retention.delete-contents',
      text: deleteContentsSql,
      values: [after, before, now, limit],
    });
    const [page] = rows;
    assert(page !== undefined, 'a page is one row');
    await deleteContentTerms(client, page.found_by);
    return { lastId: page.last_id, deleted: page.deleted };
  });
}

interface DeletedPage {
  readonly last_id: string | null;
  readonly deleted: number;
  readonly found_by: readonly DeletedMetadata[];
}

const deleteContentsSql = `
WITH page AS MATERIALIZED (
  SELECT message_id, organization_id FROM message_contents
   WHERE message_id > $1 AND message_id < $2 ORDER BY message_id LIMIT $4
), due AS MATERIALIZED (
  SELECT page.message_id, m.mode FROM page
    JOIN organizations o ON o.id = page.organization_id
    JOIN messages m ON m.id = page.message_id
   WHERE m.final_at IS NOT NULL AND m.created_at < $3::timestamptz - make_interval(days => o.body_retention_days)
), emptied AS (
  UPDATE message_attachments SET content = NULL
   WHERE message_id IN (SELECT message_id FROM due) AND content IS NOT NULL
), deleted AS (
  DELETE FROM message_contents c USING due WHERE c.message_id = due.message_id
  RETURNING c.message_id, c.organization_id, due.mode, c.metadata
)
SELECT (SELECT message_id FROM page ORDER BY message_id DESC LIMIT 1) AS last_id,
       (SELECT count(*) FROM deleted) AS deleted,
       (SELECT coalesce(json_agg(deleted), '[]') FROM deleted WHERE metadata IS NOT NULL) AS found_by`;
