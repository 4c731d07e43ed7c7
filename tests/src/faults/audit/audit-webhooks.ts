import { problem, type AuditSubject, type Finding } from './audit';

interface EventRow {
  readonly message_id: string;
  readonly type: string;
  readonly recipient: string;
  readonly occurred_at: Date;
  /** Of its deliveries: those that had no answer after five seconds are repeated, although the endpoint may have read them. */
  readonly timeouts: number;
  /** Time, answer or error, and duration of each attempt. */
  readonly attempts: string | null;
}

const eventsSql = `
  WITH made AS (
    SELECT d.event_id, count(*) FILTER (WHERE a.error = 'timeout')::int AS timeouts,
           string_agg(concat_ws(' ', a.at, a.status, a.error, a.latency_ms || ' ms'), '; ' ORDER BY a.number) AS attempts
      FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
     GROUP BY d.event_id)
  SELECT e.message_id, e.type, e.recipient, e.occurred_at, coalesce(made.timeouts, 0) AS timeouts, made.attempts
    FROM email_events e LEFT JOIN made ON made.event_id = e.id
   WHERE e.type NOT IN ('queued', 'suppressed')`;

/** The endpoint has answered 2xx to every event, each under one delivery id; no delivery waits any more. */
export async function auditWebhooks({ system, webhooks, webhookCopies }: AuditSubject): Promise<Finding> {
  const { rows } = await system.pool.query<EventRow>(eventsSql);
  const missing: string[] = [];
  const renamed: string[] = [];
  const repeated: string[] = [];
  for (const row of rows) {
    const type = `email.${row.type}`;
    const createdAt = row.occurred_at.toISOString();
    const seen = webhooks.seen({ emailId: row.message_id, type, recipient: row.recipient, createdAt });
    if (!seen || seen.answered === 0) missing.push(`${row.message_id} ${type}`);
    if (seen && seen.requests > 1 + row.timeouts && webhookCopies === 'one') {
      repeated.push(`${row.message_id} ${type}: ${seen.requests}, attempts: ${row.attempts ?? 'none'}`);
    }
    if (seen && seen.deliveryIds.size > 1) renamed.push(`${row.message_id} ${type}`);
  }
  const open = await system.pool.query<{ id: string; status: string }>(
    `SELECT id, status FROM webhook_deliveries WHERE status <> 'delivered' AND event_type <> 'webhook.test'`,
  );
  return {
    problems: [
      ...problem(missing.length, 'events never arrived at the webhook endpoint', missing),
      ...problem(renamed.length, 'events came under several delivery ids', renamed),
      ...problem(repeated.length, 'events were posted more than once', repeated),
      ...problem(
        open.rows.length,
        'webhook deliveries are not delivered',
        open.rows.map(({ id, status }) => `${id} ${status}`),
      ),
      ...problem(webhooks.badSignatures, 'webhooks with a wrong signature'),
    ],
  };
}
