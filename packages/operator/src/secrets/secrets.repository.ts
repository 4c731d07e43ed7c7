import type { Pool } from '@postrider/db';

/** A column of secrets, each sealed with the master key and bound to the id of its row. */
export interface SealedColumn {
  readonly table: 'dkim_keys' | 'webhook_endpoints';
  readonly column: 'private_key' | 'signing_secret' | 'previous_secret';
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'dkim_keys', column: 'private_key' },
  { table: 'webhook_endpoints', column: 'signing_secret' },
  { table: 'webhook_endpoints', column: 'previous_secret' },
];

export interface SealedValue {
  readonly id: string;
  readonly sealed: string;
}

export async function readSealedPage(
  pool: Pool,
  { table, column }: SealedColumn,
  { after, limit }: { after: string; limit: number },
): Promise<SealedValue[]> {
  const { rows } = await pool.query<SealedValue>(
    `SELECT id, ${column} AS sealed FROM ${table} WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** False when somebody has changed the value since it was read: theirs is newer, and under the new key. */
export async function replaceSealed(
  pool: Pool,
  { table, column }: SealedColumn,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`,
    [...[id, from, to]],
  );
  return rowCount === 1;
}
