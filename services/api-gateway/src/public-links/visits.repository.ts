import { newId } from '@postrider/contracts';
import type { EmailEventRow, Pool } from '@postrider/db';
import type { Visit } from './visit';

/** A visit and its event; recorded false: it had been before, or there were too many. */
export interface VisitRow extends EmailEventRow {
  readonly type: Visit['type'];
  readonly visit_id: string;
  readonly recorded: boolean;
}

/** Opens, or clicks, of one recipient that are recorded, of people and of machines each: a link can be fetched for ever. */
const VISITS_PER_RECIPIENT_MAX = 100;
/** Nobody opens and clicks that fast; scanners of mail servers do, often before the server has answered. */
const HASTE_MS = 2_000;

/**
 * $1–$7 visits, $8 and $9 bounds of the message ids (for partition pruning), $10 ids of the events. Those are made for
 * this statement alone: a visit may have waited for minutes, and readers of events in order are past its time by then.
 *
 * visit       with its message and recipient, and whether a machine made it
 * numbered    the how-manieth of its kind it is for the recipient
 * suppressed  an unsubscription stops bulk mail of the domain. An entry that is already there stops more, and stays; one
 *             that would end no longer does; one that has ended is replaced
 * written     its events. The first of a person is named so that there can be only one; a visit that is recorded again
 *             meets its own identity
 */
const recordSql = `
WITH visit AS MATERIALIZED (
  SELECT v.id, v.visit_id, v.type, v.message_id, v.ordinal, v.occurred_at, v.url, r.address AS recipient,
    r.address_key, r.provider, m.organization_id, m.domain_id, m.mode, m.message_id_header, m.from_header,
    m.to_addresses, m.subject, m.kind, m.tags, m.template, m.api_key_id,
    v.type <> 'unsubscribed' AND (v.by_machine OR coalesce(m.sent_at, m.final_at) IS NULL
      OR v.occurred_at < coalesce(m.sent_at, m.final_at) + ${HASTE_MS} * interval '1 ms') AS machine
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::timestamptz[], $6::text[], $7::bool[], $10::uuid[])
    AS v(visit_id, type, message_id, ordinal, occurred_at, url, by_machine, id)
  JOIN messages m ON m.id = v.message_id AND m.id >= $8 AND m.id <= $9
  JOIN recipients r ON r.message_id = v.message_id AND r.ordinal = v.ordinal
    AND r.message_id >= $8 AND r.message_id <= $9
), known AS MATERIALIZED (
  SELECT k.*, (
    SELECT count(*) FROM email_events e
    WHERE e.message_id = k.message_id AND e.message_id >= $8 AND e.message_id <= $9
      AND e.ordinal = k.ordinal AND e.type = k.type AND e.machine = k.machine
  ) AS recorded
  FROM (SELECT DISTINCT message_id, ordinal, type, machine FROM visit) k
), numbered AS MATERIALIZED (
  SELECT visit.*, known.recorded + row_number() OVER (
    PARTITION BY message_id, ordinal, type, machine ORDER BY visit.occurred_at, visit.id) AS nth
  FROM visit JOIN known USING (message_id, ordinal, type, machine)
), suppressed AS (
  INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, source_email_id, created_at)
  SELECT DISTINCT ON (organization_id, address_key, domain_id)
    id, organization_id, address_key, 'unsubscribe', domain_id, message_id, occurred_at
  FROM visit WHERE type = 'unsubscribed' AND mode = 'live'
  ORDER BY organization_id, address_key, domain_id, id
  ON CONFLICT (organization_id, email, domain_id) DO UPDATE SET
    reason = CASE WHEN entry.expires_at <= now() THEN excluded.reason ELSE entry.reason END,
    expires_at = NULL
  WHERE entry.expires_at IS NOT NULL
), written AS (
  INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail,
    url, provider, machine, repeated)
  SELECT id, message_id, organization_id, ordinal, recipient, type,
    CASE WHEN machine THEN visit_id::text WHEN type = 'unsubscribed' OR nth = 1 THEN 'first' ELSE visit_id::text END,
    occurred_at, mode, CASE WHEN machine THEN 'machine' END, url, provider, machine, NOT machine AND nth > 1
  FROM numbered WHERE nth <= ${VISITS_PER_RECIPIENT_MAX}
  ON CONFLICT DO NOTHING
  RETURNING id
)
SELECT n.*, written.id IS NOT NULL AS recorded, NOT n.machine AND n.nth > 1 AS repeated,
  CASE WHEN n.machine THEN 'machine' END AS detail, c.metadata, NULL AS bounce_type, false AS blocked
FROM numbered n
LEFT JOIN written ON written.id = n.id
LEFT JOIN message_contents c ON c.message_id = n.message_id AND c.message_id >= $8 AND c.message_id <= $9`;

/** Records visits, in one statement. @returns one row for each, undefined where there is no such recipient */
export async function recordVisits(pool: Pool, visits: readonly Visit[]): Promise<(VisitRow | undefined)[]> {
  const messageIds = visits.map(({ messageId }) => messageId);
  const sorted = messageIds.toSorted();
  const { rows } = await pool.query<VisitRow>({
    name: 'api-gateway.record-visits',
    text: recordSql,
    values: [
      visits.map(({ id }) => id),
      visits.map(({ type }) => type),
      messageIds,
      visits.map(({ ordinal }) => ordinal),
      visits.map(({ at }) => at),
      visits.map(({ url }) => url),
      visits.map(({ byMachine }) => byMachine),
      sorted[0],
      sorted.at(-1),
      visits.map(() => newId()),
    ],
  });
  const byId = new Map(rows.map((row) => [row.visit_id, row]));
  return visits.map(({ id }) => byId.get(id));
}
