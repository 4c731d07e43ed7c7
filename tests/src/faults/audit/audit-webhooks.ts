import { problem, type AuditSubject, type Finding } from './audit';

interface EventRow {
  readonly message_id: string;
  readonly type: string;
  readonly recipient: string;
  readonly occurred_at: Date;
}

/** The endpoint has answered 2xx to every event, each under one delivery id; no delivery waits any more. */
export async function auditWebhooks({ system, webhooks, webhookCopies }: AuditSubject): Promise<Finding> {
  const { rows } = await system.pool.query<EventRow>(
    `SELECT message_id, type, recipient, occurred_at FROM email_events WHERE type NOT IN ('queued', 'suppressed')`,
  );
  const missing: string[] = [];
  const renamed: string[] = [];
  const repeated: string[] = [];
  for (const row of rows) {
    const type = `email.${row.type}`;
    const createdAt = row.occurred_at.toISOString();
    const seen = webhooks.seen({ emailId: row.message_id, type, recipient: row.recipient, createdAt });
    if (!seen || seen.answered === 0) missing.push(`${row.message_id} ${type}`);
    if (seen && seen.requests > 1 && webhookCopies === 'one') {
      repeated.push(
        `${row.message_id} ${type}: ${seen.requests} requests, ${await attemptsOf(system, row, type)}`,
      );
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

/** What the dispatcher knows of an event that was posted more than once: time, answer or error, and duration of each attempt. */
async function attemptsOf(
  { pool }: AuditSubject['system'],
  { message_id: messageId }: EventRow,
  type: string,
): Promise<string> {
  const { rows } = await pool.query<{ attempts: string }>(
    `SELECT coalesce(string_agg(concat_ws(' ', a.at, a.status, a.error, a.latency_ms || ' ms'), '; ' ORDER BY a.number), '') AS attempts
       FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
      WHERE d.message_id = $1 AND d.event_type = $2`,
    [messageId, type],
  );
  return `attempts: ${rows[0]?.attempts || 'none'}`;
}
