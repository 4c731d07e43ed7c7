import type { Pool, PoolClient } from '@postrider/db';
import type { ProviderName } from '@postrider/providers';

/*
 * A mail of the spool is
 *   received    not read yet; with a lease: a process reads it, or it is deferred until then
 *   processed   recorded, its octets are gone
 *   unreadable  with the reason; its octets stay until its week is dropped
 */

/** A row of the spool, claimed. Its octets are read when there is room for them. */
export interface ClaimedMail {
  readonly id: string;
  /** `smtp`, or the provider that posted it. */
  readonly source: 'smtp' | ProviderName;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly clientAddress: string;
  readonly clientName: string;
  readonly tls: boolean;
  readonly bytes: number;
  readonly receivedAt: Date;
  /** This one among them. */
  readonly attempts: number;
}

export interface SpoolClaim {
  readonly ids: readonly string[];
  readonly workerId: string;
  readonly leaseMs: number;
}

/** How often recording is tried before the mail is put aside. */
export const attemptsMax = 5;
/** Claims that never ended count too, so a mail that kills its process is put aside. Outages and restarts do not reach this number. */
export const claimsMax = 20;

/** $1 ids, $2 worker, $3 lease in ms, $4 and $5 the bounds of the ids, which leave out the other weeks' partitions. */
const claimSql = `
UPDATE inbound_spool s SET attempts = s.attempts + 1, lease_owner = $2, lease_until = now() + $3 * interval '1 ms'
FROM (
  SELECT id FROM inbound_spool
  WHERE id = ANY($1::uuid[]) AND id >= $4 AND id <= $5 AND status = 'received' AND attempts < ${claimsMax}
    AND (lease_until IS NULL OR lease_until < now())
  ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
) free
WHERE s.id = free.id AND s.id >= $4 AND s.id <= $5
RETURNING s.id, s.source, s.mail_from, s.recipients, s.client_address, s.client_name, s.tls, s.bytes, s.received_at, s.attempts`;

interface SpoolRow {
  readonly id: string;
  readonly source: ClaimedMail['source'];
  readonly mail_from: string;
  readonly recipients: string[];
  readonly client_address: string;
  readonly client_name: string;
  readonly tls: boolean;
  readonly bytes: number;
  readonly received_at: Date;
  readonly attempts: number;
}

/** Mails that are not returned belong to another process, are deferred, or are settled. */
export async function claimMails(
  pool: Pool,
  { ids, workerId, leaseMs }: SpoolClaim,
): Promise<readonly ClaimedMail[]> {
  const { rows } = await pool.query<SpoolRow>({
    name: 'inbound.claim-mails',
    text: claimSql,
    values: [ids, workerId, leaseMs, ...boundsOf(ids)],
  });
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    mailFrom: row.mail_from,
    recipients: row.recipients,
    clientAddress: row.client_address,
    clientName: row.client_name,
    tls: row.tls,
    bytes: row.bytes,
    receivedAt: row.received_at,
    attempts: row.attempts,
  }));
}

const renewSql = `
UPDATE inbound_spool SET lease_until = now() + $3 * interval '1 ms'
WHERE id = ANY($1::uuid[]) AND id >= $4 AND id <= $5 AND status = 'received' AND lease_owner = $2`;

export async function renewMails(pool: Pool, { ids, workerId, leaseMs }: SpoolClaim): Promise<void> {
  await pool.query({
    name: 'inbound.renew-mails',
    text: renewSql,
    values: [ids, workerId, leaseMs, ...boundsOf(ids)],
  });
}

const deferSql = `
UPDATE inbound_spool SET lease_owner = NULL, lease_until = now() + $3 * interval '1 ms',
  attempts = attempts - CASE WHEN $4 THEN 0 ELSE 1 END
WHERE id = $1 AND status = 'received' AND lease_owner = $2`;

/** Releases a mail for later. The sweep enqueues it after its delay. */
export async function deferMail(
  pool: Pool,
  options: {
    readonly id: string;
    readonly workerId: string;
    readonly delayMs: number;
    /** False: nothing was tried. */
    readonly counts: boolean;
  },
): Promise<void> {
  const { id, workerId, delayMs, counts } = options;
  await pool.query({ name: 'inbound.defer-mail', text: deferSql, values: [id, workerId, delayMs, counts] });
}

const setAsideSql = `
UPDATE inbound_spool SET status = 'unreadable', result = $3, processed_at = now(), lease_until = NULL, lease_owner = NULL
WHERE id = $1 AND status = 'received' AND lease_owner = $2`;

/** @returns whether it was still ours to mark */
export async function markUnreadable(
  pool: Pool,
  { id, workerId, reason }: { readonly id: string; readonly workerId: string; readonly reason: string },
): Promise<boolean> {
  const values = [id, workerId, reason.slice(0, reasonCharsMax)];
  const { rowCount } = await pool.query({ name: 'inbound.set-aside', text: setAsideSql, values });
  return rowCount === 1;
}

const reasonCharsMax = 500;

/** Its octets; null when another worker has settled it meanwhile. */
export async function readOctets(pool: Pool, id: string): Promise<Buffer | null> {
  const { rows } = await pool.query<{ raw: Buffer }>({
    name: 'inbound.read-octets',
    text: 'SELECT raw FROM inbound_spool_contents WHERE mail_id = $1',
    values: [id],
  });
  return rows[0]?.raw ?? null;
}

/** The first statement of the transaction that settles a mail. False: another process holds it, or has settled it. */
export async function lockMail(
  client: PoolClient,
  { id, workerId }: { readonly id: string; readonly workerId: string },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'inbound.lock-mail',
    text: `SELECT 1 FROM inbound_spool WHERE id = $1 AND status = 'received' AND lease_owner = $2 FOR NO KEY UPDATE`,
    values: [id, workerId],
  });
  return rowCount === 1;
}

const settleSql = `
WITH gone AS (DELETE FROM inbound_spool_contents WHERE mail_id = $1)
UPDATE inbound_spool SET status = 'processed', result = $2, processed_at = now(), lease_until = NULL, lease_owner = NULL
WHERE id = $1`;

/** The last statement of that transaction. */
export async function settleMail(client: PoolClient, id: string, result: string): Promise<void> {
  await client.query({ name: 'inbound.settle-mail', text: settleSql, values: [id, result] });
}

function boundsOf(ids: readonly string[]): [low: string | undefined, high: string | undefined] {
  const sorted = ids.toSorted();
  return [sorted[0], sorted.at(-1)];
}
