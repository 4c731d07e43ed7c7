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
import type { MessageFilter } from './message-filter';

/** - hold: out of the queue until it is released. - fail: for good, with events and webhooks. */
export type Change = 'hold' | 'release' | 'fail';

/** Results for a message; only the first three change it. */
type ChangeResult = 'held' | 'released' | 'failed' | 'on the wire' | 'held already' | 'held by its review';

/** Messages of one organization that the change meets alike. */
export interface ChangedGroup {
  readonly organization: string;
  readonly result: ChangeResult;
  readonly messages: number;
  /** Of these messages, those that wait and that the filter chooses. */
  readonly recipients: number;
}

export interface ChangePage {
  readonly change: Change;
  readonly after: string;
  readonly limit: number;
  readonly dryRun: boolean;
  readonly operator: string;
  readonly reason: string;
}

/** $9 domain, $10 provider, $11 part of the reason: of a recipient `r` that waits. */
const isChosenRecipient = `r.status = 'queued'
  AND ($9::text IS NULL OR right(r.address_key, length($9) + 1) = '@' || $9)
  AND ($10::text IS NULL OR r.provider = $10)
  AND ($11::text IS NULL OR position(lower($11) IN lower(coalesce(r.detail, ''))) > 0)`;

const chooseSql = `
SELECT m.id, m.organization_id, o.slug AS organization, m.status, h.message_id IS NOT NULL AS is_held,
  EXISTS (SELECT FROM message_reviews v WHERE v.message_id = m.id AND v.status IN ('pending', 'flagged')) AS in_review,
  (SELECT count(*)::int FROM recipients r WHERE r.message_id = m.id AND ${isChosenRecipient}) AS recipients
FROM messages m JOIN organizations o ON o.id = m.organization_id LEFT JOIN message_holds h ON h.message_id = m.id
WHERE m.id > $1 AND m.id >= $2 AND m.mode = 'live' AND m.status IN ('queued', 'sending')
  AND m.created_at >= $3 AND m.created_at < $4
  AND ($5::uuid[] IS NULL OR m.id = ANY($5)) AND ($6::uuid IS NULL OR m.organization_id = $6)
  AND ($7::uuid[] IS NULL OR m.domain_id = ANY($7)) AND ($8::text IS NULL OR m.kind = $8)
  AND EXISTS (SELECT FROM recipients r WHERE r.message_id = m.id AND ${isChosenRecipient})
  AND ($12::text IS NULL OR m.lane = $12) AND ($13::text IS NULL OR h.reason = $13)
  AND ($14::bool IS NULL OR (h.message_id IS NOT NULL) = $14)`;

interface Chosen {
  readonly id: string;
  readonly organization_id: string;
  readonly organization: string;
  readonly status: 'queued' | 'sending';
  readonly is_held: boolean;
  readonly in_review: boolean;
  readonly recipients: number;
}

const done: Readonly<Record<Change, ChangeResult>> = { hold: 'held', release: 'released', fail: 'failed' };

/**
 * Changes the next messages after the id `after`. What a worker has in hand is not touched: whether its body has left is
 * known to the worker only.
 * @returns the last id of the page and the results for its messages; null when nothing is left
 */
export async function changePage(
  pool: Pool,
  filter: MessageFilter,
  page: ChangePage,
): Promise<{ readonly lastId: string; readonly groups: readonly ChangedGroup[] } | null> {
  return withTransaction(pool, async (client) => {
    const rows = await choose(client, filter, page);
    const lastId = rows.at(-1)?.id;
    if (lastId === undefined) return null;
    const judged = rows.map((row) => ({ ...row, result: judge(row, page.change) }));
    const chosen = judged.filter(({ result }) => result === done[page.change]);
    if (!page.dryRun && chosen.length > 0) {
      await changes[page.change](client, { ids: chosen.map(({ id }) => id), filter, page });
      await audit(client, chosen, page);
    }
    return { lastId, groups: grouped(judged) };
  });
}

async function choose(
  client: PoolClient,
  filter: MessageFilter,
  { after, limit, change, dryRun }: ChangePage,
): Promise<readonly Chosen[]> {
  const held = change === 'release' ? 'AND h.message_id IS NOT NULL' : '';
  const lock = dryRun ? '' : 'FOR NO KEY UPDATE OF m';
  const { rows } = await client.query<Chosen>(`${chooseSql} ${held} ORDER BY m.id LIMIT $15 ${lock}`, [
    ...[after, uuidV7Floor(filter.since), filter.since, filter.until],
    ...[filter.ids, filter.organizationId, filter.domainIds, filter.kind],
    ...[filter.recipientDomain, filter.provider, filter.detail, filter.lane, filter.heldAs],
    ...[filter.isHeld, limit],
  ]);
  return rows;
}

function judge({ status, is_held: isHeld, in_review: inReview }: Chosen, change: Change): ChangeResult {
  if (status === 'sending') return 'on the wire';
  if (change === 'hold' && isHeld) return 'held already';
  // Deciding about it would release it from this hold too.
  if (change === 'hold' && inReview) return 'held by its review';
  return done[change];
}

interface Work {
  readonly ids: readonly string[];
  readonly filter: MessageFilter;
  readonly page: ChangePage;
}

