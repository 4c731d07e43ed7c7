import { newId } from '@postrider/contracts/ids';
import { bulkPrefixes } from '@postrider/contracts/statuses';
import {
  anyFormOf,
  insertAuditEntry,
  uuidV7Floor,
  withTransaction,
  type Pool,
  type PoolClient,
} from '@postrider/db';

export interface RetryFilter {
  /** Null: whichever the rest chooses. */
  readonly ids: readonly string[] | null;
  /** Null: of every organization. */
  readonly organizationId: string | null;
  readonly domainIds: readonly string[] | null;
  /** By the time of acceptance. */
  readonly since: Date;
  readonly until: Date;
  /** A part of the detail with which recipients failed. */
  readonly detail: string | null;
}

/** The words of `judgeSql`. */
type RetryResult =
  | 'queued again'
  | 'may have left'
  | 'expired'
  | 'rejected in review'
  | 'content deleted'
  | 'domain deleted'
  | 'suppressed since';

/** What became, or would become, of recipients that failed alike. */
export interface RetriedGroup {
  readonly organization: string;
  /** The detail of the failure. */
  readonly failed: string | null;
  readonly result: RetryResult;
  readonly messages: number;
  readonly recipients: number;
}

export async function findDomainIds(pool: Pool, name: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM domains WHERE name = lower($1)', [name]);
  return rows.map(({ id }) => id);
}

/** A message of which a recipient failed has one of these statuses, or a worse one; while it is queued it is let be. */
const lockSql = `
SELECT id FROM messages
WHERE id > $1 AND id >= $2 AND mode = 'live' AND status IN ('failed', 'bounced', 'complained')
  AND created_at >= $3 AND created_at < $4
  AND ($5::uuid[] IS NULL OR id = ANY($5)) AND ($6::uuid IS NULL OR organization_id = $6)
  AND ($7::uuid[] IS NULL OR domain_id = ANY($7))
ORDER BY id LIMIT $8 FOR NO KEY UPDATE`;

/**
 * Failed recipients, and why one may not be sent to again: its body may have left; the message was to be gone by now, or a
 * review rejected it; there is no content or no sender any more; the address has been suppressed since.
 */
const judgeSql = `
SELECT r.message_id, r.ordinal, r.organization_id, o.slug AS organization, r.address, r.provider, r.detail,
  CASE
    WHEN EXISTS (SELECT FROM delivery_attempts a WHERE a.message_id = m.id AND a.ordinal = r.ordinal
                   AND (a.result IS NULL OR a.result IN ('accepted', 'unconfirmed'))) THEN 'may have left'
    WHEN m.expires_at <= now() THEN 'expired'
    WHEN EXISTS (SELECT FROM message_reviews v WHERE v.message_id = m.id AND v.status = 'rejected') THEN 'rejected in review'
    WHEN NOT EXISTS (SELECT FROM message_contents c WHERE c.message_id = m.id)
      OR EXISTS (SELECT FROM message_attachments a WHERE a.message_id = m.id AND a.content IS NULL) THEN 'content deleted'
    WHEN NOT EXISTS (SELECT FROM domains d WHERE d.id = m.domain_id AND d.organization_id = m.organization_id)
      THEN 'domain deleted'
    WHEN EXISTS (SELECT FROM suppressions s
                  WHERE s.organization_id = m.organization_id AND s.email = ${anyFormOf('m.organization_id', 'r.address_key')}
                    AND (s.domain_id IS NULL OR s.domain_id = m.domain_id)
                    AND (s.expires_at IS NULL OR s.expires_at > now())
                    AND (s.reason <> 'unsubscribe' OR lower(m.kind) LIKE ANY($3::text[]))) THEN 'suppressed since'
    ELSE 'queued again'
  END AS result
FROM recipients r JOIN messages m ON m.id = r.message_id JOIN organizations o ON o.id = r.organization_id
WHERE r.message_id = ANY($1::uuid[]) AND r.status = 'failed'
  AND ($2::text IS NULL OR position(lower($2) IN lower(coalesce(r.detail, ''))) > 0)`;

interface JudgedRecipient {
  readonly message_id: string;
  readonly ordinal: number;
  readonly organization_id: string;
  readonly organization: string;
  readonly address: string;
  readonly provider: string | null;
  readonly detail: string | null;
  readonly result: RetryResult;
}

