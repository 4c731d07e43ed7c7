import { insertAuditEntry, withTransaction, type NewAuditEntry, type Pool } from '@postrider/db';
import { policyLabel, type MtaStsPolicy } from './mta-sts-policy';

export interface DomainMtaStsRow {
  readonly id: string;
  readonly name: string;
  readonly mode: MtaStsPolicy['mode'] | null;
  readonly mailServers: readonly string[];
}

interface Key {
  readonly organizationId: string;
  readonly id: string;
}

const columns = 'id, name, mta_sts_mode AS mode, mta_sts_hosts AS "mailServers"';

export async function findMtaSts(pool: Pool, { organizationId, id }: Key): Promise<DomainMtaStsRow | null> {
  const { rows } = await pool.query<DomainMtaStsRow>({
    name: 'domains.find-mta-sts',
    text: `SELECT ${columns} FROM domains WHERE organization_id = $1 AND id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

export interface MtaStsChange {
  readonly mode: MtaStsPolicy['mode'] | null;
  readonly mailServers: readonly string[];
  /** Of the new policy. */
  readonly policyId: string;
  readonly actor: NewAuditEntry['actor'];
}

/** Does nothing when the policy stays as it is: with a new id, all senders would read it again. */
export async function setMtaSts(
  pool: Pool,
  { organizationId, id }: Key,
  { mode, mailServers, policyId, actor }: MtaStsChange,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<DomainMtaStsRow>(
      `SELECT ${columns} FROM domains WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
      [organizationId, id],
    );
    const [row] = rows;
    if (row === undefined) return;
    const before = { mode: row.mode, mail_servers: row.mailServers };
    const after = { mode, mail_servers: mailServers };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await client.query(
      `UPDATE domains SET mta_sts_mode = $2, mta_sts_hosts = $3, mta_sts_id = $4, updated_at = now() WHERE id = $1`,
      [id, mode, mailServers, mode === null ? null : policyId],
    );
    const target = { type: 'domain', id } as const;
    await insertAuditEntry(client, {
      ...{ organizationId, actor, target, before, after },
      action: 'domain.set_mta_sts',
    });
  });
}

/** The policy of the verified domain whose policy host this is. */
export async function findServedPolicy(pool: Pool, host: string): Promise<MtaStsPolicy | null> {
  if (!host.startsWith(`${policyLabel}.`)) return null;
  const { rows } = await pool.query<MtaStsPolicy>({
    name: 'domains.find-served-policy',
    text: `SELECT mta_sts_mode AS mode, mta_sts_hosts AS "mailServers" FROM domains
      WHERE name = $1 AND failed_reason IS NULL AND status = 'verified' AND mta_sts_mode IS NOT NULL`,
    values: [host.slice(policyLabel.length + 1)],
  });
  return rows[0] ?? null;
}
