import assert from 'node:assert';
import type { ContactEventType, WebhookEventType } from '@postrider/contracts/events';
import type { MessageEventType } from '@postrider/contracts/statuses';
import { webhookAttemptLimits } from '@postrider/contracts/webhooks';
import { listPartitions, uuidV7Floor, type Pool, type Queryable } from '@postrider/db';
import type { WebhookKey } from '@postrider/webhooks';

/** A replay under way, with what its endpoint wants at the moment. */
export interface Replay {
  readonly id: string;
  readonly organizationId: string;
  readonly until: Date;
  /** Empty: every type that the endpoint wants. */
  readonly events: readonly WebhookEventType[];
  /** Events after this id are still to be looked at. */
  readonly position: string;
  readonly endpoint: {
    readonly id: string;
    readonly isEnabled: boolean;
    readonly events: ReadonlySet<WebhookEventType>;
    readonly createdAt: Date;
  };
}

interface ReplayRow {
  readonly id: string;
  readonly organization_id: string;
  readonly until: Date;
  readonly events: WebhookEventType[];
  readonly position: string;
  readonly endpoint_id: string;
  readonly endpoint_status: 'enabled' | 'disabled';
  readonly endpoint_events: WebhookEventType[] | null;
  readonly endpoint_created_at: Date;
}

/** Ids of replays that are under way, of all organizations. */
export async function listRunningReplays(
  db: Queryable,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'replays.list-running',
    text: `SELECT id FROM webhook_replays WHERE status = 'running' AND id > $1 ORDER BY id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows.map(({ id }) => id);
}

/** @returns null when it is no longer running, or another replica is at it */
export async function lockReplay(db: Queryable, id: string): Promise<Replay | null> {
  const { rows } = await db.query<ReplayRow>({
    name: 'replays.lock-replay',
    text: `SELECT r.id, r.organization_id, r.until, r.events, r.position, e.id AS endpoint_id,
                  e.status AS endpoint_status, e.events AS endpoint_events, e.created_at AS endpoint_created_at
             FROM webhook_replays r
             JOIN webhook_endpoints e ON e.id = r.endpoint_id AND e.organization_id = r.organization_id
            WHERE r.id = $1 AND r.status = 'running' FOR UPDATE OF r SKIP LOCKED`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    organizationId: row.organization_id,
    until: row.until,
    events: row.events,
    position: row.position,
    endpoint: {
      id: row.endpoint_id,
      isEnabled: row.endpoint_status === 'enabled',
      events: new Set(row.endpoint_events ?? []),
      createdAt: row.endpoint_created_at,
    },
  };
}

/** Below every id that the delivery log still has a partition for. */
export async function oldestDeliveryId(pool: Pool): Promise<string> {
  const partitions = await listPartitions(pool);
  const times = partitions
    .filter(({ table }) => table === 'webhook_deliveries')
    .map(({ from }) => from.getTime());
  return uuidV7Floor(new Date(Math.min(...times)));
}

/** How many deliveries wait for the endpoint; stops counting at `max`. */
export async function countPending(db: Queryable, endpointId: string, max: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'replays.count-pending',
    text: `SELECT count(*)::int AS count FROM (
             SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'pending' LIMIT $2) pending`,
    values: [endpointId, max],
  });
  const [backlog] = rows;
  assert(backlog !== undefined, 'a count is one row');
  return backlog.count;
}

/** An event of any type, a reply, or an event of a contact: some are no webhooks. */
export interface ReplayEvent extends Omit<WebhookKey, 'type'> {
  readonly type: `email.${MessageEventType}` | 'email.received' | ContactEventType;
}

/** The organization's next events, replies and events of contacts, wanted or not, between two ids that are not among them. */
export async function readReplayPage(
  db: Queryable,
  replay: Replay,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<ReplayEvent[]> {
  const { rows } = await db.query<{ id: string; message_id: string | null; type: ReplayEvent['type'] }>({
    name: 'replays.read-page',
    text: `(SELECT id, message_id, 'email.' || type AS type FROM email_events
             WHERE organization_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4)
           UNION ALL
           (SELECT id, NULL, 'email.received' FROM inbound_emails
             WHERE organization_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4)
           UNION ALL
           (SELECT id, NULL, 'contact.' || type FROM contact_events
             WHERE organization_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4)
           ORDER BY id LIMIT $4`,
    values: [replay.organizationId, after, before, limit],
  });
  return rows.map(({ id, message_id: messageId, type }) => ({
    id,
    messageId,
    organizationId: replay.organizationId,
    type,
  }));
}

/**
 * Makes deliveries pending and due, with a schedule of their own. One that waits for its next attempt is due
 * now; one that is being attempted stays as it is; one that was attempted too often stays as it is. In the order
 * of ids, as recording does: neither waits for the other.
 * @returns how many now wait for an attempt
 */
export async function makePending(
  db: Queryable,
  replay: Replay,
  { deliveries, now }: { deliveries: readonly (WebhookKey & { deliveryId: string })[]; now: Date },
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'replays.make-pending',
    text: `INSERT INTO webhook_deliveries AS d (id, endpoint_id, organization_id, event_id, message_id, event_type,
                  status, attempts, next_attempt_at, created_at)
           SELECT r.id, $1, $2, r.event_id, r.message_id, r.event_type, 'pending', 0, $3, $3
             FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[]) AS r (id, event_id, message_id, event_type)
            ORDER BY r.id
           ON CONFLICT (id) DO UPDATE
              SET status = 'pending', attempts_before = d.attempts, next_attempt_at = $3, lease_until = NULL
            WHERE (d.status <> 'pending' OR d.lease_until IS NULL OR d.lease_until <= $3)
              AND d.attempts < ${webhookAttemptLimits.madeMax}`,
    values: [
      replay.endpoint.id,
      replay.organizationId,
      now,
      deliveries.map(({ deliveryId }) => deliveryId),
      deliveries.map(({ id }) => id),
      deliveries.map(({ messageId }) => messageId),
      deliveries.map(({ type }) => type),
    ],
  });
  return rowCount ?? 0;
}

export interface ReplayProgress {
  readonly position: string;
  readonly deliveries: number;
  readonly status: 'running' | 'finished' | 'stopped';
  readonly now: Date;
}

/** Keeps how far a replay has come; the same transaction has locked it. */
export async function moveReplay(db: Queryable, replay: Replay, progress: ReplayProgress): Promise<void> {
  await db.query({
    name: 'replays.move-replay',
    text: `UPDATE webhook_replays
              SET position = $3, deliveries = deliveries + $4, status = $5,
                  finished_at = CASE WHEN $5 = 'running' THEN NULL ELSE $6::timestamptz END
            WHERE id = $1 AND organization_id = $2`,
    values: [
      replay.id,
      replay.organizationId,
      progress.position,
      progress.deliveries,
      progress.status,
      progress.now,
    ],
  });
}
