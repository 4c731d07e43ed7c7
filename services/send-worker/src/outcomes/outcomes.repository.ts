import assert from 'node:assert';
import {
  deleteUnkeptContent,
  onSuppressionConflict,
  type Pool,
  selectStatusByRecipients,
  withTransaction,
} from '@postrider/db';
import { idRange } from '../claims/claims.repository';
import {
  eventRows,
  eventsOf,
  messageRows,
  recipientRows,
  suppressionRows,
  type MessageOutcome,
  type RecordedEvent,
} from './message-outcome';

/**
 * What both ways of recording have in common. $1 message ids, $2 and $3 their bounds, $4 recipients, $5 suppressions,
 * $6 events (`message-outcome.ts`), $7 the worker; `locked`: the messages that the statement holds.
 *
 * moved       a recipient moves only forward: a second recording of the same outcome finds it moved and changes nothing,
 *             so no event is written twice either
 * closed      attempts have their answer; `locked` is there for its estimate: for more rows than ten they would be joined by $2 and $3
 * tried       those that ended before the message could leave; recorded twice, the first stays
 * suppressed  addresses that are gone for good, or whose domain takes no mail for the time being
 * recorded    the events of those recipients that `moved`
 */
const factsSql = `outcome AS MATERIALIZED (
  SELECT * FROM json_to_recordset($4::json) AS o (
    message_id uuid, ordinal integer, status text, at timestamptz, bounce_type text, detail text, provider text,
    round integer, result text, reply_code integer, reply text, conversation text, provider_message_id text,
    phases integer[], started_at timestamptz, destination text, source_address text, transport text, tls text, closes_attempt boolean)
), moved AS (
  UPDATE recipients r SET status = o.status, bounce_type = o.bounce_type, detail = o.detail,
    provider = coalesce(o.provider, r.provider), updated_at = o.at
  FROM outcome o JOIN locked ON locked.id = o.message_id
  WHERE r.message_id = o.message_id AND r.ordinal = o.ordinal AND r.message_id >= $2 AND r.message_id <= $3
    AND (r.status = 'queued' OR (r.status = 'unconfirmed' AND o.status <> 'queued'))
  RETURNING r.message_id, r.ordinal, r.status
), closed AS (
  UPDATE delivery_attempts a SET result = o.result, reply_code = o.reply_code, reply = o.reply, finished_at = o.at,
    conversation = o.conversation, provider_message_id = o.provider_message_id, phases = o.phases
  FROM outcome o JOIN locked ON locked.id = o.message_id
  WHERE o.closes_attempt AND a.message_id = o.message_id AND a.ordinal = o.ordinal AND a.round = o.round
    AND a.message_id >= $2 AND a.message_id <= $3
), tried AS (
  INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, source_address, transport, tls, started_at,
    finished_at, result, reply_code, reply, conversation, phases)
  SELECT message_id, ordinal, round, $7::uuid, destination, source_address, transport, tls, started_at,
    at, result, reply_code, reply, conversation, phases
  FROM outcome WHERE started_at IS NOT NULL
  ON CONFLICT DO NOTHING
), suppressed AS (
  INSERT INTO suppressions AS entry (id, organization_id, email, reason, source_email_id, created_at, expires_at)
  SELECT id, organization_id, email, reason, message_id, now(), expires_at
  FROM json_to_recordset($5::json) AS s (
    id uuid, organization_id uuid, email text, reason text, message_id uuid, expires_at timestamptz)
  ORDER BY organization_id, email
  ${onSuppressionConflict}
), recorded AS (
  INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
    bounce_type, detail, failure_class, next_attempt_at, waiting, reply, url, provider, blocked)
  SELECT e.id, e.message_id, e.organization_id, e.ordinal, e.recipient, e.type, e.identity, e.occurred_at, e.mode,
    e.bounce_type, e.detail, e.failure_class, e.next_attempt_at, e.waiting, e.reply, e.url, e.provider, e.blocked
  FROM json_to_recordset($6::json) AS e (
    id uuid, message_id uuid, organization_id uuid, ordinal integer, recipient text, type text, identity text,
    occurred_at timestamptz, mode text, bounce_type text, detail text, failure_class text,
    next_attempt_at timestamptz, waiting text, reply jsonb, url text, provider text, blocked boolean)
  JOIN moved ON moved.message_id = e.message_id AND moved.ordinal = e.ordinal
  ON CONFLICT (message_id, ordinal, type, identity) DO NOTHING
  RETURNING id
)`;

