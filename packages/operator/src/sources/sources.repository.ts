import type { AuditAction } from '@postrider/contracts/audit';
import { newId } from '@postrider/contracts/ids';
import { insertAuditEntry, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Row } from '../output/render-answer';

const columns = `s.address, s.bind_address, s.hello_name, s.pool, s.status, s.warm_up_started_at,
  CASE WHEN s.reverse_name_checked_at IS NULL THEN 'not looked at yet' ELSE coalesce(s.reverse_name_error, 'in order') END
    AS reverse_dns,
  (SELECT string_agg(b.list || ' since ' || b.listed_since::date, ', ' ORDER BY b.list) FROM blocklist_lookups b
    WHERE b.subject = s.address AND b.listed_since IS NOT NULL) AS blocklists,
  s.seen_at AS seen_by_a_worker_at`;

export interface SourceRow extends Row {
  readonly address: string;
  readonly bind_address: string | null;
  readonly hello_name: string;
  readonly pool: string;
  readonly status: 'active' | 'draining' | 'disabled';
  readonly warm_up_started_at: Date | null;
  /** Recipients of today, all sites together; null: it is warm. */
  readonly warm_up_today: number | null;
  /** `not looked at yet`, `in order`, or what is wrong. */
  readonly reverse_dns: string;
  /** Blocklists that have it; null: none has, or they are not looked up. */
  readonly blocklists: string | null;
  readonly reverse_name_checked_at: Date | null;
  readonly reverse_name_error: string | null;
  readonly seen_by_a_worker_at: Date | null;
}

const sourcesMax = 1_000;

/** In the order of pools. */
export async function listSources(pool: Pool): Promise<SourceRow[]> {
  const { rows } = await pool.query<SourceRow>(
    `SELECT ${columns}, s.reverse_name_checked_at, s.reverse_name_error,
       CASE WHEN s.warm_up_started_at IS NOT NULL THEN (SELECT coalesce(sum(d.recipients), 0)::int FROM source_sending_days d
         WHERE d.source_id = s.id AND d.day = (now() AT TIME ZONE 'UTC')::date) END AS warm_up_today
       FROM source_addresses s ORDER BY s.pool, s.address LIMIT ${sourcesMax}`,
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
export async function insertSource(pool: Pool, given: NewSource, operator: string): Promise<boolean> {
  const { address, bindAddress, helloName, pool: name, warmUpStartedAt } = given;
  return withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO source_addresses (id, address, bind_address, hello_name, pool, warm_up_started_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (address) DO NOTHING`,
      [newId(), address, bindAddress, helloName, name, warmUpStartedAt],
    );
    if (rowCount !== 1) return false;
    const after = {
      bind_address: bindAddress,
      hello_name: helloName,
      pool: name,
      warm_up: warmUpStartedAt !== null,
    };
    await audit(client, { operator, action: 'source.add', address, after });
    return true;
  });
}

async function audit(
  client: PoolClient,
  entry: {
    readonly operator: string;
    readonly action: AuditAction<'source'>;
    readonly address: string;
    readonly after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { operator, action, address, after } = entry;
  await insertAuditEntry(client, {
    ...{ organizationId: null, actor: { type: 'operator', name: operator } },
    ...{ action, target: { type: 'source', id: address }, after },
  });
}

/** Pausing drains an address: open connections finish, no new ones are made. */
const changes = {
  pause: { status: 'draining' },
  resume: { status: 'active' },
  start_warm_up: { warm_up_started_at: 'now' },
  end_warm_up: { warm_up_started_at: null },
} as const;

export type SourceChange = keyof typeof changes;

export interface ChangedSource {
  readonly pool: string;
  /** Active addresses that the pool has now. */
  readonly active: number;
  readonly status: SourceRow['status'];
  readonly warm_up_started_at: Date | null;
}

/** @returns null when there is no such address */
export async function changeSource(
  pool: Pool,
  {
    address,
    change,
    operator,
  }: { readonly address: string; readonly change: SourceChange; readonly operator: string },
): Promise<ChangedSource | null> {
  return withTransaction(pool, async (client) => {
    const [[column, value] = []] = Object.entries(changes[change]);
    const { rows } = await client.query<Omit<ChangedSource, 'active'>>(
      `UPDATE source_addresses SET ${column} = $2 WHERE address = $1 RETURNING pool, status, warm_up_started_at`,
      [address, value],
    );
    const [changed] = rows;
    if (changed === undefined) return null;
    await audit(client, { operator, action: `source.${change}`, address });
    const { rows: counts } = await client.query<{ active: number }>(
      `SELECT count(*)::int AS active FROM source_addresses WHERE pool = $1 AND status = 'active'`,
      [changed.pool],
    );
    return { ...changed, active: counts[0]?.active ?? 0 };
  });
}

export type Removal =
  | { readonly kind: 'removed' | 'missing' }
  | { readonly kind: 'pinned'; readonly pool: string; readonly domains: number };

/** The last address of a pool stays while domains are pinned to it: their mail would wait for ever. */
export async function removeSource(pool: Pool, address: string, operator: string): Promise<Removal> {
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
    await audit(client, { operator, action: 'source.remove', address });
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
