import {
  drainedQueuesSql,
  dueQueueSql,
  listWeeks,
  uuidV7Floor,
  withClaimableSql,
  type DueQueue,
  type Pool,
} from '@postrider/db';
import type { Share } from '../fairness/due-shares';

export interface DueOrganization {
  readonly organizationId: string;
  readonly queue: DueQueue;
}

/** 30 ms for 1,000 organizations with a million messages between them. */
const findDueOrganizationsSql = `${withClaimableSql}
SELECT claimable.organization_id AS "organizationId", claimable.queue FROM claimable
CROSS JOIN LATERAL (
  SELECT FROM messages m
  WHERE m.organization_id = claimable.organization_id AND ${dueQueueSql('m')} = claimable.queue AND m.status = 'queued'
    AND m.due_at <= now()
  ORDER BY m.due_at LIMIT 1
) due`;

/** The organizations that have mail due and may send, by queue, without queues that are drained. */
export async function findDueOrganizations(pool: Pool): Promise<DueOrganization[]> {
  const { rows } = await pool.query<DueOrganization>({
    name: 'claims.find-due-organizations',
    text: findDueOrganizationsSql,
  });
  return rows;
}

export interface ExpiredMessage extends DueOrganization {
  readonly id: string;
}

/** Queued messages that have expired, for example while their organization could not send. */
export async function findExpired(pool: Pool, limit: number): Promise<ExpiredMessage[]> {
  const { rows } = await pool.query<ExpiredMessage>({
    name: 'claims.find-expired',
    text: `SELECT m.id, m.organization_id AS "organizationId", ${dueQueueSql('m')} AS queue FROM messages m
      WHERE m.status = 'queued' AND m.expires_at <= now() AND m.due_at <= now() ORDER BY m.expires_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** Ids between which all queued messages are. Clocks of other processes may be ahead, and the last partition is a whole week. */
export interface QueuedIds {
  readonly low: string;
  readonly high: string;
}

const clockAheadMs = 3_600_000;

/** The first week that has queued messages; a claim leaves out those before it. One probe for each week that is kept. */
export async function findQueuedIds(pool: Pool, now: Date): Promise<QueuedIds> {
  const weeks = (await listWeeks(pool, 'messages')).filter(({ from }) => from <= now);
  const probes = weeks.map(
    ({ partition, from }) =>
      `SELECT '${uuidV7Floor(from)}' AS low WHERE EXISTS (SELECT FROM "${partition}" WHERE status = 'queued')`,
  );
  const { rows } = await pool.query<{ low: string | null }>(
    `SELECT min(low) AS low FROM (${probes.join(' UNION ALL ')}) weeks`,
  );
  const high = uuidV7Floor(new Date(now.getTime() + clockAheadMs));
  return { low: rows[0]?.low ?? uuidV7Floor(weeks.at(-1)?.from ?? now), high };
}

/**
 * A message is claimed a moment before its time, so that a gateway whose clock is ahead does not leave it to the next look; columns
 * round to the millisecond, upwards too. Scheduled messages are never claimed early.
 */
export const clockToleranceMs = 1_000;

/**
 * $1 organizations, $2 how many messages of each, $3 the queue, $4 and $5 bounds of the ids. A range of `messages_due_idx`, the only index
 * that brings them in this order: the worker's connections prefer an order to a sort, whatever the statistics say.
 */
const findDueMessagesSql = `
SELECT due.id, due.organization_id AS "organizationId"
FROM unnest($1::uuid[], $2::int[]) AS share(organization_id, messages_max)
CROSS JOIN LATERAL (
  SELECT FROM organizations o
  WHERE o.id = share.organization_id AND o.sending_paused_at IS NULL AND o.under_review_at IS NULL LIMIT 1
) may_send
CROSS JOIN LATERAL (
  SELECT m.id, m.organization_id FROM messages m
  WHERE m.organization_id = share.organization_id AND ${dueQueueSql('m')} = $3 AND m.status = 'queued'
    AND m.due_at <= now() + interval '${clockToleranceMs} ms' AND (m.due_at <= now() OR m.scheduled_at IS NULL)
    AND m.id >= $4 AND m.id <= $5
  ORDER BY m.due_at LIMIT share.messages_max
) due
WHERE $3 <> ALL (${drainedQueuesSql})`;

/** The earliest due messages of organizations that may send; none of a queue that is drained. */
export async function findDueMessages(
  pool: Pool,
  look: {
    readonly queue: DueQueue;
    readonly shares: readonly Pick<Share, 'organizationId' | 'messagesMax'>[];
    readonly ids: QueuedIds;
  },
): Promise<{ readonly id: string; readonly organizationId: string }[]> {
  const { queue, shares, ids } = look;
  const { rows } = await pool.query<{ id: string; organizationId: string }>({
    name: 'claims.find-due-messages',
    text: findDueMessagesSql,
    values: [
      shares.map(({ organizationId }) => organizationId),
      shares.map(({ messagesMax }) => messagesMax),
      ...[queue, ids.low, ids.high],
    ],
  });
  return rows;
}
