import { lowestId } from '@postrider/contracts/ids';
import type { ClientBase, Pool } from 'pg';
import { uuidV7Floor, uuidV7Time } from './uuid-v7';

/**
 * The id up to which a sweep has looked, locked until the transaction ends, so that one replica sweeps at a time.
 * A new sweep begins before the first row.
 *
 * @param name `<service>.<what>`
 * @returns null while another replica holds it
 */
export async function lockSweepCursor(client: ClientBase, name: string): Promise<string | null> {
  await client.query({
    name: 'sweep-cursors.insert',
    text: 'INSERT INTO sweep_cursors (name, position, updated_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
    values: [name, lowestId],
  });
  const { rows } = await client.query<{ position: string }>({
    name: 'sweep-cursors.lock',
    text: 'SELECT position FROM sweep_cursors WHERE name = $1 FOR UPDATE SKIP LOCKED',
    values: [name],
  });
  return rows[0]?.position ?? null;
}

/** Moves a cursor that the same transaction has locked. */
export async function moveSweepCursor(client: ClientBase, name: string, position: string): Promise<void> {
  await client.query({
    name: 'sweep-cursors.move',
    text: 'UPDATE sweep_cursors SET position = $2, updated_at = now() WHERE name = $1',
    values: [name, position],
  });
}

/** A cursor follows the present by steps of a minute while there are no rows. */
const idleStepMs = 60_000;

/**
 * Whether a sweep up to `before` has anything to do: there are rows, or its cursor is a minute behind. Most of the time neither is so, and
 * nothing is locked or written.
 */
export async function isSweepDue(
  pool: Pool,
  { table, cursor, before }: { readonly table: string; readonly cursor: string; readonly before: string },
): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>({
    name: `sweep-cursors.is-due-${table}`,
    text: `SELECT coalesce((SELECT position < $3 FROM sweep_cursors WHERE name = $1), TRUE) OR EXISTS (
             SELECT FROM ${table} WHERE id > (SELECT position FROM sweep_cursors WHERE name = $1) AND id < $2
           ) AS due`,
    values: [cursor, before, uuidV7Floor(new Date(uuidV7Time(before).getTime() - idleStepMs))],
  });
  return rows[0]?.due === true;
}
