import { anyFormOf, insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { SuppressionReason } from '@postrider/contracts/statuses';
import type { Row } from '../output/render-answer';

export interface SuppressionRow extends Row {
  readonly id: string;
  readonly email: string;
  readonly reason: SuppressionReason;
  /** Null: the whole organization. */
  readonly domain_id: string | null;
  /** Its name. */
  readonly domain: string | null;
  readonly source_email: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

interface SuppressionFilter {
  readonly email?: string | undefined;
  readonly reason?: SuppressionReason | undefined;
  /** Only entries before this id. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

/** Newest first, with expired entries that are not deleted yet. */
export async function listSuppressions(
  pool: Pool,
  organizationId: string,
  { email, reason, beforeId, limit }: SuppressionFilter,
): Promise<SuppressionRow[]> {
  const { rows } = await pool.query<SuppressionRow>(
    `SELECT s.id, s.email, s.reason, s.domain_id, d.name AS domain, s.source_email_id AS source_email, s.created_at, s.expires_at
       FROM suppressions s LEFT JOIN domains d ON d.id = s.domain_id
      WHERE s.organization_id = $1 AND ($2::text IS NULL OR s.email = ${anyFormOf('$1::uuid', '$2::text')}) AND ($3::text IS NULL OR s.reason = $3)
        AND ($4::uuid IS NULL OR s.id < $4)
      ORDER BY s.id DESC LIMIT $5`,
    [organizationId, email?.trim().toLowerCase() ?? null, reason ?? null, beforeId ?? null, limit],
  );
  return rows;
}

interface RemovedSuppression extends Row {
  readonly id: string;
  readonly email: string;
  readonly reason: string;
  readonly domain_id: string | null;
  readonly source_email_id: string | null;
  readonly expires_at: Date | null;
}

/** As DELETE /suppressions/{id_or_email} of an unrestricted key does. @returns what was removed */
export async function removeSuppressions(
  pool: Pool,
  organizationId: string,
  { id, email, operator }: { readonly id?: string; readonly email?: string; readonly operator: string },
): Promise<RemovedSuppression[]> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<RemovedSuppression>(
      `DELETE FROM suppressions
        WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2)
          AND ($3::text IS NULL OR email = ${anyFormOf('$1::uuid', '$3::text')})
        RETURNING id, email, reason, domain_id, source_email_id, expires_at`,
      [organizationId, id ?? null, email ?? null],
    );
    for (const { id: removedId, ...before } of rows) {
      await insertAuditEntry(client, {
        organizationId,
        actor: { type: 'operator', name: operator },
        action: 'suppression.delete',
        target: { type: 'suppression', id: removedId },
        before,
      });
    }
    return rows;
  });
}
