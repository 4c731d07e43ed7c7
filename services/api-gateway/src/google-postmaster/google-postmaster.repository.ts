import type { GoogleRequirement } from '@postrider/contracts/deliverability';
import { newId } from '@postrider/contracts/ids';
import { insertAuditEntry, withTransaction, type NewAuditEntry, type Pool } from '@postrider/db';
import type { SecretBox } from '@postrider/runtime';
import type { GoogleDay } from './google-api';
import type { GoogleFault } from './google-refusal';

/** What hinders the whole account, not one domain. */
export type ConnectionFault = Exclude<GoogleFault, 'no_data'>;

export interface GoogleConnection {
  readonly id: string;
  readonly organizationId: string;
  /** Sealed for `id`. */
  readonly refreshToken: string;
}

const columns = 'id, organization_id AS "organizationId", refresh_token AS "refreshToken"';

interface Change {
  readonly organizationId: string;
  readonly actor: NewAuditEntry['actor'];
}

/** Another account of the organization takes the place of the one that was connected. */
export async function saveConnection(
  pool: Pool,
  { organizationId, actor }: Change,
  {
    refreshToken,
    now,
    secretBox,
  }: { readonly refreshToken: string; readonly now: Date; readonly secretBox: SecretBox },
): Promise<GoogleConnection | null> {
  return withTransaction(pool, async (client) => {
    const replaced = await client.query<GoogleConnection>(
      `DELETE FROM google_postmaster_connections WHERE organization_id = $1 RETURNING ${columns}`,
      [organizationId],
    );
    const id = newId();
    await client.query(
      `INSERT INTO google_postmaster_connections (id, organization_id, refresh_token, connected_at, next_read_at)
       VALUES ($1, $2, $3, $4, $4)`,
      [id, organizationId, secretBox.seal(refreshToken, id), now],
    );
    const target = { type: 'organization', id: organizationId } as const;
    await insertAuditEntry(client, { organizationId, actor, target, action: 'google_postmaster.connect' });
    return replaced.rows[0] ?? null;
  });
}

/** With what was read by it. @returns null when none is connected */
export async function deleteConnection(
  pool: Pool,
  { organizationId, actor }: Change,
): Promise<GoogleConnection | null> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<GoogleConnection>(
      `DELETE FROM google_postmaster_connections WHERE organization_id = $1 RETURNING ${columns}`,
      [organizationId],
    );
    const [connection] = rows;
    if (connection === undefined) return null;
    await client.query(
      `DELETE FROM google_postmaster_domains WHERE domain_id IN (SELECT id FROM domains WHERE organization_id = $1)`,
      [organizationId],
    );
    const target = { type: 'organization', id: organizationId } as const;
    await insertAuditEntry(client, { organizationId, actor, target, action: 'google_postmaster.disconnect' });
    return connection;
  });
}

/** The one that has been due for longest; until the lease is over, no other process reads it. */
export async function claimDueConnection(
  pool: Pool,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<GoogleConnection | null> {
  const { rows } = await pool.query<GoogleConnection>({
    name: 'google-postmaster.claim-connection',
    text: `UPDATE google_postmaster_connections SET next_read_at = $2 WHERE id = (
        SELECT id FROM google_postmaster_connections WHERE next_read_at <= $1
         ORDER BY next_read_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${columns}`,
    values: [now, leaseUntil],
  });
  return rows[0] ?? null;
}

export interface OwnDomain {
  readonly id: string;
  readonly name: string;
}

/** Of an organization at a reading; further ones are not read. */
const domainsMax = 100;

export async function findOwnDomains(pool: Pool, organizationId: string): Promise<OwnDomain[]> {
  const { rows } = await pool.query<OwnDomain>({
    name: 'google-postmaster.find-domains',
    text: `SELECT id, name FROM domains WHERE organization_id = $1 AND status = 'verified' ORDER BY name LIMIT ${domainsMax}`,
    values: [organizationId],
  });
  return rows;
}

export interface DomainFigures {
  readonly domainId: string;
  readonly googleDomain: string;
  readonly days: readonly GoogleDay[];
  readonly requirements: readonly GoogleRequirement[];
}

/** Replaces what was read before, unless the account was disconnected or replaced meanwhile. */
export async function recordFigures(
  pool: Pool,
  { id, organizationId }: GoogleConnection,
  {
    figures,
    now,
    nextReadAt,
  }: { readonly figures: readonly DomainFigures[]; readonly now: Date; readonly nextReadAt: Date },
): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE google_postmaster_connections SET read_at = $2, error = NULL, next_read_at = $3 WHERE id = $1`,
      [id, now, nextReadAt],
    );
    if (rowCount !== 1) return;
    await client.query(
      `DELETE FROM google_postmaster_domains WHERE domain_id IN (SELECT id FROM domains WHERE organization_id = $1)`,
      [organizationId],
    );
    // A domain that was removed meanwhile is skipped: its row would refer to nothing.
    await client.query(
      `INSERT INTO google_postmaster_domains (domain_id, google_domain, days, requirements, read_at)
       SELECT d.id, f."googleDomain", f.days, f.requirements, $3
         FROM jsonb_to_recordset($2::jsonb) AS f ("domainId" uuid, "googleDomain" text, days jsonb, requirements jsonb)
              JOIN domains d ON d.id = f."domainId" AND d.organization_id = $1
          FOR KEY SHARE OF d`,
      [organizationId, JSON.stringify(figures), now],
    );
  });
}

/** What was read before stays. */
export async function recordFault(
  pool: Pool,
  { id }: GoogleConnection,
  { fault, nextReadAt }: { readonly fault: ConnectionFault; readonly nextReadAt: Date | null },
): Promise<void> {
  await pool.query({
    name: 'google-postmaster.record-fault',
    text: 'UPDATE google_postmaster_connections SET error = $2, next_read_at = $3 WHERE id = $1',
    values: [id, fault, nextReadAt],
  });
}
