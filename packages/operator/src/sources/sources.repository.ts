import { newId } from '@postrider/contracts';
import { withTransaction, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

const columns = `s.address, s.bind_address, s.hello_name, s.pool, s.status, s.warm_up_started_at,
  CASE WHEN s.reverse_name_checked_at IS NULL THEN 'not looked at yet' ELSE coalesce(s.reverse_name_error, 'in order') END
    AS reverse_dns,
  s.seen_at AS seen_by_a_worker_at`;

/** In the order of pools, with what was taken of today's warm-up, all sites together. */
export async function listSources(pool: Pool): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${columns},
       CASE WHEN s.warm_up_started_at IS NOT NULL THEN (SELECT coalesce(sum(d.recipients), 0)::int FROM source_sending_days d
         WHERE d.source_id = s.id AND d.day = (now() AT TIME ZONE 'UTC')::date) END AS warm_up_today
       FROM source_addresses s ORDER BY s.pool, s.address LIMIT 1000`,
  );
  return rows;
}

export interface ActiveSource {
  readonly address: string;
  readonly bindAddress: string;
  readonly helloName: string;
}

export async function readActiveSources(pool: Pool): Promise<ActiveSource[]> {
  const { rows } = await pool.query<ActiveSource>(
    `SELECT address, coalesce(bind_address, address) AS "bindAddress", hello_name AS "helloName"
       FROM source_addresses WHERE status = 'active' ORDER BY address LIMIT 100`,
  );
  return rows;
}

/** Undefined: there is no such address. */
export async function showSource(pool: Pool, address: string): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT s.id, ${columns}, s.reverse_name_checked_at, s.created_at,
       (SELECT count(*)::int FROM domains d WHERE d.source_pool = s.pool) AS domains_pinned_to_its_pool,
       (SELECT coalesce(json_agg(day), '[]') FROM (
          SELECT d.day::text AS day, d.site, d.recipients FROM source_sending_days d
          WHERE d.source_id = s.id AND d.day > (now() AT TIME ZONE 'UTC')::date - 7
          ORDER BY d.day DESC, d.recipients DESC LIMIT 100) day) AS warm_up_days
       FROM source_addresses s WHERE s.address = $1`,
    [address],
  );
  return rows[0];
}

export interface NewSource {
  readonly address: string;
  readonly bindAddress: string | null;
  readonly helloName: string;
  readonly pool: string;
  readonly warmUpStartedAt: Date | null;
}

/** @returns false when it is there already */
export async function addSource(pool: Pool, given: NewSource): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO source_addresses (id, address, bind_address, hello_name, pool, warm_up_started_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (address) DO NOTHING`,
    [newId(), given.address, given.bindAddress, given.helloName, given.pool, given.warmUpStartedAt],
  );
  return rowCount === 1;
}

export type SourceColumn = 'status' | 'warm_up_started_at';

/** @returns how many active addresses its pool has left; null when there is no such address */
export async function changeSource(
  pool: Pool,
  address: string,
  { column, value }: { readonly column: SourceColumn; readonly value: unknown },
): Promise<{ readonly pool: string; readonly active: number } | null> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pool: string }>(
      `UPDATE source_addresses SET ${column} = $2 WHERE address = $1 RETURNING pool`,
      [address, value],
    );
    const [changed] = rows;
    if (changed === undefined) return null;
    const { rows: counts } = await client.query<{ active: number }>(
      `SELECT count(*)::int AS active FROM source_addresses WHERE pool = $1 AND status = 'active'`,
      [changed.pool],
    );
    return { pool: changed.pool, active: counts[0]?.active ?? 0 };
  });
}

export type Removal =
  | { readonly kind: 'removed' | 'missing' }
  | { readonly kind: 'pinned'; readonly pool: string; readonly domains: number };

/** The last address of a pool stays while domains are pinned to it: their mail would wait for ever. */
export async function removeSource(pool: Pool, address: string): Promise<Removal> {
  return withTransaction(pool, async (client) => {
    // Two who remove the last two addresses of a pool at once go one after the other.
    await client.query('LOCK TABLE source_addresses IN SHARE ROW EXCLUSIVE MODE');
    const { rows } = await client.query<{ pool: string; others: number; domains: number }>(
      `SELECT s.pool,
         (SELECT count(*)::int FROM source_addresses o WHERE o.pool = s.pool AND o.id <> s.id) AS others,
         (SELECT count(*)::int FROM domains d WHERE d.source_pool = s.pool) AS domains
       FROM source_addresses s WHERE s.address = $1`,
      [address],
    );
    const [found] = rows;
    if (found === undefined) return { kind: 'missing' };
    if (found.others === 0 && found.domains > 0) {
      return { kind: 'pinned', pool: found.pool, domains: found.domains };
    }
    await client.query('DELETE FROM source_addresses WHERE address = $1', [address]);
    return { kind: 'removed' };
  });
}

/** Names of all pools. */
export async function findPools(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ pool: string }>(
    'SELECT DISTINCT pool FROM source_addresses ORDER BY pool',
  );
  return rows.map((row) => row.pool);
}
