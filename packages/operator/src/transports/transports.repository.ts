import type { AuditAction } from '@postrider/contracts/audit';
import { insertAuditEntry, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { isBuiltInTransport } from '@postrider/providers';
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

/** By transport; without those that no domain uses. */
export async function countDomains(
  pool: Pool,
  transports: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ transport: string; domains: number }>(
    'SELECT transport, count(*)::int AS domains FROM domains WHERE transport = ANY($1) GROUP BY transport',
    [transports],
  );
  return new Map(rows.map(({ transport, domains }) => [transport, domains]));
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

export async function putTransport(pool: Pool, given: NewTransport, operator: string): Promise<void> {
  const { name, kind, options, secret, fallback } = given;
  await withTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO transports AS t (name, kind, options, secret, fallback, updated_at)
       VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT (name) DO UPDATE SET kind = $2, options = $3, fallback = $5, updated_at = now(),
         secret = CASE WHEN $6 THEN t.secret ELSE $4 END`,
      [name, kind, options, secret ?? null, fallback, secret === undefined],
    );
    const after = { kind, options, fallback, new_secret: typeof secret === 'string' };
    await audit(client, { operator, action: 'transport.set', name, after });
  });
}

async function audit(
  client: PoolClient,
  entry: {
    readonly operator: string;
    readonly action: AuditAction<'transport'>;
    readonly name: string;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { operator, action, name, after } = entry;
  await insertAuditEntry(client, {
    ...{ organizationId: null, actor: { type: 'operator', name: operator } },
    ...{ action, target: { type: 'transport', id: name }, after },
  });
}

/** A transport that the settings define gets its row. @returns false when there is none of that name */
export async function setDisabled(
  pool: Pool,
  {
    name,
    isDisabled,
    operator,
  }: { readonly name: string; readonly isDisabled: boolean; readonly operator: string },
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    if (isBuiltInTransport(name)) {
      await client.query(
        `INSERT INTO transports (name, kind, updated_at) VALUES ($1, $1, now()) ON CONFLICT (name) DO NOTHING`,
        [name],
      );
    }
    const { rowCount } = await client.query(
      `UPDATE transports SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, now()) END, updated_at = now()
       WHERE name = $1`,
      [name, isDisabled],
    );
    if (rowCount !== 1) return false;
    await audit(client, { operator, action: isDisabled ? 'transport.disable' : 'transport.enable', name });
    return true;
  });
}

export async function recordResumption(pool: Pool, name: string, operator: string): Promise<void> {
  await withTransaction(pool, (client) => audit(client, { operator, action: 'transport.resume', name }));
}

/** Who still uses it; empty: it is removed. One that the settings define has users without its row. */
export async function removeTransport(
  pool: Pool,
  name: string,
  operator: string,
): Promise<readonly Row[] | 'missing'> {
  return withTransaction(pool, async (client) => {
    const users = isBuiltInTransport(name) ? [] : await findUsers(client, name);
    if (users.length > 0) return users;
    const { rowCount } = await client.query('DELETE FROM transports WHERE name = $1', [name]);
    if (rowCount !== 1) return 'missing';
    await audit(client, { operator, action: 'transport.remove', name });
    return [];
  });
}

async function findUsers(client: PoolClient, name: string): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT 'domain' AS what, name FROM domains WHERE transport = $1
     UNION ALL SELECT 'fallback of' AS what, name FROM transports WHERE fallback = $1 LIMIT 10`,
    [name],
  );
  return rows;
}
