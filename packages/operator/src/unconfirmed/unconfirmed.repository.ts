import { newId } from '@postrider/contracts/ids';
import {
  deleteUnkeptContent,
  insertAuditEntry,
  selectStatusByRecipients,
  uuidV7Floor,
  withTransaction,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface UnconfirmedFilter {
  /** Null: of every organization. */
  readonly organizationId: string | null;
  /** By the time of acceptance. */
  readonly since: Date;
  readonly until: Date;
  /** Of the tries that ended unknown; null: any. */
  readonly transport: string | null;
  /** Of its recipients that are unconfirmed; null: any. */
  readonly provider: string | null;
}

/** $1 to $5: the filter. A message that went by two transports is chosen by the one of an attempt that was not refused. */
const chosen = `status = 'unconfirmed' AND created_at >= $1 AND created_at < $2
  AND ($3::uuid IS NULL OR organization_id = $3)
  AND ($4::text IS NULL OR EXISTS (SELECT FROM delivery_attempts a WHERE a.message_id = messages.id AND a.transport = $4
    AND a.result IN ('accepted', 'unconfirmed')))
  AND ($5::text IS NULL OR EXISTS (SELECT FROM recipients r WHERE r.message_id = messages.id AND r.provider = $5
    AND r.status = 'unconfirmed'))`;

function valuesOf({ since, until, organizationId, transport, provider }: UnconfirmedFilter): unknown[] {
  return [since, until, organizationId, transport, provider];
}

export async function countUnconfirmed(pool: Pool, filter: UnconfirmedFilter): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT o.slug AS organization, m.created_at::date::text AS day, count(*)::int AS messages
       FROM (SELECT organization_id, created_at FROM messages WHERE ${chosen}) m
       JOIN organizations o ON o.id = m.organization_id
      GROUP BY 1, 2 ORDER BY 2 DESC, 3 DESC LIMIT 1000`,
    valuesOf(filter),
  );
  return rows;
}

/** Status that unconfirmed email gets. */
export type ClosedStatus = 'delivered' | 'bounced' | 'failed';

export interface Closing {
  readonly as: ClosedStatus;
  /** Shown as the detail of the event. */
  readonly detail: string;
  /** For the audit log. */
  readonly operator: string;
  /** Only counts. */
  readonly dryRun: boolean;
}

/** What a page chooses beside the filter; null: any. */
export interface ClosingFilter extends UnconfirmedFilter {
  readonly ids: readonly string[] | null;
  readonly domainIds: readonly string[] | null;
  /** A part of the reason that an unconfirmed recipient has. */
  readonly reason: string | null;
}

interface Chosen {
  readonly id: string;
  readonly organization_id: string;
  readonly organization: string;
  readonly recipients: number;
}

/**
 * $6 the id that the page begins after, $7 and $8 bounds of the ids, $9 limit, $10 ids, $11 domains, $12 part of the reason. The index of
 * statuses begins with the organization, so each is looked at by itself; columns are compared as a row, so that the planner takes that index.
 */
const chooseSql = `
SELECT found.*, o.slug AS organization,
  (SELECT count(*)::int FROM recipients r WHERE r.message_id = found.id AND r.status = 'unconfirmed') AS recipients
FROM organizations o CROSS JOIN LATERAL (
  SELECT id, organization_id FROM messages
  WHERE (organization_id, status, id) > (o.id, 'unconfirmed', $6::uuid) AND (organization_id, status) <= (o.id, 'unconfirmed')
    AND id >= $7 AND id < $8 AND ${chosen}
    AND ($10::uuid[] IS NULL OR id = ANY($10)) AND ($11::uuid[] IS NULL OR domain_id = ANY($11))
    AND ($12::text IS NULL OR EXISTS (SELECT FROM recipients r WHERE r.message_id = messages.id AND r.status = 'unconfirmed'
      AND position(lower($12) IN lower(coalesce(r.detail, ''))) > 0))
  ORDER BY organization_id, status, id LIMIT $9
) found
WHERE $3::uuid IS NULL OR o.id = $3
ORDER BY found.id LIMIT $9`;

const lockSql = `
SELECT id FROM messages WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND status = 'unconfirmed'
ORDER BY id FOR NO KEY UPDATE`;

const moveSql = `
UPDATE recipients r SET status = $2, bounce_type = CASE WHEN $2 = 'bounced' THEN 'undetermined' END, detail = $3,
  updated_at = now()
WHERE r.message_id = ANY($1::uuid[]) AND r.status = 'unconfirmed'
RETURNING r.message_id, r.organization_id, r.ordinal, r.address, r.provider`;

const recordSql = `
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
  bounce_type, detail, provider)
