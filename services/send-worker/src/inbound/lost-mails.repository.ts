import type { Pool } from '@postrider/db';
import { claimsMax } from './spool.repository';

/** Rows of one look. */
export const pageSize = 1_000;

/** What waits is looked through from its oldest on, so far at most: behind a backlog of millions a look stays cheap. */
const lookedAtMax = 50_000;
const oldestSql = `
SELECT id, attempts, lease_until, received_at FROM inbound_spool
WHERE status = 'received' ORDER BY id LIMIT ${lookedAtMax}`;

/** False, most of the time: then nothing can be lost. */
export async function isAnyReceived(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'inbound.is-any-received',
    text: `SELECT FROM inbound_spool WHERE status = 'received' LIMIT 1`,
  });
  return rowCount === 1;
}

const findSql = `
SELECT id FROM (${oldestSql}) waiting
WHERE attempts < ${claimsMax}
  AND (lease_until < now() OR (lease_until IS NULL AND received_at < now() - $1 * interval '1 ms'))
ORDER BY id LIMIT ${pageSize}`;

/** Mails whose deferral is over, whose process is gone, or that were received that long ago and never claimed. */
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
  SELECT id FROM (${oldestSql}) waiting
  WHERE attempts >= ${claimsMax} AND lease_until < now() LIMIT ${pageSize}
) worn
WHERE s.id = worn.id AND s.status = 'received' AND s.lease_until < now()`;

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

/** A count beyond it takes longer than a scrape may; the age tells as much. */
const countMax = 100_000;

/** Mails that are committed and not yet settled, 100,000 at most. */
export async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>({
    name: 'inbound.count-waiting',
    text: `SELECT count(*)::int AS waiting
           FROM (SELECT 1 FROM inbound_spool WHERE status = 'received' LIMIT ${countMax}) received`,
  });
  return rows[0]?.waiting ?? 0;
}

/** How long the oldest of them waits. */
export async function readOldestSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>({
    name: 'inbound.read-oldest-seconds',
    text: `SELECT extract(epoch FROM now() - received_at)::float AS seconds FROM inbound_spool
           WHERE status = 'received' ORDER BY id LIMIT 1`,
  });
  return Math.max(0, rows[0]?.seconds ?? 0);
}
