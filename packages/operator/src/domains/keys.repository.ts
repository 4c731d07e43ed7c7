import { insertAuditEntry, withTransaction, type NewAuditEntry, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

const ofName = '(d.name = $1 AND d.failed_reason IS NULL) OR d.id::text = $1';

export interface KeyRow {
  readonly selector: string;
  readonly algorithm: 'rsa-2048' | 'ed25519';
  readonly state: 'signs' | 'waits for its record' | 'retired';
  /** Status of its DNS record; null: it was not looked for yet. */
  readonly record: string | null;
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly activated_at: Date | null;
  readonly retired_at: Date | null;
}

/** The keys of a domain, oldest first, as far as they may be shown. */
export async function listKeys(pool: Pool, nameOrId: string): Promise<(Row & KeyRow)[]> {
  const { rows } = await pool.query<Row & KeyRow>(
    `SELECT k.selector, k.algorithm,
       CASE WHEN k.active THEN 'signs' WHEN k.retired_at IS NULL THEN 'waits for its record' ELSE 'retired' END AS state,
       (SELECT r->>'status' FROM jsonb_array_elements(d.records) r
         WHERE r->>'name' = k.selector || '._domainkey.' || d.name LIMIT 1) AS record,
       k.created_at, k.verified_at, k.activated_at, k.retired_at
     FROM domains d JOIN dkim_keys k ON k.domain_id = d.id
     WHERE ${ofName} ORDER BY k.created_at, k.selector`,
    [nameOrId],
  );
  return rows;
}

const requestSql = `
UPDATE domains d SET key_rotation_requested_at = now(), next_check_at = now(), updated_at = now()
WHERE d.status = 'verified' AND ($1::text IS NULL OR ${ofName})
  AND NOT EXISTS (
    SELECT FROM dkim_keys k
    WHERE k.domain_id = d.id AND k.algorithm = 'rsa-2048' AND NOT k.active AND k.retired_at IS NULL)
  AND EXISTS (
    SELECT FROM dkim_keys k
    WHERE k.domain_id = d.id AND k.algorithm = 'rsa-2048' AND k.active
      AND coalesce(k.activated_at, k.created_at) <= now() - $2 * interval '1 day')
RETURNING d.id, d.organization_id, d.name`;

/**
 * Asks the gateways for new keys: their next look at the domain makes them. Those that have keys waiting are left alone.
 * @param options.nameOrId null: every domain
 */
export async function requestRotation(
  pool: Pool,
  {
    nameOrId,
    days,
    actor,
  }: {
    readonly nameOrId: string | null;
    readonly days: number;
    readonly actor: NewAuditEntry['actor'];
  },
): Promise<Row[]> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; organization_id: string; name: string }>(requestSql, [
      nameOrId,
      days,
    ]);
    for (const { id, organization_id: organizationId } of rows) {
      await insertAuditEntry(client, {
        organizationId,
        actor,
        action: 'domain.rotate_keys',
        target: { type: 'domain', id },
        before: {},
        after: { requested: true },
      });
    }
    return rows.map(({ name }) => ({ domain: name, keys: 'will be made' }));
  });
}
