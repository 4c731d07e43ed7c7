import type { PoolClient, Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { partitionLockKey } from '../partitions/ensure-partitions';
import type { Partition } from '../partitions/list-partitions';
import { replacedSuffix } from '../partitions/drop-partitions';
import { partitionName } from '../partitions/week';
import { uuidV7Floor } from '../uuid-v7';

const contentsTable = 'message_contents';
const copyTimeoutMs = 600_000;
/** Accepting waits for as long as the swap waits for its lock, so it gives up soon and comes again. */
const swapLockMs = 300;
const swapAttemptsMax = 30;
const swapPauseMs = 1_000;
const lockNotAvailable = '55P03';
/** A week that has been compacted holds nothing but what waits, or did. */
const compactedComment = 'compacted';

/**
 * Replaces a week of content by a partition that holds nothing but the content of messages that may still be sent, so
 * that one message for the year 9998 does not keep all content of its week on disk. Copied beside the traffic; the swap is
 * one transaction of some milliseconds, so a message is never without its content.
 *
 * @returns false when the week is compact already, or when others were in the way: the next run comes back to it
 */
export async function compactWeek(pool: Pool, week: Partition): Promise<boolean> {
  const client = await pool.connect();
  try {
    // Without a listener a connection lost between two statements would end the process.
    client.on('error', () => undefined);
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      partitionLockKey,
    ]);
    if (!rows[0]?.locked || (await isCompacted(client, week))) return false;
    await copyWaiting(client, week);
    const swapped = await swapWhenFree(client, week);
    await client.query(
      `DROP TABLE IF EXISTS "${week.name}_copy"; DROP TABLE IF EXISTS "${week.name}${replacedSuffix}"`,
    );
    await client.query('SELECT pg_advisory_unlock($1)', [partitionLockKey]);
    return swapped;
  } finally {
    // Closing the session gives back the lock and the timeouts.
    client.release(true);
  }
}

async function isCompacted(client: PoolClient, { name }: Partition): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description($1::regclass, 'pg_class') AS comment`,
    [name],
  );
  return rows[0]?.comment === compactedComment;
}

/** What may still be sent of a week, by partial indexes of `messages` that hold nothing else. */
const waitingIn = ({ from, to }: Partition): string => {
  const range = `id >= '${uuidV7Floor(from)}' AND id < '${uuidV7Floor(to)}'`;
  return `SELECT id FROM messages WHERE ${range} AND status = 'queued'
          UNION ALL SELECT id FROM messages WHERE ${range} AND status = 'sending'`;
};

async function copyWaiting(client: PoolClient, week: Partition): Promise<void> {
  await client.query(`SET statement_timeout = ${copyTimeoutMs}; DROP TABLE IF EXISTS "${week.name}_copy"`);
  await client.query(
    `CREATE TABLE "${week.name}_copy"
       (LIKE ${contentsTable} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION INCLUDING INDEXES)`,
  );
  await client.query(
    `INSERT INTO "${week.name}_copy" SELECT c.* FROM "${week.name}" c JOIN (${waitingIn(week)}) w ON w.id = c.message_id`,
  );
}

async function swapWhenFree(client: PoolClient, week: Partition): Promise<boolean> {
  for (let tries = 0; tries < swapAttemptsMax; tries += 1) {
    try {
      await swap(client, week);
      return true;
    } catch (error) {
      await client.query('ROLLBACK');
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
      await delay(swapPauseMs);
    }
  }
  return false;
}

/** What happened between the copy and the lock is made up for first: content that was deleted, messages queued again. */
async function swap(client: PoolClient, week: Partition): Promise<void> {
  const { name, from, to } = week;
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${swapLockMs}`);
  await client.query(`LOCK TABLE ONLY ${contentsTable}, ONLY "${name}" IN ACCESS EXCLUSIVE MODE`);
  await client.query(
    `DELETE FROM "${name}_copy" k WHERE NOT EXISTS (SELECT FROM "${name}" c WHERE c.message_id = k.message_id)`,
  );
  await client.query(
    `INSERT INTO "${name}_copy" SELECT c.* FROM "${name}" c JOIN (${waitingIn(week)}) w ON w.id = c.message_id
     WHERE NOT EXISTS (SELECT FROM "${name}_copy" k WHERE k.message_id = c.message_id)`,
  );
  await client.query(`ALTER TABLE ${contentsTable} DETACH PARTITION "${name}"`);
  await client.query(`ALTER TABLE "${name}" RENAME TO "${name}${replacedSuffix}"`);
  await client.query(`ALTER TABLE "${name}_copy" RENAME TO "${name}"`);
  await client.query(
    `ALTER TABLE ${contentsTable} ATTACH PARTITION "${name}" FOR VALUES FROM ('${uuidV7Floor(from)}') TO ('${uuidV7Floor(to)}')`,
  );
  await keepTermsOf(client, week);
  await client.query(`COMMENT ON TABLE "${name}" IS '${compactedComment}'`);
  await client.query('COMMIT');
}

/** The terms of the week are made again, of what is left of its content; who makes terms waits for the lock on the content. */
async function keepTermsOf(client: PoolClient, { name, from }: Partition): Promise<void> {
  const terms = partitionName('content_terms', from);
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    terms,
  ]);
  if (rows[0]?.exists !== true) return;
  await client.query(`TRUNCATE "${terms}"`);
  await client.query(
    `INSERT INTO content_terms (term, message_id)
     SELECT message_term(m.organization_id, m.mode, 'metadata', concat(entry.key, ':', entry.value)), m.id
       FROM "${name}" c JOIN messages m ON m.id = c.message_id CROSS JOIN LATERAL jsonb_each_text(c.metadata) entry`,
  );
}
