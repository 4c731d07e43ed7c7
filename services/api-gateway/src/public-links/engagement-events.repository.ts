import { newId } from '@postrider/contracts/ids';
import type { EmailEventRow, Queryable } from '@postrider/db';

/** A person or a program followed a link in a mail. */
export interface Engagement {
  /** Made once, so that recording it twice is seen. */
  readonly id: string;
  readonly type: 'opened' | 'clicked' | 'unsubscribed';
  readonly messageId: string;
  readonly ordinal: number;
  readonly at: Date;
  /** Where a click leads. */
  readonly url: string | null;
  /** By what the request says of itself. */
  readonly byMachine: boolean;
}

/** An engagement and its event; recorded false: it had been before, or there were too many. */
export interface EngagementEventRow extends EmailEventRow {
  readonly type: Engagement['type'];
  readonly engagement_id: string;
  readonly recorded: boolean;
}

/** Opens, or clicks, of one recipient that are recorded, of people and of machines each: a link can be fetched for ever. */
const perRecipientMax = 100;
/** People do not open and click that fast; scanners of mail servers do, often before the server has answered. */
const hasteMs = 2_000;

/**
 * $1 engagements as JSON, $2 and $3 bounds of the message ids (for partition pruning). The ids of the events are made for
 * this statement alone: an engagement may have waited for minutes, and readers of events in order are past its time by then.
 *
 * engagement  with its message and recipient, and whether a machine made it
 * numbered    the how-manieth of its kind it is for the recipient
 * written     its events. The first of a person is named so that there can be only one; one that is recorded again
 *             meets its own identity
 */
const insertEventsSql = `
WITH engagement AS MATERIALIZED (
  SELECT v.id, v.engagement_id, v.type, v.message_id, v.ordinal, v.occurred_at, v.url, r.address AS recipient,
    r.address_key, r.provider, m.organization_id, m.domain_id, m.mode, m.message_id_header, m.from_header,
    m.to_addresses, m.subject, m.kind, m.tags, m.template, m.api_key_id,
    v.type <> 'unsubscribed' AND (v.by_machine OR coalesce(m.sent_at, m.final_at) IS NULL
      OR v.occurred_at < coalesce(m.sent_at, m.final_at) + ${hasteMs} * interval '1 ms') AS machine
  FROM json_to_recordset($1::json) AS v(id uuid, engagement_id uuid, type text, message_id uuid, ordinal int,
    occurred_at timestamptz, url text, by_machine bool)
  JOIN messages m ON m.id = v.message_id AND m.id >= $2 AND m.id <= $3
  JOIN recipients r ON r.message_id = v.message_id AND r.ordinal = v.ordinal
    AND r.message_id >= $2 AND r.message_id <= $3
), known AS MATERIALIZED (
  SELECT k.*, (
    SELECT count(*) FROM email_events e
    WHERE e.message_id = k.message_id AND e.message_id >= $2 AND e.message_id <= $3
      AND e.ordinal = k.ordinal AND e.type = k.type AND e.machine = k.machine
  ) AS recorded
  FROM (SELECT DISTINCT message_id, ordinal, type, machine FROM engagement) k
), numbered AS MATERIALIZED (
  SELECT engagement.*, known.recorded + row_number() OVER (
    PARTITION BY message_id, ordinal, type, machine ORDER BY engagement.occurred_at, engagement.id) AS nth
  FROM engagement JOIN known USING (message_id, ordinal, type, machine)
), written AS (
  INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail,
    url, provider, machine, repeated)
  SELECT id, message_id, organization_id, ordinal, recipient, type,
    CASE WHEN machine THEN engagement_id::text WHEN type = 'unsubscribed' OR nth = 1 THEN 'first' ELSE engagement_id::text END,
    occurred_at, mode, CASE WHEN machine THEN 'machine' END, url, provider, machine, NOT machine AND nth > 1
  FROM numbered WHERE nth <= ${perRecipientMax}
  ON CONFLICT DO NOTHING
  RETURNING id
)
SELECT n.*, written.id IS NOT NULL AS recorded, NOT n.machine AND n.nth > 1 AS repeated,
  CASE WHEN n.machine THEN 'machine' END AS detail, c.metadata, NULL AS bounce_type, NULL AS failure_class,
  NULL::timestamptz AS next_attempt_at, NULL AS reply, false AS blocked
FROM numbered n
LEFT JOIN written ON written.id = n.id
LEFT JOIN message_contents c ON c.message_id = n.message_id AND c.message_id >= $2 AND c.message_id <= $3`;

/** Records engagements, in one statement. @returns one row for each, undefined where there is no such recipient */
export async function recordEngagements(
  db: Queryable,
  engagements: readonly Engagement[],
): Promise<(EngagementEventRow | undefined)[]> {
  const records = engagements.map(({ id, type, messageId, ordinal, at, url, byMachine }) => ({
    id: newId(),
    engagement_id: id,
    type,
    message_id: messageId,
    ordinal,
    occurred_at: at,
    url,
    by_machine: byMachine,
  }));
  const messageIds = engagements.map(({ messageId }) => messageId).toSorted();
  const { rows } = await db.query<EngagementEventRow>({
    name: 'public-links.insert-events',
    text: insertEventsSql,
    values: [JSON.stringify(records), messageIds[0], messageIds.at(-1)],
  });
  const byId = new Map(rows.map((row) => [row.engagement_id, row]));
  return engagements.map(({ id }) => byId.get(id));
}
