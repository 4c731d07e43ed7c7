import { newId } from '@postrider/contracts/ids';
import { insertAuditEntry, withTransaction, type Pool } from '@postrider/db';

export interface OperatorSuspension {
  readonly site: string;
  readonly source: string | null;
  readonly reason: string;
  readonly operator: string;
  readonly created_at: Date;
  readonly until: Date | null;
}

/** Those that hold now. */
export async function readSuspensions(pool: Pool): Promise<OperatorSuspension[]> {
  const { rows } = await pool.query<OperatorSuspension>(
    `SELECT site, source, reason, operator, created_at, until FROM site_suspensions
      WHERE until IS NULL OR until > now() ORDER BY id LIMIT 1000`,
  );
  return rows;
}

export async function suspendSite(
  pool: Pool,
  suspension: Pick<OperatorSuspension, 'site' | 'source' | 'reason' | 'operator' | 'until'>,
): Promise<void> {
  const { site, source, reason, operator, until } = suspension;
  await withTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO site_suspensions (id, site, source, reason, operator, until) VALUES ($1, $2, $3, $4, $5, $6)`,
      [newId(), site, source, reason, operator, until],
    );
    await insertAuditEntry(client, {
      ...{ organizationId: null, actor: { type: 'operator', name: operator } },
      ...{ action: 'site.suspend', target: { type: 'site', id: site }, after: { source, reason, until } },
    });
  });
}

/** Ends those that hold; the rows stay and tell who did what. */
export async function endSuspensions(
  pool: Pool,
  {
    site,
    source,
    operator,
  }: { readonly site: string; readonly source: string | null; readonly operator: string },
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE site_suspensions SET until = now(), reason = reason || ' (resumed by ' || $3 || ')'
        WHERE site = $1 AND ($2::text IS NULL OR source = $2) AND (until IS NULL OR until > now())`,
      [site, source, operator],
    );
    const ended = rowCount ?? 0;
    await insertAuditEntry(client, {
      ...{ organizationId: null, actor: { type: 'operator', name: operator } },
      ...{
        action: 'site.resume',
        target: { type: 'site', id: site },
        after: { source, suspensions_ended: ended },
      },
    });
    return ended;
  });
}
