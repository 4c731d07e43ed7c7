import type { Deferral } from '@postrider/contracts/emails';
import { dueQueueSql, type Pool } from '@postrider/db';
import type { OpenEmail } from './waiting-facts';

/** What PostgreSQL knows of an open email. */
export interface StoredFacts {
  readonly id: string;
  readonly now: Date;
  readonly status: OpenEmail['status'];
  readonly createdAt: Date;
  readonly scheduledAt: Date | null;
  readonly dueAt: Date | null;
  readonly leaseUntil: Date | null;
  readonly leaseOwner: string | null;
  readonly hasReservedDay: boolean;
  readonly deferral: Deferral | null;
  readonly heldSince: Date | null;
  readonly isRestoration: boolean | null;
  readonly reviewSince: Date | null;
  readonly underReviewSince: Date | null;
  readonly pausedSince: Date | null;
  readonly pausedReason: string | null;
  readonly drainedSince: Date | null;
  readonly restoringSince: Date | null;
  readonly suspendedSince: Date | null;
  readonly suspendedUntil: Date | null;
  readonly suspendedBecause: string | null;
  readonly ahead: number;
  /** Of the last events, those of emails that left the same queue, and since when these events are; null: there are none. */
  readonly paceEmails: number | null;
  readonly paceSeconds: number | null;
  readonly lookedAt: Date | null;
}

/** How far earlier emails are counted: for one email, and for each of a page, of which it is only known that there is one. */
export const aheadMax = { one: 5_000, page: 0 };

/** Events that tell the rate: enough for a tenth of it, and looked at within a millisecond or two. */
const paceEvents = 300;
const paceMinutes = 5;
/** With these, an email leaves the queue that it was in. */
const leaving = ['sent', 'delivered', 'delivery_delayed', 'bounced', 'rejected', 'failed'];

/** Its queue, before the delivery round that it left it with. */
const leftQueueSql = `CASE WHEN b.rounds > 1 AND b.lane <> 'test' THEN 'retry' ELSE b.lane END`;

/** The last events of the organization, of the last minutes, where others wait before the email `m`. Their ids begin with their time. */
const paceSql = `
SELECT count(DISTINCT last.message_id) FILTER (
    WHERE last.type = ANY('{${leaving.join(',')}}') AND EXISTS (
      SELECT FROM messages b WHERE b.id = last.message_id AND ${leftQueueSql} = ${dueQueueSql('m')} OFFSET 0)
  )::int AS emails, extract(epoch FROM now() - greatest(min(last.occurred_at), now() - interval '${paceMinutes} min'))::float8 AS seconds
FROM (
  SELECT message_id, type, occurred_at FROM email_events e
  WHERE ahead.ahead > 0 AND e.organization_id = m.organization_id AND e.mode = 'live'
    AND e.id > rpad(lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - ${paceMinutes * 60_000}), 12, '0'), 32, '0')::uuid
  ORDER BY e.id DESC LIMIT ${paceEvents}
) last`;
const noPaceSql = 'SELECT NULL::int AS emails, NULL::float8 AS seconds';

/**
 * $1 ids, $2 and $3 their bounds. Every email is found by its id, and so is
 * what is said of it; what waits in front of it comes from a range of `messages_due_idx`, up to a limit. So the statement costs the
 * same however much other mail there is. The limit is a literal: of a parameter PostgreSQL would assume a tenth of all rows.
 */
const findSql = ({ limit, pace }: { readonly limit: number; readonly pace: string }): string => `
SELECT m.id, now() AS now, m.status, m.created_at AS "createdAt", m.scheduled_at AS "scheduledAt", m.due_at AS "dueAt",
  m.lease_until AS "leaseUntil", m.lease_owner AS "leaseOwner", m.reserved_day IS NOT NULL AS "hasReservedDay", m.deferral,
  h.held_at AS "heldSince", h.operator = 'postrider' AS "isRestoration", r.created_at AS "reviewSince",
  o.under_review_at AS "underReviewSince", o.sending_paused_at AS "pausedSince", o.sending_paused_reason AS "pausedReason",
  (SELECT min(started_at) FROM queue_drains WHERE ended_at IS NULL AND queue = ${dueQueueSql('m')}) AS "drainedSince",
  (SELECT min(found_at) FROM restorations WHERE held_at IS NULL) AS "restoringSince",
  s.created_at AS "suspendedSince", s.until AS "suspendedUntil", s.reason AS "suspendedBecause", ahead.ahead,
  pace.emails AS "paceEmails", pace.seconds AS "paceSeconds",
  (SELECT updated_at FROM sweep_cursors WHERE name = 'send-worker.due') AS "lookedAt"
FROM unnest($1::uuid[]) AS asked(id)
CROSS JOIN LATERAL (
  SELECT * FROM messages WHERE id = asked.id AND id >= $2 AND id <= $3 AND status IN ('queued', 'sending') LIMIT 1
) m
CROSS JOIN LATERAL (
  SELECT under_review_at, sending_paused_at, sending_paused_reason FROM organizations WHERE id = m.organization_id LIMIT 1
) o
LEFT JOIN LATERAL (SELECT operator, held_at FROM message_holds WHERE message_id = m.id LIMIT 1) h ON true
LEFT JOIN LATERAL (
  SELECT created_at FROM message_reviews WHERE message_id = m.id AND status IN ('pending', 'flagged') LIMIT 1
) r ON true
LEFT JOIN LATERAL (
  SELECT created_at, until, reason FROM site_suspensions
  WHERE site = split_part(m.deferral->>'site', ' from ', 1) AND (until IS NULL OR until > now())
    AND (source IS NULL OR source = nullif(split_part(m.deferral->>'site', ' from ', 2), ''))
  ORDER BY until DESC NULLS FIRST LIMIT 1
) s ON true
CROSS JOIN LATERAL (
  SELECT count(*)::int AS ahead FROM (
    SELECT FROM messages b
    WHERE m.status = 'queued' AND m.due_at <= now() AND b.organization_id = m.organization_id
      AND ${dueQueueSql('b')} = ${dueQueueSql('m')} AND b.status = 'queued' AND b.due_at < m.due_at
    ORDER BY b.due_at LIMIT ${limit}
  ) earlier
) ahead
CROSS JOIN LATERAL (${pace}) pace`;

const statements = {
  one: { name: 'waiting.find-one', text: findSql({ limit: aheadMax.one + 1, pace: paceSql }) },
  page: { name: 'waiting.find-page', text: findSql({ limit: aheadMax.page + 1, pace: noPaceSql }) },
};

/** Of those of the emails that are open. @param ids at least one */
export async function findStoredFacts(pool: Pool, ids: readonly string[]): Promise<StoredFacts[]> {
  const sorted = ids.toSorted();
  const { rows } = await pool.query<StoredFacts>({
    ...statements[ids.length === 1 ? 'one' : 'page'],
    values: [ids, sorted[0], sorted.at(-1)],
  });
  return rows;
}