const messagesFrom = (parameter: string) => `json_to_recordset(${parameter}::json) AS i (
    id uuid, round integer, first_attempt_at timestamptz, is_released boolean, is_uncounted boolean,
    due_at timestamptz, deferral jsonb, sent_at timestamptz, message_id_header text)`;

/**
 * The messages of $1, locked in one order, so that workers do not deadlock. Each is found by its id: while PostgreSQL's statistics
 * say that the tables are empty, it would scan all messages between $2 and $3 (15 ms for twelve among 11,000), which LIMIT
 * prevents.
 */
const lockedMessages = (condition: string) => `
  (SELECT id FROM unnest($1::uuid[]) AS ids(id) ORDER BY id) AS named
  CROSS JOIN LATERAL (
    SELECT m.id, m.organization_id FROM messages m
    WHERE m.id = named.id AND m.id >= $2 AND m.id <= $3 ${condition} LIMIT 1 FOR NO KEY UPDATE
  ) m`;

/**
 * Records messages with a single recipient completely in one statement: the recipient's outcome is the message's, so nothing has
 * to be read again under the lock. Most messages are like that, and the transaction for the others takes four round trips.
 *
 * $8 messages. Skips messages whose recipient has moved already, and those whose content is not kept.
 */
const finishMessagesSql = `
WITH locked AS MATERIALIZED (
  SELECT m.id FROM ${lockedMessages('AND m.recipient_count = 1 AND m.keep_content IS NOT FALSE')}
  JOIN organizations o ON o.id = m.organization_id AND o.body_retention_days <> 0
), ${factsSql}, finished AS (
  UPDATE messages m SET status = moved.status, lease_until = NULL, lease_owner = NULL,
    first_attempt_at = coalesce(m.first_attempt_at, i.first_attempt_at),
    sent_at = coalesce(m.sent_at, i.sent_at), final_at = coalesce(m.final_at, now()),
    message_id_header = coalesce(m.message_id_header, i.message_id_header)
  FROM ${messagesFrom('$8')}
  JOIN moved ON moved.message_id = i.id
  WHERE m.id = i.id AND m.id >= $2 AND m.id <= $3
  RETURNING m.id
)
SELECT (SELECT array_agg(id) FROM finished) AS finished, (SELECT array_agg(id) FROM recorded) AS recorded`;

const recordOutcomesSql = `
WITH locked AS MATERIALIZED (
  SELECT m.id FROM ${lockedMessages('')}
), ${factsSql}
SELECT id FROM recorded`;

/**
 * Whether the claim that ends still holds the message. It compares the delivery round too: after an outage a worker may have claimed
 * a message again that it still had in hand.
 */
const holdsIt = 'i.is_released AND m.lease_owner = $1 AND m.rounds = i.round';

/** What a message waits for, with its beginning: that of the rounds before, if they ended for the same cause at the same site. */
const deferralSql = `i.deferral || jsonb_build_object('since', CASE
      WHEN m.deferral->'cause' = i.deferral->'cause' AND m.deferral->'site' IS NOT DISTINCT FROM i.deferral->'site'
      THEN m.deferral->'since' ELSE to_jsonb(now()) END)`;

/**
 * A statement of its own, because only a new snapshot sees what the statement before it, and other holders of the locks, have
 * written. Returns the final messages whose content is not kept. $1 the worker, $2 and $3 the bounds of
 * the ids, $4 messages.
 */
const settleMessagesSql = `
WITH settled AS (
  UPDATE messages m SET
    status = CASE WHEN d.status IS NOT NULL THEN d.status
      WHEN ${holdsIt} THEN 'queued' ELSE m.status END,
    due_at = CASE WHEN d.status IS NULL AND ${holdsIt} THEN coalesce(i.due_at, m.due_at)
      ELSE m.due_at END,
    deferral = CASE WHEN d.status IS NULL AND ${holdsIt} THEN ${deferralSql} ELSE m.deferral END,
    rounds = CASE WHEN i.is_uncounted AND m.lease_owner = $1 AND m.rounds = i.round THEN m.rounds - 1 ELSE m.rounds END,
    lease_until = CASE WHEN d.status IS NOT NULL OR (${holdsIt}) THEN NULL ELSE m.lease_until END,
    lease_owner = CASE WHEN d.status IS NOT NULL OR (${holdsIt}) THEN NULL ELSE m.lease_owner END,
    first_attempt_at = coalesce(m.first_attempt_at, i.first_attempt_at),
    sent_at = coalesce(m.sent_at, i.sent_at),
    message_id_header = coalesce(m.message_id_header, i.message_id_header),
    final_at = CASE WHEN d.status IS NULL THEN m.final_at ELSE coalesce(m.final_at, now()) END
  FROM ${messagesFrom('$4')}
  CROSS JOIN LATERAL (${selectStatusByRecipients('r.message_id >= $2 AND r.message_id <= $3')}) d
  WHERE m.id = i.id AND m.id >= $2 AND m.id <= $3
  RETURNING m.id, m.organization_id, m.final_at, m.keep_content
)
SELECT settled.id FROM settled
JOIN organizations o ON o.id = settled.organization_id
WHERE settled.final_at IS NOT NULL AND (o.body_retention_days = 0 OR settled.keep_content IS FALSE)`;

