import type { EmailStatus, Lane } from '@postrider/contracts/statuses';
import { dueQueueSql, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface ShownMessage extends Row {
  readonly id: string;
  readonly organization_id: string;
  readonly organization: string;
  readonly domain: string | null;
  readonly mode: 'live' | 'test';
  readonly lane: Lane;
  readonly kind: string | null;
  readonly from: string;
  readonly message_id_header: string | null;
  readonly content_kept: boolean;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly final_at: Date | null;
  readonly status: EmailStatus;
  readonly due_at: Date | null;
  readonly lease_until: Date | null;
  readonly scheduled_at: Date | null;
  readonly held_by: string | null;
  readonly held_because: string | null;
  readonly review: string | null;
  readonly drained_because: string | null;
}

const messageSql = `
SELECT m.id, o.id AS organization_id, o.slug AS organization, d.name AS domain, m.mode, m.lane, m.kind, m.status, m.from_address AS "from",
  m.created_at, m.scheduled_at, m.expires_at, m.due_at, m.rounds, m.first_attempt_at, m.reserved_day::text,
  m.sent_at, m.final_at, m.lease_until, m.lease_owner, m.message_id_header, d.transport, d.source_pool,
  c.message_id IS NOT NULL AS content_kept, v.status AS review,
  h.operator AS held_by, h.reason AS held_because, h.held_at,
  q.reason AS drained_because
FROM messages m
JOIN organizations o ON o.id = m.organization_id
LEFT JOIN domains d ON d.id = m.domain_id
LEFT JOIN message_contents c ON c.message_id = m.id
LEFT JOIN message_reviews v ON v.message_id = m.id
LEFT JOIN message_holds h ON h.message_id = m.id AND m.status = 'queued'
LEFT JOIN queue_drains q ON q.queue = ${dueQueueSql('m')} AND q.ended_at IS NULL
WHERE m.id = $1`;

/** Undefined: there is none, or its week was dropped. */
export async function findMessage(pool: Pool, id: string): Promise<ShownMessage | undefined> {
  const { rows } = await pool.query<ShownMessage>(messageSql, [id]);
  return rows[0];
}

/** Far above what fifty recipients have in two days. */
const rowsMax = 2_000;

export interface ShownRecipient extends Row {
  readonly address: string;
  readonly role: string;
  readonly status: string;
  readonly provider: string | null;
  readonly detail: string | null;
  readonly updated_at: Date;
}

export async function listRecipients(pool: Pool, id: string): Promise<ShownRecipient[]> {
  const { rows } = await pool.query<ShownRecipient>(
    `SELECT ordinal, address, role, status, bounce_type, provider, detail, updated_at FROM recipients
     WHERE message_id = $1 ORDER BY ordinal LIMIT $2`,
    [id, rowsMax],
  );
  return rows;
}

export interface ShownAttempt extends Row {
  readonly round: number;
  readonly recipient: string;
  readonly result: string | null;
  readonly reply: string | null;
  readonly peer: string | null;
  readonly source_address: string | null;
  readonly transport: string | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  /** Lines of the SMTP conversation; empty: it is not kept. */
  readonly conversation: string[];
}

export async function listAttempts(pool: Pool, id: string): Promise<ShownAttempt[]> {
  const { rows } = await pool.query<ShownAttempt>(
    `SELECT a.round, r.address AS recipient, a.result, a.reply, a.destination AS peer, a.source_address, a.transport,
       a.provider_message_id, a.started_at, a.finished_at, a.worker_id,
       coalesce(string_to_array(a.conversation, E'\\n'), '{}') AS conversation
     FROM delivery_attempts a JOIN recipients r ON r.message_id = a.message_id AND r.ordinal = a.ordinal
     WHERE a.message_id = $1 ORDER BY a.started_at, a.ordinal LIMIT $2`,
    [id, rowsMax],
  );
  return rows;
}

export interface ShownEvent extends Row {
  readonly type: string;
  readonly recipient: string | null;
  readonly detail: string | null;
  readonly failure_class: string | null;
  readonly occurred_at: Date;
  readonly next_attempt_at: Date | null;
}

export async function listEvents(pool: Pool, id: string): Promise<ShownEvent[]> {
  const { rows } = await pool.query<ShownEvent>(
    `SELECT occurred_at, type, recipient, detail, failure_class, bounce_type, next_attempt_at, blocked FROM email_events
     WHERE message_id = $1 ORDER BY id LIMIT $2`,
    [id, rowsMax],
  );
  return rows;
}
