import { newId } from '@postrider/contracts/ids';
import {
  claimedQueueSql,
  insertAuditEntry,
  withTransaction,
  type DueQueue,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface QueueDrain extends Row {
  readonly queue: DueQueue;
  readonly reason: string;
  readonly operator: string;
  readonly started_at: Date;
}

export interface OpenDrain extends QueueDrain {
  /** Messages that workers have claimed and not finished, up to 100,000. */
  readonly in_progress: number;
}

export interface EndedDrain extends QueueDrain {
  /** Null: it is drained. */
  readonly ended_at: Date | null;
  readonly ended_by: string | null;
}

const shown = 'queue, reason, operator, started_at';

/** A queue that is drained already keeps its reason. */
export async function insertDrains(
  pool: Pool,
  given: { readonly queues: readonly DueQueue[]; readonly reason: string; readonly operator: string },
): Promise<void> {
  const { queues, reason, operator } = given;
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<QueueDrain>(
      `INSERT INTO queue_drains (id, queue, reason, operator)
       SELECT id, queue, $3, $4 FROM unnest($1::uuid[], $2::text[]) AS given(id, queue)
       ON CONFLICT (queue) WHERE ended_at IS NULL DO NOTHING RETURNING ${shown}`,
      [queues.map(() => newId()), queues, reason, operator],
    );
    await auditDrains(client, rows, { action: 'queue.drain', operator });
  });
}

async function auditDrains(
  client: PoolClient,
  drains: readonly QueueDrain[],
  { action, operator }: { readonly action: 'queue.drain' | 'queue.resume'; readonly operator: string },
): Promise<void> {
  for (const { queue, reason } of drains) {
    await insertAuditEntry(client, {
      organizationId: null,
      actor: { type: 'operator', name: operator },
      action,
      target: { type: 'queue', id: queue },
      ...(action === 'queue.drain' ? { after: { reason } } : { before: { reason } }),
    });
  }
}

export async function readOpenDrains(pool: Pool): Promise<OpenDrain[]> {
  const { rows } = await pool.query<OpenDrain>(
    `SELECT ${shown}, (SELECT count(*)::int FROM (
        SELECT FROM messages m WHERE m.status = 'sending' AND m.lease_until IS NOT NULL AND ${claimedQueueSql('m')} = d.queue
        LIMIT 100000
      ) claimed) AS in_progress
     FROM queue_drains d WHERE ended_at IS NULL ORDER BY started_at, queue`,
  );
  return rows;
}

/** All, the latest first: who drained and resumed which queue, and why. */
export async function listDrains(pool: Pool, limit: number): Promise<EndedDrain[]> {
  const { rows } = await pool.query<EndedDrain>(
    `SELECT ${shown}, ended_at, ended_by FROM queue_drains ORDER BY started_at DESC, queue LIMIT $1`,
    [limit],
  );
  return rows;
}

/** @returns the drains that have ended; none of a queue that was not drained */
export async function endDrains(
  pool: Pool,
  { queues, operator }: { readonly queues: readonly DueQueue[]; readonly operator: string },
): Promise<QueueDrain[]> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<QueueDrain>(
      `UPDATE queue_drains SET ended_at = now(), ended_by = $2 WHERE queue = ANY($1) AND ended_at IS NULL
       RETURNING ${shown}, ended_at, ended_by`,
      [queues, operator],
    );
    await auditDrains(client, rows, { action: 'queue.resume', operator });
    return rows;
  });
}
