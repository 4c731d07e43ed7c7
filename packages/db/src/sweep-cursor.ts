import { lowestId } from '@postrider/contracts';
import type { ClientBase } from 'pg';

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
