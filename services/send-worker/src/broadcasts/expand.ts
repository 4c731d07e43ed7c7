import assert from 'node:assert';
import {
  lookedToSql,
  parseStoredFilter,
  prepareFilters,
  segmentPageSql,
  type Bind,
  type BroadcastAbTest,
} from '@postrider/audiences';
import { lowestId } from '@postrider/contracts/ids';
import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { OpenBroadcast } from './open-broadcast';

const lookedAtMin = 100;

/** Half as many after each failure: a filter may cost so much that a page of it takes too long. */
export function expansionPageSize(contacts: number, failures: number): number {
  return Math.max(lookedAtMin, Math.floor(contacts / 2 ** failures));
}

interface Expansion extends Pick<
  OpenBroadcast,
  'id' | 'organizationId' | 'audience' | 'parentId' | 'abTest' | 'localTime'
> {
  readonly filter: unknown;
  readonly expandedTo: string | null;
  /** So far. */
  readonly recipients: number;
}

interface ExpandedPage {
  readonly lookedTo: string | null;
  readonly looked: number;
  readonly inserted: number;
}

/**
 * Writes the recipients among the next contacts, and how far it is, in one short transaction: it happened or it did not. No
 * contact leaves Postgres. The row's lock keeps other workers out for as long as that takes, and ends with a worker that dies.
 * @returns how many there were; null when another worker has it, or nothing is left to expand
 */
export async function expandPage(pool: Pool, id: string, pageSize: number): Promise<number | null> {
  return withTransaction(pool, async (client) => {
    const expansion = await lockExpansion(client, id);
    if (expansion === undefined) return null;
    const page = await insertPage(client, expansion, pageSize);
    await client.query({
      name: 'broadcasts.move-expansion',
      text: `UPDATE broadcasts SET expanded_to = coalesce($2, expanded_to), recipients = recipients + $3,
               expanded_at = CASE WHEN $4 THEN now() END
             WHERE id = $1`,
      values: [id, page.lookedTo, page.inserted, page.looked < pageSize],
    });
    return page.inserted;
  });
}

async function lockExpansion(client: PoolClient, id: string): Promise<Expansion | undefined> {
  const { rows } = await client.query<Expansion>({
    name: 'broadcasts.lock-expansion',
    text: `SELECT id, organization_id AS "organizationId", audience, parent_id AS "parentId", ab_test AS "abTest", filter,
             local_time AS "localTime", expanded_to AS "expandedTo", recipients
           FROM broadcasts
           WHERE id = $1 AND status = 'scheduled' AND started_at IS NOT NULL AND expanded_at IS NULL AND paused_at IS NULL
           FOR NO KEY UPDATE SKIP LOCKED`,
    values: [id],
  });
  return rows[0];
}

async function insertPage(client: PoolClient, expansion: Expansion, pageSize: number): Promise<ExpandedPage> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const page = await pageSqlOf(client, expansion, { pageSize, bind });
  const broadcast = `${bind(expansion.id)}::uuid`;
  const organization = `${bind(expansion.organizationId)}::uuid`;
  const { zones, dues } = dueSql(expansion, bind);
  const { rows } = await client.query<ExpandedPage>(
    `WITH ${page}, placed AS (
       ${placedSql(expansion, { broadcast, bind })}
     )${zones}, inserted AS (
       INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, variant, due_at, lease_until)
       SELECT ${broadcast}, placed.id, ${organization}, variant, ${dues}
       ON CONFLICT (broadcast_id, contact_id) DO NOTHING
       RETURNING contact_id
     )
     SELECT ${lookedToSql} AS "lookedTo", (SELECT count(*) FROM looked)::int AS looked,
       (SELECT count(*) FROM inserted)::int AS inserted`,
    values,
  );
  const [written] = rows;
  assert(written, 'one row a page');
  return written;
}

/**
 * When each recipient's turn comes, twice, and where the rows are from. Workers of the release before this one look at the lease alone.
 * PostgreSQL knows all names of time zones, aliases too. A local time that clocks skip is taken by the offset before, of one that they
 * show twice the second.
 */
