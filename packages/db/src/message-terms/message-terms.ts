import type { Pool, PoolClient } from 'pg';
import { lowestId } from '@postrider/contracts/ids';
import type { Mode } from '@postrider/contracts/statuses';

/** How far messages have their terms, in the order of their ids (ADR 51). */
export const messageTermsCursor = 'metrics-aggregator.message-terms';

/** The id up to which every message has its terms; those behind it are found by looking at them. */
export async function messageTermsFilledTo(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>({
    name: 'message-terms.filled-to',
    text: 'SELECT position FROM sweep_cursors WHERE name = $1',
    values: [messageTermsCursor],
  });
  return rows[0]?.position ?? lowestId;
}

const contentTermsLockKey = 72_707_371;

/**
 * Held while terms are made, from before the content is read until the commit. A deletion that waits for it sees the terms
 * that were made meanwhile; without it, terms of content that is just being deleted would stay.
 */
export async function lockContentTerms(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [contentTermsLockKey]);
}

/** What content is found by: the text of a term of each entry is the `key:value` that the API is asked for. */
export interface DeletedMetadata {
  readonly message_id: string;
  readonly organization_id: string;
  readonly mode: Mode;
  readonly metadata: Readonly<Record<string, string>> | null;
}

/** Deletes the terms of metadata that the same transaction has deleted. */
export async function deleteContentTerms(
  client: PoolClient,
  deleted: readonly DeletedMetadata[],
): Promise<void> {
  const entries = deleted.flatMap(({ metadata, ...of }) =>
    Object.entries(metadata ?? {}).map(([key, value]) => ({ ...of, text: `${key}:${value}` })),
  );
  if (entries.length === 0) return;
  const ids = entries.map(({ message_id: id }) => id).toSorted();
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [contentTermsLockKey]);
  await client.query({
    name: 'message-terms.delete-content-terms',
    text: deleteContentTermsSql,
    values: [
      entries.map(({ message_id: id }) => id),
      entries.map(({ organization_id: id }) => id),
      entries.map(({ mode }) => mode),
      entries.map(({ text }) => text),
      ids[0],
      ids.at(-1),
    ],
  });
}

/** The bounds on the id let PostgreSQL leave out the other weeks' partitions. */
const deleteContentTermsSql = `
DELETE FROM content_terms t
USING (SELECT message_id, message_term(organization_id, mode, 'metadata', entry) AS term
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS d (message_id, organization_id, mode, entry)) gone
WHERE t.term = gone.term AND t.message_id = gone.message_id AND t.message_id >= $5 AND t.message_id <= $6`;
