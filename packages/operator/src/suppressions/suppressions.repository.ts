import { anyFormOf, insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export async function listSuppressions(
  pool: Pool,
  organizationId: string,
  filters: { readonly email?: string; readonly reason?: string; readonly limit: number },
): Promise<Row[]> {
  const { email, reason = null, limit } = filters;
  const { rows } = await pool.query<Row>(
    `SELECT s.id, s.email, s.reason, d.name AS domain, s.source_email_id AS source_email, s.created_at, s.expires_at
       FROM suppressions s LEFT JOIN domains d ON d.id = s.domain_id
      WHERE s.organization_id = $1 AND ($2::text IS NULL OR s.email = ${anyFormOf('$1::uuid', '$2::text')}) AND ($3::text IS NULL OR s.reason = $3)
      ORDER BY s.id DESC LIMIT $4`,
    [organizationId, email?.trim().toLowerCase() ?? null, reason, limit],
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
