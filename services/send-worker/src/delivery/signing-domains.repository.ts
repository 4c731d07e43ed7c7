import type { Pool } from '@postrider/db';

export interface SealedKey {
  readonly id: string;
  readonly selector: string;
  /** Sealed, bound to the id. */
  readonly private_key: string;
}

export interface SendingDomainRow {
  readonly name: string;
  readonly return_path_label: string;
  readonly tracking_label: string;
  readonly tracking_verified: boolean;
  /** Active ones, oldest first. */
  readonly keys: readonly SealedKey[];
}

const findSql = `
SELECT d.name, d.return_path_label, d.tracking_label, d.tracking_verified,
  coalesce(json_agg(json_build_object('id', k.id, 'selector', k.selector, 'private_key', k.private_key)
    ORDER BY k.created_at, k.id) FILTER (WHERE k.id IS NOT NULL), '[]') AS keys
FROM domains d LEFT JOIN dkim_keys k ON k.domain_id = d.id AND k.active
WHERE d.organization_id = $1 AND d.id = $2
GROUP BY d.id`;

export async function findSendingDomain(
  pool: Pool,
  organizationId: string,
  domainId: string,
): Promise<SendingDomainRow | undefined> {
  const { rows } = await pool.query<SendingDomainRow>({
    name: 'send-worker.domain',
    text: findSql,
    values: [organizationId, domainId],
  });
  return rows[0];
}