SELECT e.id, e.message_id, e.organization_id, e.ordinal, e.recipient, $1, 'operator', now(), m.mode,
  CASE WHEN $1 = 'bounced' THEN 'undetermined' END, $2, e.provider
FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::text[], $8::text[])
  AS e(id, message_id, organization_id, ordinal, recipient, provider)
JOIN messages m ON m.id = e.message_id
ON CONFLICT DO NOTHING`;

const settleSql = `
UPDATE messages m SET status = coalesce(d.status, m.status), final_at = coalesce(m.final_at, now())
FROM unnest($1::uuid[]) AS i(id) CROSS JOIN LATERAL (${selectStatusByRecipients()}) d
WHERE m.id = i.id`;

interface MovedRecipient {
  readonly message_id: string;
  readonly organization_id: string;
  readonly ordinal: number;
  readonly address: string;
  readonly provider: string | null;
}

/** Messages of one organization that were closed, or would be. */
export interface ClosedGroup {
  readonly organization: string;
  readonly result: ClosedStatus;
  readonly messages: number;
  readonly recipients: number;
}

/**
 * Closes the next messages after the id `after`, with an event for each recipient and an entry in the audit log of each
 * organization. Counters and webhooks find the events by their own sweeps.
 * @returns the last id of the page and what it closed; null when nothing is left
 */
export async function closeUnconfirmedPage(
  pool: Pool,
  filter: ClosingFilter,
  page: Closing & { readonly after: string; readonly limit: number },
): Promise<{ readonly lastId: string; readonly groups: readonly ClosedGroup[] } | null> {
  return withTransaction(pool, async (client) => {
    const { rows: found } = await client.query<Chosen>(chooseSql, [
      ...valuesOf(filter),
      ...[page.after, uuidV7Floor(filter.since), uuidV7Floor(filter.until), page.limit],
      ...[filter.ids, filter.domainIds, filter.reason],
    ]);
    const [first, last] = [found[0], found.at(-1)];
    if (first === undefined || last === undefined) return null;
    if (page.dryRun) return { lastId: last.id, groups: groupsOf(found, page) };
    const locked = await client.query<{ id: string }>(lockSql, [
      found.map(({ id }) => id),
      first.id,
      last.id,
    ]);
    const ids = locked.rows.map(({ id }) => id);
    const rows = found.filter(({ id }) => ids.includes(id));
    const { rows: moved } = await client.query<MovedRecipient>(moveSql, [ids, page.as, page.detail]);
    await client.query(recordSql, [
      ...[page.as, page.detail, moved.map(() => newId()), moved.map((row) => row.message_id)],
      ...[moved.map((row) => row.organization_id), moved.map((row) => row.ordinal)],
      ...[moved.map((row) => row.address), moved.map((row) => row.provider)],
    ]);
    await client.query(settleSql, [ids]);
    await deleteUnkeptContent(client, ids);
    await audit(client, rows, page);
    return { lastId: last.id, groups: groupsOf(rows, page) };
  });
}

function groupsOf(rows: readonly Chosen[], { as: result }: Closing): readonly ClosedGroup[] {
  return [...Map.groupBy(rows, ({ organization }) => organization)].map(([organization, members]) => ({
    ...{ organization, result, messages: members.length },
    recipients: members.reduce((sum, { recipients }) => sum + recipients, 0),
  }));
}

async function audit(
  client: PoolClient,
  closed: readonly Chosen[],
  { as, detail, operator }: Closing,
): Promise<void> {
  for (const [organizationId, rows = []] of Map.groupBy(closed, (row) => row.organization_id)) {
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'message.close_unconfirmed',
      target: { type: 'organization', id: organizationId },
      after: { as, messages: rows.length, detail, message_ids: rows.map(({ id }) => id) },
    });
  }
}
