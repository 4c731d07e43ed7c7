import type { Pool } from '@postrider/db';
import { claimsMax } from './spool.repository';

/** Rows of one look. */
export const pageSize = 1_000;

/** `received_at` and not the id says how old it is: a queue of hours is no reason to enqueue everything again. */
const findSql = `
SELECT id FROM inbound_spool
WHERE status = 'received' AND attempts < ${claimsMax}
  AND (lease_until < now() OR (lease_until IS NULL AND received_at < now() - $1 * interval '1 ms'))
ORDER BY id LIMIT ${pageSize}`;

/** Mails that have rested, whose process is gone, or that were received so long ago and nobody took them. */
export async function findLostMails(pool: Pool, untakenMs: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'inbound.find-lost-mails',
    text: findSql,
    values: [untakenMs],
  });
  return rows.map(({ id }) => id);
}

const giveUpSql = `
UPDATE inbound_spool s SET status = 'unreadable', result = $1, processed_at = now(), lease_until = NULL, lease_owner = NULL
FROM (
  SELECT id FROM inbound_spool
  WHERE status = 'received' AND attempts >= ${claimsMax} AND lease_until < now()
  ORDER BY id LIMIT ${pageSize} FOR NO KEY UPDATE SKIP LOCKED
) worn
WHERE s.id = worn.id`;

/** Puts those aside with which processes have died again and again. @returns how many */
export async function giveUpOnDeadly(pool: Pool): Promise<number> {
  const reason = `no process lived to record it, ${claimsMax} times`;
  const { rowCount } = await pool.query({
    name: 'inbound.give-up-on-deadly',
    text: giveUpSql,
    values: [reason],
  });
  return rowCount ?? 0;
}

export interface Backlog {
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/** A count beyond it takes longer than a scrape may; the age tells as much. */
const countMax = 100_000;

const backlogSql = `
SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float AS oldest_seconds
FROM (SELECT received_at FROM inbound_spool WHERE status = 'received' ORDER BY id LIMIT ${countMax}) waiting`;

/** Mails that are committed and not yet settled, 100,000 at most. */
export async function readBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<{ waiting: number; oldest_seconds: number }>({
    name: 'inbound.read-backlog',
    text: backlogSql,
  });
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest_seconds ?? 0 };
}
