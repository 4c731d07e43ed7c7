import type { PoolClient } from 'pg';
import { deleteContentTerms, type DeletedMetadata } from '../message-terms/message-terms';

/** The bounds on the id let PostgreSQL leave out the other weeks' partitions; an array parameter alone does not. */
const deleteSql = `
WITH unkept AS MATERIALIZED (
  SELECT m.id, m.mode FROM messages m
  JOIN organizations o ON o.id = m.organization_id
  WHERE m.id = ANY($1::uuid[]) AND m.id >= $2 AND m.id <= $3 AND m.final_at IS NOT NULL
    AND (o.body_retention_days = 0 OR m.keep_content IS FALSE)
), emptied AS (
  UPDATE message_attachments a SET content = NULL
  FROM unkept WHERE a.message_id = unkept.id AND a.message_id >= $2 AND a.message_id <= $3 AND a.content IS NOT NULL
)
DELETE FROM message_contents c
USING unkept WHERE c.message_id = unkept.id AND c.message_id >= $2 AND c.message_id <= $3
RETURNING c.message_id, c.organization_id, unkept.mode, c.metadata`;

/**
 * Deletes bodies, headers and metadata and empties the attachments of those messages that are final and whose content is not kept: by
 * `keep_content: false`, or because the organization keeps content for 0 days. Code that makes a message final calls it, in the same
 * transaction.
 * @returns how many messages lost their content
 */
export async function deleteUnkeptContent(
  client: PoolClient,
  messageIds: readonly string[],
): Promise<number> {
  const sorted = messageIds.toSorted();
  if (sorted.length === 0) return 0;
  const { rows } = await client.query<DeletedMetadata>({
    name: 'retention.delete-unkept-content',
    text: deleteSql,
    values: [sorted, sorted[0], sorted.at(-1)],
  });
  await deleteContentTerms(client, rows);
  return rows.length;
}
