import type { Pool } from '@postrider/db';
import { idRange } from '../claims/claims.repository';
import type { MessageOutcome } from './message-outcome';
import { factsSql, factValues, insertEventsSql } from './outcome-facts';
import { messageRows, type RecordedEvent } from './outcome-rows';

/**
 * The whole record of messages with a single recipient, in one statement: what became of the recipient became of the
 * message, so nothing has to be read again under the lock. Most messages are like that, and the transaction that
 * the others need takes four round trips.
 *
 * Left alone are messages whose recipient has moved already, and those of organizations that keep no content.
 */
const finishSql = `
WITH locked AS MATERIALIZED (
  SELECT m.id FROM messages m JOIN organizations o ON o.id = m.organization_id AND o.body_retention_days <> 0
  WHERE m.id = ANY($1::uuid[]) AND m.id >= $2 AND m.id <= $3 AND m.recipient_count = 1
  ORDER BY m.id FOR NO KEY UPDATE OF m
), ${factsSql}, finished AS (
  UPDATE messages m SET status = moved.status, lease_until = NULL, lease_owner = NULL,
    sent_at = coalesce(m.sent_at, i.sent_at), final_at = coalesce(m.final_at, now()),
    message_id_header = coalesce(m.message_id_header, i.message_id_header),
    first_attempt_at = coalesce(m.first_attempt_at, i.first_attempt_at)
  FROM unnest($1::uuid[], $32::timestamptz[], $33::text[], $34::timestamptz[])
    AS i(id, sent_at, message_id_header, first_attempt_at)
  JOIN moved ON moved.message_id = i.id
  WHERE m.id = i.id AND m.id >= $2 AND m.id <= $3
  RETURNING m.id
), recorded AS (${insertEventsSql}
)
SELECT (SELECT array_agg(id) FROM finished) AS finished, (SELECT array_agg(id) FROM recorded) AS recorded`;

/** Whether nothing of the message is left to do, as far as the worker knows: one recipient, settled. */
export function finishesMessage({ message, recipients, release }: MessageOutcome): boolean {
  const [recipient, ...others] = recipients;
  return (
    release?.dueAt === null &&
    release.countsRound &&
    message.pending.length === 1 &&
    others.length === 0 &&
    recipient !== undefined &&
    recipient.status !== 'queued'
  );
}

/** @returns the messages that are finished now, and the events that were not recorded before */
export async function finishMessages(
  pool: Pool,
  outcomes: readonly MessageOutcome[],
): Promise<{ readonly finished: ReadonlySet<string>; readonly events: readonly RecordedEvent[] }> {
  if (outcomes.length === 0) return { finished: new Set(), events: [] };
  const messages = messageRows(outcomes);
  const { low, high } = idRange(messages.ids);
  const { events, values } = factValues(outcomes);
  const { rows } = await pool.query<{ finished: string[] | null; recorded: string[] | null }>({
    name: 'send-worker.finish',
    text: finishSql,
    values: [
      messages.ids,
      low,
      high,
      ...values,
      messages.sentTimes,
      messages.headers,
      messages.firstAttemptTimes,
    ],
  });
  const recorded = new Set(rows[0]?.recorded);
  return {
    finished: new Set(rows[0]?.finished),
    events: events.filter(({ id }) => recorded.has(id)),
  };
}
