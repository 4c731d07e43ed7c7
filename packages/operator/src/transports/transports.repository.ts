import { withTransaction, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface StoredTransport {
  readonly name: string;
  readonly kind: string;
  readonly options: unknown;
  readonly has_secret: boolean;
  readonly fallback: string | null;
  readonly disabled_at: Date | null;
  readonly domains: number;
}

const columns = `t.name, t.kind, t.options, t.secret IS NOT NULL AS has_secret, t.fallback, t.disabled_at,
  (SELECT count(*)::int FROM domains d WHERE d.transport = t.name) AS domains`;

export async function listTransports(pool: Pool): Promise<readonly StoredTransport[]> {
  const { rows } = await pool.query<StoredTransport>(
    `SELECT ${columns} FROM transports t ORDER BY t.name LIMIT 1000`,
  );
  return rows;
}

/** Undefined: the table has none of that name. */
export async function findTransport(
  pool: Pool,
  name: string,
): Promise<(StoredTransport & { readonly secret: string | null }) | undefined> {
  const { rows } = await pool.query<StoredTransport & { readonly secret: string | null }>(
    `SELECT ${columns}, t.secret FROM transports t WHERE t.name = $1`,
    [name],
  );
  return rows[0];
}

export interface NewTransport {
  readonly name: string;
  readonly kind: string;
  readonly options: object;
  /** Sealed. Undefined keeps the one that it has. */
  readonly secret: string | null | undefined;
  readonly fallback: string | null;
}

export async function putTransport(pool: Pool, given: NewTransport): Promise<void> {
  const { name, kind, options, secret, fallback } = given;
  await pool.query(
    `INSERT INTO transports AS t (name, kind, options, secret, fallback, updated_at)
     VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (name) DO UPDATE SET kind = $2, options = $3, fallback = $5, updated_at = now(),
       secret = CASE WHEN $6 THEN t.secret ELSE $4 END`,
    [name, kind, options, secret ?? null, fallback, secret === undefined],
  );
}

/** @returns false when the table has none of that name */
export async function setDisabled(pool: Pool, name: string, isDisabled: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE transports SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, now()) END, updated_at = now()
     WHERE name = $1`,
    [name, isDisabled],
  );
  return rowCount === 1;
}

/** Who still names it; empty: it is removed, or was not there. */
export async function removeTransport(pool: Pool, name: string): Promise<readonly Row[]> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      `SELECT 'domain' AS what, name FROM domains WHERE transport = $1
       UNION ALL SELECT 'fallback of' AS what, name FROM transports WHERE fallback = $1 LIMIT 10`,
      [name],
    );
    if (rows.length === 0) await client.query('DELETE FROM transports WHERE name = $1', [name]);
    return rows;
  });
}
