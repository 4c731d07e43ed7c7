import { newId } from '@postrider/contracts/ids';
import type { EventReply, FailureClass } from '@postrider/contracts/outcomes';
import type { BounceType } from '@postrider/contracts/statuses';
import {
  deleteUnkeptContent,
  emailEventColumns,
  onSuppressionConflict,
  selectStatusByRecipients,
  type EmailEventRow,
  type PoolClient,
} from '@postrider/db';
import type { RecipientReference, BounceSuppression } from '@postrider/mail';

/** What others report about a recipient of ours, after we had handed the message over. */
export interface ReportedFact {
  readonly recipient: RecipientReference;
  readonly type: 'bounced' | 'complained' | 'delivered' | 'delivery_delayed' | 'rejected' | 'sent';
  /** What makes it the same fact when it is reported twice. */
  readonly identity: string;
  readonly at: Date;
  readonly bounceType: BounceType | null;
  readonly failureClass: FailureClass | null;
  readonly detail: string | null;
  /** The answer of the server that the report is about; absent when the report does not quote it. */
  readonly reply?: EventReply | null;
  readonly blocked: boolean;
  /** Why the address gets no more mail of the organization. */
  readonly suppression: BounceSuppression | 'complaint' | null;
}

/** Reports of delays that are recorded of one recipient: servers give up after five days, and forgeries have no end. */
export const delaysMax = 5;

/**
 * Which status a fact finds and changes: a later report is never better than an earlier one. A recipient that is
 * still `queued` here has been taken by its destination all the same, if that reports. What left unconfirmed was `sent` if its provider
 * says that it has it, unless we knew that and only its delivery was unconfirmed.
 */
const movesSql = `(f.type = 'bounced' AND r.status IN ('queued', 'sent', 'delivered', 'unconfirmed'))
  OR (f.type = 'delivered' AND r.status IN ('sent', 'unconfirmed'))
  OR (f.type = 'rejected' AND r.status IN ('queued', 'sent', 'unconfirmed'))
  OR (f.type = 'sent' AND r.status = 'unconfirmed' AND NOT EXISTS (
    SELECT FROM email_events e WHERE e.message_id = f.message_id AND e.message_id >= $2 AND e.message_id <= $3
      AND e.ordinal = f.ordinal AND e.type = 'sent'))
  OR (f.type = 'complained' AND f.identity <> 'unproven' AND r.status IN ('queued', 'sent', 'delivered', 'unconfirmed', 'bounced', 'failed'))`;

/**
 * $1 facts, $2 and $3 the bounds of their messages. Messages are locked before, in one order, as those who send lock them.
 *
 * fact        of live mail alone
 * moved       what changes the recipient; the same report again finds it moved
 * noted       what changes nothing but is worth an event
 * suppressed  by what moved, in the whole organization: its mail was refused, or was complained about
 */
const recordSql = `
WITH fact AS MATERIALIZED (
  SELECT f.*, m.organization_id, m.mode, r.address, r.address_key, r.provider, r.status
  FROM json_to_recordset($1::json) AS f (
    id uuid, suppression_id uuid, message_id uuid, ordinal integer, type text, identity text, at timestamptz,
    bounce_type text, failure_class text, detail text, reply jsonb, blocked boolean, suppression text)
  JOIN messages m ON m.id = f.message_id AND m.id >= $2 AND m.id <= $3 AND m.mode = 'live'
  JOIN recipients r ON r.message_id = f.message_id AND r.ordinal = f.ordinal
    AND r.message_id >= $2 AND r.message_id <= $3
), moved AS (
  UPDATE recipients r SET status = CASE f.type WHEN 'rejected' THEN 'failed' ELSE f.type END, updated_at = f.at,
    bounce_type = CASE WHEN f.type = 'bounced' THEN f.bounce_type ELSE r.bounce_type END,
    detail = CASE WHEN f.type IN ('delivered', 'sent') THEN NULL ELSE coalesce(f.detail, r.detail) END
  FROM fact f
  WHERE r.message_id = f.message_id AND r.ordinal = f.ordinal AND r.message_id >= $2 AND r.message_id <= $3
    AND (${movesSql})
  RETURNING f.id
), noted AS (
  SELECT f.id FROM fact f
  WHERE f.type = 'delivery_delayed' AND f.status IN ('queued', 'sent', 'delivered', 'unconfirmed') AND (
    SELECT count(*) FROM email_events e
    WHERE e.message_id = f.message_id AND e.message_id >= $2 AND e.message_id <= $3
      AND e.ordinal = f.ordinal AND e.type = f.type AND e.identity LIKE 'reported %') < ${delaysMax}
  UNION ALL
  SELECT f.id FROM fact f
  WHERE f.type = 'complained' AND f.identity = 'unproven'
    AND f.status IN ('queued', 'sent', 'delivered', 'unconfirmed', 'bounced', 'failed')
), suppressed AS (
  INSERT INTO suppressions AS entry (id, organization_id, email, reason, source_email_id, created_at)
  SELECT DISTINCT ON (organization_id, address_key)
    suppression_id, organization_id, address_key, suppression, message_id, now()
  FROM fact JOIN moved USING (id) WHERE suppression IS NOT NULL
  ORDER BY organization_id, address_key
  ${onSuppressionConflict}
)
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
  bounce_type, failure_class, detail, reply, provider, blocked)
SELECT f.id, f.message_id, f.organization_id, f.ordinal, f.address, f.type, f.identity, f.at, f.mode,
  f.bounce_type, f.failure_class, f.detail, f.reply, f.provider, f.blocked
FROM fact f WHERE f.id IN (SELECT id FROM moved UNION ALL SELECT id FROM noted)
ON CONFLICT (message_id, ordinal, type, identity) DO NOTHING
RETURNING id, message_id`;