const changes: Readonly<Record<Change, (client: PoolClient, work: Work) => Promise<void>>> = {
  hold,
  release,
  fail,
};

/** Above the second by which a message may be claimed too early: what is held expires on time, and is never sent. */
const afterExpiryMs = 2_000;

async function hold(client: PoolClient, { ids, page }: Work): Promise<void> {
  await client.query(
    `WITH held AS (
       INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
       SELECT id, organization_id, $2, $3, now(), coalesce(due_at, now()) FROM messages WHERE id = ANY($1::uuid[])
     )
     UPDATE messages SET due_at = expires_at + $4 * interval '1 ms' WHERE id = ANY($1::uuid[])`,
    [ids, page.reason, page.operator, afterExpiryMs],
  );
}

/** What a review holds goes on being held by it. */
async function release(client: PoolClient, { ids }: Work): Promise<void> {
  await client.query(
    `WITH released AS (DELETE FROM message_holds WHERE message_id = ANY($1::uuid[]) RETURNING message_id, due_at)
     UPDATE messages m SET due_at = CASE
       WHEN EXISTS (SELECT FROM message_reviews v WHERE v.message_id = m.id AND v.status IN ('pending', 'flagged'))
       THEN m.expires_at + $2 * interval '1 ms' ELSE greatest(now(), released.due_at) END
     FROM released WHERE m.id = released.message_id AND m.id = ANY($1::uuid[])`,
    [ids, afterExpiryMs],
  );
}

const failRecipientsSql = `
UPDATE recipients r SET status = 'failed', detail = $2, updated_at = now()
WHERE r.message_id = ANY($1::uuid[]) AND r.status = 'queued'
  AND ($3::text IS NULL OR right(r.address_key, length($3) + 1) = '@' || $3)
  AND ($4::text IS NULL OR r.provider = $4)
  AND ($5::text IS NULL OR position(lower($5) IN lower(coalesce(r.detail, ''))) > 0)
RETURNING r.message_id, r.organization_id, r.ordinal, r.address, r.provider`;

/** Counters and webhooks find the events by their own sweeps. */
const recordFailuresSql = `
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
  detail, failure_class, provider)
SELECT e.id, e.message_id, e.organization_id, e.ordinal, e.recipient, 'failed', 'operator', now(), 'live',
  $1, 'platform', e.provider
FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::text[])
  AS e(id, message_id, organization_id, ordinal, recipient, provider)
ON CONFLICT DO NOTHING`;

const settleSql = `
UPDATE messages m SET status = d.status, final_at = now()
FROM unnest($1::uuid[]) AS i(id) CROSS JOIN LATERAL (${selectStatusByRecipients()}) d
WHERE m.id = i.id AND d.status IS NOT NULL
RETURNING m.id`;

interface FailedRecipient {
  readonly message_id: string;
  readonly organization_id: string;
  readonly ordinal: number;
  readonly address: string;
  readonly provider: string | null;
}

/** Of a message whose other recipients do not fit, only those fail that do: it goes on for the others. */
async function fail(client: PoolClient, { ids, filter, page }: Work): Promise<void> {
  const detail = `failed by the operator: ${page.reason}`;
  const { rows } = await client.query<FailedRecipient>(failRecipientsSql, [
    ...[ids, detail, filter.recipientDomain, filter.provider, filter.detail],
  ]);
  await client.query(recordFailuresSql, [
    ...[detail, rows.map(() => newId()), rows.map((row) => row.message_id)],
    ...[rows.map((row) => row.organization_id), rows.map((row) => row.ordinal)],
    ...[rows.map((row) => row.address), rows.map((row) => row.provider)],
  ]);
  const { rows: settled } = await client.query<{ id: string }>(settleSql, [ids]);
  const finalIds = settled.map(({ id }) => id);
  await client.query('DELETE FROM message_holds WHERE message_id = ANY($1::uuid[])', [finalIds]);
  await deleteUnkeptContent(client, finalIds);
}

async function audit(
  client: PoolClient,
  chosen: readonly Chosen[],
  { change, operator, reason }: ChangePage,
): Promise<void> {
  for (const [organizationId, rows = []] of Map.groupBy(chosen, (row) => row.organization_id)) {
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: `message.${change}`,
      target: { type: 'organization', id: organizationId },
      after: { messages: rows.length, reason, message_ids: rows.map(({ id }) => id) },
    });
  }
}

function grouped(judged: readonly (Chosen & { readonly result: ChangeResult })[]): readonly ChangedGroup[] {
  const alike = Map.groupBy(judged, ({ organization, result }) => JSON.stringify([organization, result]));
  return [...alike.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const { organization, result } = first;
    const recipients = members.reduce((sum, each) => sum + each.recipients, 0);
    return [{ organization, result, messages: members.length, recipients }];
  });
}

/** Of messages that were canceled or have expired while they were held; at most ten thousand at once. */
export async function deleteSpentHolds(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM message_holds WHERE message_id IN (
       SELECT h.message_id FROM message_holds h
       WHERE NOT EXISTS (SELECT FROM messages m WHERE m.id = h.message_id AND m.status IN ('queued', 'sending'))
       LIMIT 10000)`,
  );
}
