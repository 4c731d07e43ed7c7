import type { AuditAction } from '@postrider/contracts/audit';
import type { DomainStatus } from '@postrider/contracts/statuses';
import { insertAuditEntry, withTransaction, type NewAuditEntry, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface DomainFilter {
  /** Null: all. */
  readonly organizationId: string | null;
  readonly name?: string | undefined;
  /** Only domains before this id. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

export interface DomainRow extends Row {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  readonly status: DomainStatus;
  readonly transport: string;
  readonly source_pool: string | null;
  readonly warm_up_started_at: Date | null;
  readonly daily_cap: number | null;
  /** Selectors of new keys that wait for their records. */
  readonly waiting_keys: string | null;
}

/** Newest first. */
export async function listDomains(
  pool: Pool,
  { organizationId, name, beforeId, limit }: DomainFilter,
): Promise<DomainRow[]> {
  const { rows } = await pool.query<DomainRow>(
    `SELECT d.id, d.name, o.slug AS organization, d.status, d.stream, d.transport, d.source_pool, d.warm_up_started_at, d.daily_cap,
            (SELECT string_agg(k.selector, ' ' ORDER BY k.selector) FROM dkim_keys k
              WHERE k.domain_id = d.id AND NOT k.active AND k.retired_at IS NULL) AS waiting_keys
       FROM domains d JOIN organizations o ON o.id = d.organization_id
      WHERE ($1::uuid IS NULL OR d.organization_id = $1) AND ($3::text IS NULL OR d.name = $3) AND ($4::uuid IS NULL OR d.id < $4)
      ORDER BY d.id DESC LIMIT $2`,
    [organizationId, limit, name ?? null, beforeId ?? null],
  );
  return rows;
}

export type DomainColumn =
  'daily_cap' | 'dmarc_policy' | 'dmarc_testing' | 'warm_up_started_at' | 'source_pool' | 'transport';

/**
 * @param nameOrId a name means the domain that holds it: others of that name have failed
 * @returns the organization of the domain; null when there is no such domain
 */
export async function changeDomain(
  pool: Pool,
  nameOrId: string,
  {
    action,
    column,
    value,
    actor,
  }: {
    readonly action: AuditAction<'domain'>;
    readonly column: DomainColumn;
    readonly value: unknown;
    readonly actor: NewAuditEntry['actor'];
  },
): Promise<string | null> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; organization_id: string; before: unknown }>(
      `SELECT id, organization_id, ${column} AS before FROM domains
       WHERE (name = $1 AND failed_reason IS NULL) OR id::text = $1 FOR UPDATE`,
      [nameOrId],
    );
    const [domain] = rows;
    if (domain === undefined) return null;
    await client.query(`UPDATE domains SET ${column} = $2, updated_at = now() WHERE id = $1`, [
      domain.id,
      value,
    ]);
    await insertAuditEntry(client, {
      organizationId: domain.organization_id,
      actor,
      action,
      target: { type: 'domain', id: domain.id },
      before: { [column]: domain.before },
      after: { [column]: value },
    });
    return domain.organization_id;
  });
}
