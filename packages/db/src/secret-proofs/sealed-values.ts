import type { Pool } from 'pg';
import { SecretBoxError, type SecretBox } from '@postrider/runtime';

/** A column of secrets, each sealed with the master key and bound to the key of its row. */
export interface SealedColumn {
  readonly table:
    'dkim_keys' | 'google_postmaster_connections' | 'transports' | 'users' | 'webhook_endpoints';
  readonly column:
    'private_key' | 'refresh_token' | 'secret' | 'signing_secret' | 'previous_secret' | 'totp_secret';
  /** What names its rows. */
  readonly key: 'id' | 'name';
  readonly kind: 'dkim_key' | 'google_token' | 'webhook_secret' | 'totp_secret' | 'transport_secret';
  /** SQL of a row: whose secret it is. */
  readonly owner: string;
  /** SQL of a row: whether something needs the secret. */
  readonly isUsed: string;
}

const ofWebhook: Omit<SealedColumn, 'column'> = {
  ...{ table: 'webhook_endpoints', key: 'id', kind: 'webhook_secret' },
  owner: `(SELECT slug FROM organizations o WHERE o.id = organization_id)`,
  isUsed: `status = 'enabled'`,
};

export const sealedColumns: readonly SealedColumn[] = [
  {
    ...{ table: 'dkim_keys', column: 'private_key', key: 'id', kind: 'dkim_key' },
    owner: '(SELECT name FROM domains d WHERE d.id = domain_id)',
    isUsed: 'retired_at IS NULL',
  },
  { ...ofWebhook, column: 'signing_secret' },
  { ...ofWebhook, column: 'previous_secret' },
  {
    ...{ table: 'users', column: 'totp_secret', key: 'id', kind: 'totp_secret' },
    ...{ owner: 'id::text', isUsed: 'TRUE' },
  },
  {
    ...{ table: 'google_postmaster_connections', column: 'refresh_token', key: 'id', kind: 'google_token' },
    owner: ofWebhook.owner,
    isUsed: 'next_read_at IS NOT NULL',
  },
  {
    ...{ table: 'transports', column: 'secret', key: 'name', kind: 'transport_secret' },
    ...{ owner: 'name', isUsed: 'TRUE' },
  },
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
