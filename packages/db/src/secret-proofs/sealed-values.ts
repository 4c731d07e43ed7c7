import type { Pool } from 'pg';
import { SecretBoxError, type SecretBox } from '@postrider/runtime';

/** A column of secrets, each sealed with the master key and bound to the key of its row. */
export interface SealedColumn {
  readonly table: 'dkim_keys' | 'transports' | 'users' | 'webhook_endpoints';
  readonly column: 'private_key' | 'secret' | 'signing_secret' | 'previous_secret' | 'totp_secret';
  /** What names its rows. */
  readonly key: 'id' | 'name';
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'dkim_keys', column: 'private_key', key: 'id' },
  { table: 'webhook_endpoints', column: 'signing_secret', key: 'id' },
  { table: 'webhook_endpoints', column: 'previous_secret', key: 'id' },
  { table: 'users', column: 'totp_secret', key: 'id' },
  { table: 'transports', column: 'secret', key: 'name' },
];

export interface SealedValue {
  readonly id: string;
  readonly sealed: string;
}

/** Of each column: a damaged row or two must not hide that all the others open. */
const sample = 20;

/**
 * Whether the newest sealed values open; null when there are none. Some are enough: one row may be damaged, or
 * have been sealed by another installation.
 */
export async function doSealedValuesOpen(pool: Pool, box: SecretBox): Promise<boolean | null> {
  const samples = await Promise.all(
    sealedColumns.map(async ({ table, column, key }) => {
      const { rows } = await pool.query<SealedValue>(
        `SELECT ${key} AS id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${key} DESC LIMIT $1`,
        [sample],
      );
      return rows;
    }),
  );
  const values = samples.flat();
  return values.length === 0 ? null : values.some((value) => opens(box, value));
}

export function opens(box: SecretBox, { id, sealed }: SealedValue): boolean {
  try {
    box.open(sealed, id);
    return true;
  } catch (error) {
    if (error instanceof SecretBoxError) return false;
    throw error;
  }
}
