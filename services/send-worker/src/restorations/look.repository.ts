import assert from 'node:assert';
import { lowestId, newId } from '@postrider/contracts/ids';
import { listPartitions, uuidV7Time, withTransaction, type PartitionedTable, type Pool } from '@postrider/db';
import type { SendMark } from './send-marks';

/** The name of this database's keys in Redis; made by the first worker that asks, and restored with it. */
export async function readInstallationId(pool: Pool): Promise<string> {
  await pool.query('INSERT INTO installations (id, created_at) VALUES ($1, now()) ON CONFLICT DO NOTHING', [
    newId(),
  ]);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM installations');
  const [row] = rows;
  assert(row !== undefined, 'an installation has one row');
  return row.id;
}

/**
 * Another server, the same one started again, or another database under the same name, as after `DROP DATABASE` and a restored dump:
 * only there a database can be another state of itself.
 */
export const serverSql = `(extract(epoch FROM pg_postmaster_start_time()) || ' ' ||
  (SELECT oid FROM pg_database WHERE datname = current_database()))`;
export const isHoldingSql = 'EXISTS (SELECT FROM restorations WHERE held_at IS NULL)';

export interface DatabaseLook {
  readonly server: string;
  readonly now: Date;
  /** A restoration was found, and not everything is held yet. */
  readonly holding: boolean;
  /** Of the marks that were asked for, those that neither the database nor an earlier restoration knows. */
  readonly missing: readonly SendMark[];
  /** When a worker swept last, as this database has it; null: never. */
  readonly sweptAt: Date | null;
  /** Since when the oldest of what is due or in hand has been so; null: nothing is. */
  readonly oldestDueAt: Date | null;
}

/**
 * $1 marks, $2 ids of their messages, $3 ordinals, $4 rounds. Marks of messages older than the oldest are not looked up: an operator
 * has dropped their weeks. A database that is older has older ones.
 */
const lookSql = `
SELECT ${serverSql} AS server, now() AS now, ${isHoldingSql} AS holding,
  (SELECT updated_at FROM sweep_cursors WHERE name = 'send-worker.due') AS "sweptAt",
  ARRAY(
    SELECT asked.mark FROM unnest($1::text[], $2::uuid[], $3::int[], $4::int[]) AS asked (mark, message_id, ordinal, round)
    WHERE NOT EXISTS (
      SELECT FROM delivery_attempts a
      WHERE a.message_id = asked.message_id AND a.ordinal = asked.ordinal AND a.round = asked.round
    ) AND NOT EXISTS (SELECT FROM restorations r WHERE asked.mark = ANY(r.marks))
      AND asked.message_id >= coalesce((SELECT id FROM messages ORDER BY id LIMIT 1), '${lowestId}')
  ) AS missing,
  least(
    (SELECT min(due_at) FROM messages WHERE status = 'queued' AND lane = 'transactional' AND due_at <= now()),
    (SELECT min(due_at) FROM messages WHERE status = 'queued' AND lane = 'bulk' AND due_at <= now()),
    (SELECT min(lease_until) FROM messages WHERE status = 'sending' AND lease_until <= now()),
    (SELECT min(due_at) FROM automation_runs WHERE status = 'running' AND due_at <= now()),
    (SELECT min(greatest(scheduled_at, turn_at)) FROM broadcasts
     WHERE status IN ('scheduled', 'testing') AND held_at IS NULL AND scheduled_at <= now())
  ) AS "oldestDueAt"`;

export async function lookAtDatabase(pool: Pool, marks: readonly SendMark[]): Promise<DatabaseLook> {
  const parts = marks.map((mark) => mark.split(' '));
  const { rows } = await pool.query<DatabaseLook>({
    // Planning it took 6 ms, most of them for the partitions.
    name: 'restorations.look',
    text: lookSql,
    values: [
      marks,
      parts.map(([id]) => id),
      parts.map(([, ordinal]) => ordinal),
      parts.map(([, , round]) => round),
    ],
  });
  const [look] = rows;
  assert(look !== undefined, 'a look is one row');
  return look.missing.length === 0 ? look : { ...look, missing: await withoutDropped(pool, look.missing) };
}

/**
 * Without those of weeks that retention has dropped, from both tables or from one: of an idle installation the last message may be
 * among them. Weeks are never made for times before a database's oldest, so no older state of it begins later.
 */
async function withoutDropped(pool: Pool, marks: readonly SendMark[]): Promise<readonly SendMark[]> {
  const partitions = await listPartitions(pool);
  const oldest = (wanted: PartitionedTable): number =>
    Math.min(...partitions.filter(({ table }) => table === wanted).map(({ from }) => from.getTime()));
  const sinceMs = Math.max(oldest('messages'), oldest('delivery_attempts'));
  return marks.filter((mark) => uuidV7Time(mark.slice(0, mark.indexOf(' '))).getTime() >= sinceMs);
}

export interface FoundRestoration {
  readonly reason: 'mark' | 'overdue';
  readonly marks: readonly SendMark[];
}

/** A second worker finds the marks known, or adds to the restoration that is being held. @returns whether it is a new one */
export async function recordRestoration(pool: Pool, { reason, marks }: FoundRestoration): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('restorations', 0))`);
    const { rowCount: widened } = await client.query(
      `UPDATE restorations SET marks = ARRAY(SELECT DISTINCT unnest(marks || $1::text[])) WHERE held_at IS NULL`,
      [marks],
    );
    if (widened !== 0) return false;
    const { rowCount } = await client.query(
      `INSERT INTO restorations (id, found_at, reason, marks, last_message_id)
       SELECT $1, now(), $2, $3::text[], coalesce((SELECT id FROM messages ORDER BY id DESC LIMIT 1), '${lowestId}')
       WHERE $2 <> 'mark' OR EXISTS (
         SELECT FROM unnest($3::text[]) AS mark WHERE NOT EXISTS (SELECT FROM restorations r WHERE mark = ANY(r.marks)))`,
      [newId(), reason, marks],
    );
    return rowCount === 1;
  });
}
