import type { PoolClient } from 'pg';
import { deleteContentTerms, type DeletedMetadata } from '../message-terms/message-terms';

/** The bounds on the id let PostgreSQL leave out the other weeks' partitions; an array parameter alone does not. */
const deleteSql = `
WITH emptied AS (
  DELETE FROM message_attachments WHERE message_id = ANY($1::uuid[]) AND message_id >= $2 AND message_id <= $3
)
DELETE FROM message_contents c USING messages m
WHERE c.message_id = ANY($1::uuid[]) AND c.message_id >= $2 AND c.message_id <= $3
  AND m.id = c.message_id AND m.id >= $2 AND m.id <= $3
RETURNING c.message_id, c.organization_id, m.mode, c.metadata`;

/**
 * Deletes bodies, headers, metadata and attachments of messages before their retention ends, with what they are found by.
 * @param messageIds sorted, at least one; not of messages that may still be sent
 */
export async function deleteContentOf(client: PoolClient, messageIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<DeletedMetadata>({
    name: 'retention.delete-content-of',
    text: deleteSql,
    values: [messageIds, messageIds[0], messageIds.at(-1)],
  });
  await deleteContentTerms(client, rows);
}
