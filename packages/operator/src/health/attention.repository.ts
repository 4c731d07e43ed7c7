import type { Pool } from '@postrider/db';

/** What waits for an operator. */
export interface Attention {
  /** Messages that are held after restoring a backup, up to the maximum. */
  readonly restored: number;
  /** Flagged messages, up to the maximum. */
  readonly reviews: number;
  /** Active source addresses whose DNS names do not match. */
  readonly sources: readonly { readonly address: string; readonly error: string }[];
}

const sourcesMax = 20;

export async function readAttention(pool: Pool, countedMax: number): Promise<Attention> {
  const { rows } = await pool.query<Attention>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT FROM message_holds WHERE reason = 'restored' LIMIT $1) held) AS restored,
       (SELECT count(*)::int FROM (SELECT FROM message_reviews WHERE status = 'flagged' LIMIT $1) flagged) AS reviews,
       (SELECT coalesce(json_agg(found), '[]') FROM (
          SELECT address, reverse_name_error AS error FROM source_addresses
           WHERE status = 'active' AND reverse_name_error IS NOT NULL ORDER BY address LIMIT ${sourcesMax}) found) AS sources`,
    [countedMax],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a SELECT without FROM has one row');
  return row;
}