function dueSql({ localTime }: Expansion, bind: Bind): { readonly zones: string; readonly dues: string } {
  if (localTime === null) return { zones: '', dues: 'NULL::timestamptz, NULL::timestamptz FROM placed' };
  const { date, time, property, timezone } = localTime;
  const local = `(${bind(date)}::date + ${bind(time)}::time)`;
  const byDefault = `(SELECT due FROM zones WHERE name = lower(${bind(timezone)}::text) LIMIT 1)`;
  const due = `coalesce(own.due, ${byDefault}, ${local} AT TIME ZONE 'UTC')`;
  return {
    zones: `, zones AS MATERIALIZED (
       SELECT lower(name) AS name, ${local} AT TIME ZONE name AS due FROM pg_timezone_names
     )`,
    dues: `${due}, ${due} FROM placed JOIN contacts c ON c.id = placed.id
       LEFT JOIN zones own ON own.name = lower(btrim(c.properties->>${bind(property)}::text))`,
  };
}

interface PageOptions {
  readonly pageSize: number;
  readonly bind: Bind;
}

/** Two members of a WITH: `looked`, the contacts of this page, and `page`, those of them who get it. */
async function pageSqlOf(
  client: PoolClient,
  expansion: Expansion,
  { pageSize, bind }: PageOptions,
): Promise<string> {
  const { organizationId, audience, expandedTo } = expansion;
  if (audience === 'not_opened') return notOpenedSql(expansion, { pageSize, bind });
  const filter = parseStoredFilter(expansion.filter);
  assert(filter, 'a broadcast begins with a filter that can be read, and its topics may go, not its form');
  const topics = await prepareFilters(client, organizationId, [filter]);
  return segmentPageSql({ organizationId, filter, topics, after: expandedTo, lookedAtMax: pageSize }, bind);
}

/**
 * Recipients of the parent whose message is final and was not opened or clicked, as far as people do; and who are
 * contacts still. `OFFSET 0` keeps these looks contact by contact: joined, the planner may read all events for a page.
 */
function notOpenedSql(expansion: Expansion, { pageSize, bind }: PageOptions): string {
  assert(expansion.parentId !== null, 'a resend has a parent');
  return `looked AS MATERIALIZED (
  SELECT contact_id AS id, message_id, outcome FROM broadcast_recipients
  WHERE broadcast_id = ${bind(expansion.parentId)}::uuid AND contact_id > ${bind(expansion.expandedTo ?? lowestId)}::uuid
  ORDER BY contact_id LIMIT ${bind(pageSize)}::integer
), page AS (
  SELECT l.id FROM looked l
  WHERE l.outcome = 'submitted'
    AND NOT EXISTS (SELECT FROM messages m WHERE m.id = l.message_id AND m.status IN ('queued', 'sending') OFFSET 0)
    AND EXISTS (
      SELECT FROM contacts c WHERE c.id = l.id AND c.organization_id = ${bind(expansion.organizationId)}::uuid OFFSET 0)
    AND NOT EXISTS (
      SELECT FROM email_events e
      WHERE e.message_id = l.message_id AND e.type IN ('opened', 'clicked') AND NOT e.machine OFFSET 0)
)`;
}

/**
 * Which variant each gets. Places follow a hash of broadcast and contact within the page, and go on from page to page: so the
 * sample is `percent` of the recipients to one, and variants are of one size, in a list of ten as in one of a million.
 */
function placedSql(
  { abTest, recipients }: Expansion,
  { broadcast, bind }: { readonly broadcast: string; readonly bind: Bind },
): string {
  if (abTest === null) return 'SELECT id, NULL::smallint AS variant FROM page';
  const before = `${bind(recipients)}::bigint`;
  return `SELECT id, ${variantSql('place', abTest, bind)} AS variant FROM (
    SELECT id, ${before} + row_number() OVER (ORDER BY md5(${broadcast}::text || id::text)) - 1 AS place FROM page
  ) places`;
}

function variantSql(place: string, { percent, variants }: BroadcastAbTest, bind: Bind): string {
  const share = `${bind(percent)}::bigint`;
  const sampled = `${place} * ${share} / 100`;
  return `(CASE WHEN (${place} + 1) * ${share} / 100 > ${sampled} THEN ${sampled} % ${bind(variants.length)}::bigint END)::smallint`;
}
