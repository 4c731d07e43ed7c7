import { lowestId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';

const takeTurnSql = `
INSERT INTO sweep_cursors AS turn (name, position, updated_at) VALUES ($1, '${lowestId}', now())
ON CONFLICT (name) DO UPDATE SET updated_at = now()
WHERE turn.updated_at <= now() - $2 * interval '1 ms'
RETURNING name`;

/**
 * True for one replica in each interval: the others find the sweep done. A replica that dies in its turn costs one
 * interval. (An advisory lock would have to be held while we talk to the broker.)
 */
export async function takeTurn(
  pool: Pool,
  { name, intervalMs }: { name: string; intervalMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'sweeps.take-turn',
    text: takeTurnSql,
    values: [`send-worker.${name}`, intervalMs],
  });
  return rowCount === 1;
}
