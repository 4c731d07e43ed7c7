import type { MessageOutcome } from './message-outcome';
import { eventRows, recipientRows, suppressionRows, type RecordedEvent } from './outcome-rows';

/**
 * The facts of outcomes as parts of a statement: $1 are message ids, $2 and $3 their bounds, `locked` the messages that
 * it holds. A recipient moves only forward: a second recording of the same outcome finds it moved and changes
 * nothing, so no event is written twice either.
 */
export const factsSql = `moved AS (
  UPDATE recipients r SET status = i.status, bounce_type = i.bounce_type, detail = i.detail,
    provider = coalesce(i.provider, r.provider), updated_at = i.at
  FROM unnest($4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
    AS i(message_id, ordinal, status, bounce_type, detail, provider, at)
  JOIN locked ON locked.id = i.message_id
  WHERE r.message_id = i.message_id AND r.ordinal = i.ordinal AND r.message_id >= $2 AND r.message_id <= $3
    AND (r.status = 'queued' OR (r.status = 'unconfirmed' AND i.status <> 'queued'))
  RETURNING r.message_id, r.ordinal, r.status
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
)`;

/** The events of those recipients that `moved`. */
export const insertEventsSql = `
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
  bounce_type, detail, provider, blocked)
SELECT e.* FROM unnest($19::uuid[], $20::uuid[], $21::uuid[], $22::int[], $23::text[], $24::text[], $25::text[],
  $26::timestamptz[], $27::text[], $28::text[], $29::text[], $30::text[], $31::bool[])
  AS e(id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, bounce_type, detail,
    provider, blocked)
JOIN moved ON moved.message_id = e.message_id AND moved.ordinal = e.ordinal
ON CONFLICT (message_id, ordinal, type, identity) DO NOTHING
RETURNING id`;

/** Parameters $4 to $31, and the events as they are written. */
export function factValues(outcomes: readonly MessageOutcome[]): {
  readonly events: readonly RecordedEvent[];
  readonly values: readonly (readonly unknown[])[];
} {
  const recipients = recipientRows(outcomes);
  const suppressions = suppressionRows(outcomes);
  const { events, columns } = eventRows(outcomes);
  const values = [
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
    ...columns,
  ];
  return { events, values };
}
