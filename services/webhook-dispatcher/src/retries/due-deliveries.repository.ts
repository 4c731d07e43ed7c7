import type { WebhookEventType } from '@postrider/contracts/events';
import type { Pool } from '@postrider/db';
import type { Endpoint } from '../endpoints/endpoint';
import type { Delivery } from '../deliveries/delivery';

export interface DueEndpoint {
  readonly endpointId: string;
  readonly organizationId: string;
}

/**
 * Endpoints with due deliveries, after `afterId` in the order of ids. Jumps from endpoint to endpoint along the partial index,
 * so it costs as much as there are endpoints, however large the backlog of a dead one is.
 */
export async function listDueEndpoints(
  pool: Pool,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<DueEndpoint[]> {
  const { rows } = await pool.query<{ endpoint_id: string; organization_id: string }>({
    name: 'retries.list-due-endpoints',
    text: `WITH RECURSIVE pending AS (
             (SELECT endpoint_id, organization_id, next_attempt_at FROM webhook_deliveries
               WHERE status = 'pending' AND endpoint_id > $2
               ORDER BY endpoint_id, next_attempt_at LIMIT 1)
             UNION ALL
             SELECT following.* FROM pending CROSS JOIN LATERAL (
               SELECT endpoint_id, organization_id, next_attempt_at FROM webhook_deliveries
                WHERE status = 'pending' AND endpoint_id > pending.endpoint_id
                ORDER BY endpoint_id, next_attempt_at LIMIT 1) following
           )
           SELECT endpoint_id, organization_id FROM pending WHERE next_attempt_at <= $1 LIMIT $3`,
    values: [now, afterId, limit],
  });
  return rows.map((row) => ({ endpointId: row.endpoint_id, organizationId: row.organization_id }));
}

/** A delivery that is leased to this process; body null: it has to be built from the event. */
export type ClaimedDelivery = Omit<Delivery, 'body' | 'isReproducible'> & { readonly body: string | null };

interface ClaimedRow {
  readonly id: string;
  readonly event_id: string;
  readonly message_id: string | null;
  readonly event_type: WebhookEventType;
  readonly payload: string | null;
  readonly attempts: number;
  readonly attempts_before: number;
  readonly created_at: Date;
}

/**
 * Takes due deliveries of an endpoint until `leaseUntil`: if this process ends, they are due again then.
 * Rows that another process is taking are passed over.
 */
export async function claimDueDeliveries(
  pool: Pool,
  endpoint: Endpoint,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await pool.query<ClaimedRow>({
    name: 'retries.claim-deliveries',
    text: `WITH due AS MATERIALIZED (
             SELECT id FROM webhook_deliveries
              WHERE endpoint_id = $1 AND organization_id = $2 AND status = 'pending' AND next_attempt_at <= $3
              ORDER BY next_attempt_at LIMIT $5 FOR UPDATE SKIP LOCKED)
           UPDATE webhook_deliveries d SET next_attempt_at = $4, lease_until = $4
             FROM due WHERE d.id = due.id
           RETURNING d.id, d.event_id, d.message_id, d.event_type, d.payload, d.attempts, d.attempts_before,
                     d.created_at`,
    values: [endpoint.id, endpoint.organizationId, now, leaseUntil, limit],
  });
  return rows.map((row) => ({
    id: row.id,
    endpoint,
    eventId: row.event_id,
    messageId: row.message_id,
    eventType: row.event_type,
    body: row.payload,
    attempts: row.attempts,
    attemptsBefore: row.attempts_before,
    createdAt: row.created_at,
  }));
}

/** Ends deliveries that wait for an endpoint that was disabled or deleted. @returns how many rows it ended */
export async function abandonDeliveries(
  pool: Pool,
  { endpointId, organizationId }: DueEndpoint,
  limit: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE webhook_deliveries d
        SET status = 'exhausted', next_attempt_at = NULL, lease_until = NULL, payload = NULL
       FROM (SELECT id FROM webhook_deliveries
              WHERE endpoint_id = $1 AND organization_id = $2 AND status = 'pending' LIMIT $3
              FOR UPDATE SKIP LOCKED) waiting
      WHERE d.id = waiting.id
        AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = $1 AND status = 'enabled')`,
    [endpointId, organizationId, limit],
  );
  return rowCount ?? 0;
}

/** Ends deliveries whose bodies cannot be built any more. */
export async function endDeliveries(pool: Pool, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await pool.query(
    `UPDATE webhook_deliveries
        SET status = 'exhausted', next_attempt_at = NULL, lease_until = NULL
      WHERE id = ANY($1::uuid[]) AND organization_id = ANY($2::uuid[]) AND status = 'pending'`,
    [deliveries.map(({ id }) => id), deliveries.map(({ endpoint }) => endpoint.organizationId)],
  );
}