export interface RetryPage {
  readonly after: string;
  readonly limit: number;
  readonly dryRun: boolean;
  /** For the audit log. */
  readonly operator: string;
}

/**
 * Queues the failed recipients of the next messages after the id `after` again. A worker finds them by its sweep.
 * @returns the last id of the page and the results for its recipients; null when nothing is left
 */
export async function retryPage(
  pool: Pool,
  filter: RetryFilter,
  page: RetryPage,
): Promise<{ lastId: string; groups: RetriedGroup[] } | null> {
  return withTransaction(pool, async (client) => {
    const { since, until, ids, organizationId, domainIds, detail } = filter;
    const { rows: messages } = await client.query<{ id: string }>(lockSql, [
      ...[page.after, uuidV7Floor(since), since, until, ids, organizationId, domainIds, page.limit],
    ]);
    const lastId = messages.at(-1)?.id;
    if (lastId === undefined) return null;
    const { rows } = await client.query<JudgedRecipient>(judgeSql, [
      ...[messages.map(({ id }) => id), detail, bulkPrefixes.map((prefix) => `${prefix}%`)],
    ]);
    const chosen = rows.filter(({ result }) => result === 'queued again');
    if (!page.dryRun && chosen.length > 0) await queueAgain(client, chosen, page.operator);
    return { lastId, groups: grouped(rows) };
  });
}

const moveSql = `
UPDATE recipients r SET status = 'queued', detail = 'queued again by the operator', updated_at = now()
FROM unnest($1::uuid[], $2::int[]) AS i(message_id, ordinal)
WHERE r.message_id = i.message_id AND r.ordinal = i.ordinal`;

/** The failure stays what happened then; under its old identity the next one would be taken for the same. */
const keepFailureSql = `
UPDATE email_events e SET identity = e.identity || ' until ' || i.event_id
FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS i(message_id, ordinal, event_id)
WHERE e.message_id = i.message_id AND e.ordinal = i.ordinal AND e.type = 'failed'
  AND e.identity NOT LIKE '% until %'`;

/** Webhooks that got the failure get the retry, too. */
const recordSql = `
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail, provider)
SELECT i.event_id, i.message_id, i.organization_id, i.ordinal, i.address, 'delivery_delayed', 'retry ' || i.event_id, now(),
  'live', 'queued again by the operator', i.provider
FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
  AS i(message_id, ordinal, event_id, organization_id, address, provider)`;

/** Its patience begins again, and its place in a day of its domain; rounds go on, since attempts are named by them. */
const requeueSql = `
UPDATE messages SET status = 'queued', due_at = now(), final_at = NULL, first_attempt_at = NULL,
  reserved_day = NULL, lease_until = NULL, lease_owner = NULL
WHERE id = ANY($1::uuid[])`;

async function queueAgain(
  client: PoolClient,
  chosen: readonly JudgedRecipient[],
  operator: string,
): Promise<void> {
  const messageIds = chosen.map((row) => row.message_id);
  const recipients = [messageIds, chosen.map((row) => row.ordinal)];
  const eventIds = chosen.map(() => newId());
  await client.query(moveSql, recipients);
  await client.query(keepFailureSql, [...recipients, eventIds]);
  await client.query(recordSql, [
    ...[...recipients, eventIds, chosen.map((row) => row.organization_id)],
    ...[chosen.map((row) => row.address), chosen.map((row) => row.provider)],
  ]);
  await client.query(requeueSql, [[...new Set(messageIds)]]);
  for (const [organizationId, rows = []] of Map.groupBy(chosen, (row) => row.organization_id)) {
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'message.retry',
      target: { type: 'organization', id: organizationId },
      after: { recipients: rows.length, message_ids: [...new Set(rows.map((row) => row.message_id))] },
    });
  }
}

function grouped(rows: readonly JudgedRecipient[]): RetriedGroup[] {
  const alike = Map.groupBy(rows, ({ organization, detail, result }) =>
    JSON.stringify([organization, detail, result]),
  );
  return [...alike.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { organization, detail: failed, result } = first;
    const messages = new Set(members.map((each) => each.message_id)).size;
    return [{ organization, failed, result, messages, recipients: members.length }];
  });
}