const lockSql = `
SELECT id FROM messages WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND mode = 'live'
ORDER BY id FOR NO KEY UPDATE`;

/** A statement of its own: only a new snapshot sees the new state of the recipients. $1 messages, $2 and $3 their bounds. */
const settleSql = `
UPDATE messages m SET status = d.status, lease_until = NULL, lease_owner = NULL, final_at = coalesce(m.final_at, now()),
  sent_at = CASE d.status WHEN 'sent' THEN coalesce(m.sent_at, now()) ELSE m.sent_at END
FROM unnest($1::uuid[]) AS i(id)
CROSS JOIN LATERAL (${selectStatusByRecipients('r.message_id >= $2 AND r.message_id <= $3')}) d
WHERE m.id = i.id AND m.id >= $2 AND m.id <= $3 AND d.status IS NOT NULL AND m.status <> d.status
  AND m.status NOT IN ('suppressed', 'canceled')`;

const readEventsSql = `
SELECT ${emailEventColumns} FROM email_events e
JOIN messages m ON m.id = e.message_id AND m.id >= $2 AND m.id <= $3
LEFT JOIN message_contents c ON c.message_id = e.message_id AND c.message_id >= $2 AND c.message_id <= $3
WHERE e.id = ANY($1::uuid[]) AND e.message_id >= $2 AND e.message_id <= $3
ORDER BY e.id`;

/**
 * Records what was reported, within the caller's transaction: recipients, events, suppressions, the messages' statuses.
 * Nothing is recorded of test messages, which never left.
 * @returns the events that were not recorded before
 */
export async function recordReportedFacts(
  client: PoolClient,
  facts: readonly ReportedFact[],
): Promise<readonly EmailEventRow[]> {
  const ids = [...new Set(facts.map(({ recipient }) => recipient.messageId))].sort();
  if (ids.length === 0) return [];
  const bounds = [ids[0], ids.at(-1)];
  await client.query({ name: 'inbound.lock-messages', text: lockSql, values: [ids, ...bounds] });
  const { rows } = await client.query<{ id: string; message_id: string }>({
    name: 'inbound.record-facts',
    text: recordSql,
    values: [JSON.stringify(facts.map(factRow)), ...bounds],
  });
  if (rows.length === 0) return [];
  const changed = [...new Set(rows.map((row) => row.message_id))].sort();
  await client.query({ name: 'inbound.settle-messages', text: settleSql, values: [changed, ...bounds] });
  const events = await client.query<EmailEventRow>({
    name: 'inbound.read-events',
    text: readEventsSql,
    values: [rows.map(({ id }) => id), ...bounds],
  });
  await deleteUnkeptContent(client, changed);
  return events.rows;
}

function factRow(fact: ReportedFact): object {
  return {
    id: newId(),
    suppression_id: newId(),
    message_id: fact.recipient.messageId,
    ordinal: fact.recipient.ordinal,
    type: fact.type,
    identity: fact.identity,
    at: fact.at,
    bounce_type: fact.bounceType,
    failure_class: fact.failureClass,
    detail: fact.detail === null ? null : plainText(fact.detail),
    reply: fact.reply && {
      ...fact.reply,
      host: plainText(fact.reply.host),
      text: plainText(fact.reply.text),
    },
    blocked: fact.blocked,
    suppression: fact.suppression,
  };
}

const detailCharsMax = 1_000;
// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g;

/** What strangers wrote: PostgreSQL keeps neither NUL nor half a surrogate pair, and other control characters have no use. */
function plainText(text: string): string {
  return text.slice(0, detailCharsMax).toWellFormed().replace(controlCharacters, ' ');
}
