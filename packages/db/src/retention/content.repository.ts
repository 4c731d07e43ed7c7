import type { Pool } from 'pg';

type Queryable = Pick<Pool, 'query'>;

/** The shortest and the longest retention of any organization, in days; null when there is no organization. */
export async function retentionBounds(db: Queryable): Promise<{ shortest: number; longest: number } | null> {
  const { rows } = await db.query<{ shortest: number | null; longest: number | null }>(
    'SELECT min(body_retention_days) AS shortest, max(body_retention_days) AS longest FROM organizations',
  );
  const { shortest = null, longest = null } = rows[0] ?? {};
  return shortest === null || longest === null ? null : { shortest, longest };
}

/** When the oldest message that may still be sent was accepted; null when there is none. */
export async function oldestWaitingSince(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    // One partial index each; IN could use neither.
    `SELECT min(created_at) AS since FROM (
       SELECT created_at FROM messages WHERE status = 'queued'
       UNION ALL SELECT created_at FROM messages WHERE status = 'sending') waiting`,
  );
  return rows[0]?.since ?? null;
}

/** Empties the next attachments of messages from `from` and before `before`. @returns how many */
export async function emptyAttachments(
  db: Queryable,
  { from, before, limit }: { from: string; before: string; limit: number },
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'retention-empty-attachments',
    text: `UPDATE message_attachments SET content = NULL
            WHERE message_id >= $1 AND message_id < $2 AND content IS NOT NULL
              AND (message_id, ordinal) IN
                  (SELECT message_id, ordinal FROM message_attachments
                    WHERE message_id >= $1 AND message_id < $2 AND content IS NOT NULL
                    ORDER BY message_id, ordinal LIMIT $3)`,
    values: [from, before, limit],
  });
  return rowCount ?? 0;
}

export interface ContentPage {
  /** Null when nothing is left before the bound. */
  readonly lastId: string | null;
  readonly deleted: number;
}

/**
 * Looks at the next contents by message id, after `after` and before `before`, and deletes those whose
 * organization keeps them no longer. Messages that may still be sent keep theirs.
 */
export async function deleteContentPage(
  db: Queryable,
  { after, before, now, limit }: { after: string; before: string; now: Date; limit: number },
): Promise<ContentPage> {
  const { rows } = await db.query<{ last_id: string | null; deleted: number }>({
    name: 'retention-content-page',
    text: `WITH page AS MATERIALIZED (
             SELECT message_id, organization_id FROM message_contents
              WHERE message_id > $1 AND message_id < $2 ORDER BY message_id LIMIT $4
           ), due AS MATERIALIZED (
             SELECT page.message_id FROM page
               JOIN organizations o ON o.id = page.organization_id
               JOIN messages m ON m.id = page.message_id
              WHERE m.final_at IS NOT NULL AND m.created_at < $3::timestamptz - make_interval(days => o.body_retention_days)
           ), emptied AS (
             UPDATE message_attachments SET content = NULL
              WHERE message_id IN (SELECT message_id FROM due) AND content IS NOT NULL
           ), deleted AS (
             DELETE FROM message_contents WHERE message_id IN (SELECT message_id FROM due) RETURNING 1
           )
           SELECT (SELECT message_id FROM page ORDER BY message_id DESC LIMIT 1) AS last_id,
                  (SELECT count(*) FROM deleted) AS deleted`,
    values: [after, before, now, limit],
  });
  return { lastId: rows[0]?.last_id ?? null, deleted: rows[0]?.deleted ?? 0 };
}
