import assert from 'node:assert';
import type { Pool } from 'pg';
import { uuidV7Floor } from './uuid-v7';

/**
 * The longest time from making an id to the first write of its transaction: 5 s is how long a connection is waited for; the rest
 * is for clocks that differ.
 */
const lagMs = 10_000;

/**
 * What has an id below is committed, or never will be: ids are made by many processes, and a commit makes its rows visible at last, so a
 * reader could pass by an id whose row appears behind it. The watermark is `lagMs` ago, and as long before the oldest transaction that
 * has written and is still open, however long it takes (ADR 8). To be taken before the rows are read, not with them.
 */
export async function safeWatermark(pool: Pool, now: Date): Promise<string> {
  const { rows } = await pool.query<{ began: Date | null }>({
    name: 'safe-watermark.find-oldest-writer',
    text: `SELECT min(xact_start) AS began FROM pg_stat_activity
            WHERE datname = current_database() AND backend_xid IS NOT NULL`,
  });
  const [oldest] = rows;
  assert(oldest !== undefined, 'a minimum is one row');
  const safeMs = Math.min(now.getTime(), oldest.began?.getTime() ?? Infinity) - lagMs;
  return uuidV7Floor(new Date(safeMs));
}
