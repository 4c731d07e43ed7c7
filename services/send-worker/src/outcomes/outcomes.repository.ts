import type { Database } from '@postrider/db';
import { deleteUnkeptContent, withTransaction } from '@postrider/db';
import { idRange } from '../claims/claims.repository';
import type { MessageOutcome } from './message-outcome';
import { statusByRecipients } from './message-status';
import { eventRows, messageRows, recipientRows, suppressionRows, type RecordedEvent } from './outcome-rows';

/**
 * Locks the messages in one order (no deadlock between workers), then writes facts. A recipient moves only forward:
 * a second recording of the same outcome finds it moved and changes nothing, so no event is written twice either.
 */
const recordSql = `
WITH locked AS MATERIALIZED (
  SELECT id FROM messages WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 ORDER BY id FOR NO KEY UPDATE
), moved AS (
  UPDATE recipients r SET status = i.status, bounce_type = i.bounce_type, detail = i.detail,
    provider = coalesce(i.provider, r.provider), updated_at = i.at
  FROM unnest($4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
    AS i(message_id, ordinal, status, bounce_type, detail, provider, at)
  JOIN locked ON locked.id = i.message_id
  WHERE r.message_id = i.message_id AND r.ordinal = i.ordinal AND r.message_id >= $2 AND r.message_id <= $3
    AND (r.status = 'queued' OR (r.status = 'unconfirmed' AND i.status <> 'queued'))
  RETURNING r.message_id, r.ordinal
), closed AS (
  UPDATE delivery_attempts a SET result = i.result, reply_code = i.reply_code, reply = i.reply, finished_at = i.at
  FROM unnest($4::uuid[], $5::int[], $11::int[], $12::text[], $13::int[], $14::text[], $10::timestamptz[])
    AS i(message_id, ordinal, round, result, reply_code, reply, at)
  WHERE i.result IS NOT NULL AND a.message_id = i.message_id AND a.ordinal = i.ordinal AND a.round = i.round
    AND a.message_id >= $2 AND a.message_id <= $3
), suppressed AS (
  INSERT INTO suppressions (id, organization_id, email, reason, source_email_id, created_at)
  SELECT s.id, s.organization_id, s.email, 'hard_bounce', s.message_id, now()
  FROM unnest($15::uuid[], $16::uuid[], $17::text[], $18::uuid[]) AS s(id, organization_id, email, message_id)
  ORDER BY s.organization_id, s.email
  ON CONFLICT (organization_id, email, domain_id) DO UPDATE
    SET reason = excluded.reason, source_email_id = excluded.source_email_id, expires_at = NULL
    WHERE suppressions.reason = 'manual'
)
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
  bounce_type, detail, provider, blocked)
SELECT e.* FROM unnest($19::uuid[], $20::uuid[], $21::uuid[], $22::int[], $23::text[], $24::text[], $25::text[],
  $26::timestamptz[], $27::text[], $28::text[], $29::text[], $30::text[], $31::bool[])
  AS e(id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, bounce_type, detail,
    provider, blocked)
JOIN moved ON moved.message_id = e.message_id AND moved.ordinal = e.ordinal
ON CONFLICT (message_id, ordinal, type, identity) DO NOTHING
RETURNING id`;

/**
 * Whether the claim that ends is still the one that holds the message. The round belongs to it: after an outage a
 * worker may have claimed again what it still had in hand from before.
 */
const holdsIt = 'i.release AND m.lease_owner = $8 AND m.rounds = i.round';

/**
 * A statement of its own: only a new snapshot sees what the one before, and whoever held the locks, has written.
 * Answers the final messages of organizations that keep no content.
 */
const settleSql = `
WITH settled AS (
  UPDATE messages m SET
    status = CASE WHEN d.status IS NOT NULL THEN d.status
      WHEN ${holdsIt} THEN 'queued' ELSE m.status END,
    due_at = CASE WHEN d.status IS NULL AND ${holdsIt} THEN coalesce(i.due_at, m.due_at)
      ELSE m.due_at END,
    rounds = CASE WHEN i.uncount AND m.lease_owner = $8 AND m.rounds = i.round THEN m.rounds - 1 ELSE m.rounds END,
    lease_until = CASE WHEN d.status IS NOT NULL OR (${holdsIt}) THEN NULL ELSE m.lease_until END,
    lease_owner = CASE WHEN d.status IS NOT NULL OR (${holdsIt}) THEN NULL ELSE m.lease_owner END,
    sent_at = coalesce(m.sent_at, i.sent_at),
    message_id_header = coalesce(m.message_id_header, i.message_id_header),
    final_at = CASE WHEN d.status IS NULL THEN m.final_at ELSE coalesce(m.final_at, now()) END
  FROM unnest($1::uuid[], $4::int[], $5::bool[], $6::timestamptz[], $7::bool[], $9::timestamptz[], $10::text[])
    AS i(id, round, release, due_at, uncount, sent_at, message_id_header)
  CROSS JOIN LATERAL (
    SELECT ${statusByRecipients} AS status
    FROM recipients r
    WHERE r.message_id = i.id AND r.message_id >= $2 AND r.message_id <= $3 AND r.status <> 'suppressed'
  ) d
  WHERE m.id = i.id AND m.id >= $2 AND m.id <= $3
  RETURNING m.id, m.organization_id, m.final_at
)
SELECT settled.id FROM settled
JOIN organizations o ON o.id = settled.organization_id AND o.body_retention_days = 0
WHERE settled.final_at IS NOT NULL`;

/**
 * Records what deliveries have brought, in one transaction.
 * @returns the events that were not recorded before, in the order of the outcomes
 */
export async function recordOutcomes(
  pool: Database['pool'],
  { outcomes, workerId }: { outcomes: readonly MessageOutcome[]; workerId: string },
): Promise<readonly RecordedEvent[]> {
  const messages = messageRows(outcomes);
  const recipients = recipientRows(outcomes);
  const suppressions = suppressionRows(outcomes);
  const { events, columns: eventColumns } = eventRows(outcomes);
  const { low, high } = idRange(messages.ids);

  const recorded = await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'send-worker.record',
      text: recordSql,
      values: [
        messages.ids,
        low,
        high,
        recipients.messageIds,
        recipients.ordinals,
        recipients.statuses,
        recipients.bounceTypes,
        recipients.details,
        recipients.providers,
        recipients.times,
        recipients.rounds,
        recipients.results,
        recipients.replyCodes,
        recipients.replies,
        suppressions.ids,
        suppressions.organizationIds,
        suppressions.emails,
        suppressions.messageIds,
        ...eventColumns,
      ],
    });
    const unkept = await client.query<{ id: string }>({
      name: 'send-worker.settle',
      text: settleSql,
      values: [
        messages.ids,
        low,
        high,
        messages.rounds,
        messages.releases,
        messages.dueTimes,
        messages.uncounts,
        workerId,
        messages.sentTimes,
        messages.headers,
      ],
    });
    await deleteUnkeptContent(
      client,
      unkept.rows.map(({ id }) => id),
    );
    return new Set(rows.map((row) => row.id));
  });
  return events.filter((event) => recorded.has(event.id));
}