/**
 * Records outcomes: messages with one recipient in one statement, all others in one transaction.
 * @returns the events that were not recorded before, messages of one recipient first
 */
export async function recordOutcomes(
  pool: Pool,
  { outcomes, workerId }: { outcomes: readonly MessageOutcome[]; workerId: string },
): Promise<readonly RecordedEvent[]> {
  const { finishing = [], others = [] } = Object.groupBy(outcomes, (outcome) =>
    finishesMessage(outcome) ? 'finishing' : 'others',
  );
  const { finished, events } = await finishMessages(pool, { outcomes: finishing, workerId });
  const left = [...others, ...finishing.filter(({ message }) => !finished.has(message.id))];
  if (left.length === 0) return events;
  return [...events, ...(await recordInTransaction(pool, { outcomes: left, workerId }))];
}

/** Whether nothing of the message is left to do, as far as the worker knows: one recipient, settled. */
function finishesMessage({ message, recipients, roundEnd }: MessageOutcome): boolean {
  const [recipient, ...others] = recipients;
  return (
    roundEnd?.dueAt === null &&
    roundEnd.isCounted &&
    message.pending.length === 1 &&
    others.length === 0 &&
    recipient !== undefined &&
    recipient.status !== 'queued'
  );
}

/** @returns the messages that are finished now, and the events that were not recorded before */
async function finishMessages(
  pool: Pool,
  { outcomes, workerId }: { outcomes: readonly MessageOutcome[]; workerId: string },
): Promise<{ readonly finished: ReadonlySet<string>; readonly events: readonly RecordedEvent[] }> {
  if (outcomes.length === 0) return { finished: new Set(), events: [] };
  const { ids, low, high, facts, messages, events } = parametersOf(outcomes);
  const { rows } = await pool.query<{ finished: string[] | null; recorded: string[] | null }>({
    name: 'outcomes.finish-messages',
    text: finishMessagesSql,
    values: [ids, low, high, ...facts, workerId, messages],
  });
  const [result] = rows;
  assert(result !== undefined, 'two lists are one row');
  const recorded = new Set(result.recorded);
  return {
    finished: new Set(result.finished),
    events: events.filter(({ id }) => recorded.has(id)),
  };
}

async function recordInTransaction(
  pool: Pool,
  { outcomes, workerId }: { outcomes: readonly MessageOutcome[]; workerId: string },
): Promise<readonly RecordedEvent[]> {
  const { ids, low, high, facts, messages, events } = parametersOf(outcomes);
  const recorded = await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'outcomes.record-outcomes',
      text: recordOutcomesSql,
      values: [ids, low, high, ...facts, workerId],
    });
    const unkept = await client.query<{ id: string }>({
      name: 'outcomes.settle-messages',
      text: settleMessagesSql,
      values: [workerId, low, high, messages],
    });
    await deleteUnkeptContent(
      client,
      unkept.rows.map(({ id }) => id),
    );
    return new Set(rows.map((row) => row.id));
  });
  return events.filter((event) => recorded.has(event.id));
}

function parametersOf(outcomes: readonly MessageOutcome[]) {
  const messages = messageRows(outcomes);
  const events = eventsOf(outcomes);
  const ids = messages.map(({ id }) => id);
  const facts = [recipientRows(outcomes), suppressionRows(outcomes), eventRows(events)];
  return {
    ids,
    ...idRange(ids),
    facts: facts.map((rows) => JSON.stringify(rows)),
    messages: JSON.stringify(messages),
    events,
  };
}
