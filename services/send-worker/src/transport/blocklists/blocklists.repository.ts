import { insertNotice, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import { describeListing, type Blocklist } from '@postrider/mail';
import type { ListingAnswer } from './ask-blocklist';

/** A lookup that is due, leased until it is recorded. */
export interface DueLookup {
  readonly list: string;
  readonly subject: string;
  readonly isListed: boolean;
}

/** Longer than the lookups of a page take. */
const leaseMinutes = 10;
/** A refusal or a broken resolver is noticed, and is over, within hours. */
const unknownMinutes = 60;
const hoursBetween = 24;
const usedHoursMax = 24;

const wantedSql = `
SELECT l.list, l.kind, s.address AS subject FROM unnest($1::text[], $2::text[]) AS l (list, kind)
  JOIN source_addresses s ON s.status <> 'disabled' WHERE l.kind = 'address'
UNION ALL
SELECT l.list, l.kind, d.name FROM unnest($1::text[], $2::text[]) AS l (list, kind)
  JOIN domains d ON d.status = 'verified' WHERE l.kind = 'domain'`;

/** The first lookups of many are spread: one a second. Later ones keep their time of day. */
const addSubjectsSql = `
INSERT INTO blocklist_lookups (list, subject, kind, codes, next_check_at)
SELECT w.list, w.subject, w.kind, '{}', now() + random() * (count(*) OVER ()) * interval '1 s'
  FROM (${wantedSql}) w
 WHERE NOT EXISTS (SELECT FROM blocklist_lookups b WHERE b.list = w.list AND b.subject = w.subject)
ON CONFLICT DO NOTHING`;

const deleteSubjectsSql = `
DELETE FROM blocklist_lookups b
 WHERE b.list <> ALL($1::text[])
    OR (b.kind = 'domain' AND NOT EXISTS (SELECT FROM domains d WHERE d.name = b.subject AND d.status = 'verified'))
    OR (b.kind = 'address' AND coalesce(b.used_at < now() - ${usedHoursMax} * interval '1 h', true)
        AND NOT EXISTS (SELECT FROM source_addresses s WHERE s.address = b.subject AND s.status <> 'disabled'))`;

/** Adds source addresses and verified domains that are new, and removes what is gone. */
export async function updateSubjects(pool: Pool, lists: readonly Blocklist[]): Promise<void> {
  const names = lists.map(({ name }) => name);
  await pool.query({
    name: 'blocklists.add-subjects',
    text: addSubjectsSql,
    values: [names, lists.map(({ kind }) => kind)],
  });
  await pool.query({ name: 'blocklists.delete-subjects', text: deleteSubjectsSql, values: [names] });
}

/** Adds addresses that this machine sends from without their being configured. */
export async function addUsedAddresses(
  pool: Pool,
  lists: readonly Blocklist[],
  addresses: readonly string[],
): Promise<void> {
  await pool.query({
    name: 'blocklists.add-used-addresses',
    text: `INSERT INTO blocklist_lookups (list, subject, kind, codes, used_at)
           SELECT l.list, a.address, 'address', '{}', now()
             FROM unnest($1::text[]) AS l (list) CROSS JOIN unnest($2::text[]) AS a (address)
           ON CONFLICT (list, subject) DO UPDATE SET used_at = now()`,
    values: [lists.filter(({ kind }) => kind === 'address').map(({ name }) => name), addresses],
  });
}

/** Takes the lookups that have been due longest. If this process ends, they are due again later. */
export async function takeDueLookups(
  pool: Pool,
  lists: readonly Blocklist[],
  limit: number,
): Promise<readonly DueLookup[]> {
  const { rows } = await pool.query<DueLookup>({
    name: 'blocklists.take-due',
    text: `WITH due AS MATERIALIZED (
             SELECT list, subject FROM blocklist_lookups
              WHERE next_check_at <= now() AND list = ANY($1::text[])
              ORDER BY next_check_at LIMIT $2 FOR UPDATE SKIP LOCKED
           )
           UPDATE blocklist_lookups b SET next_check_at = now() + ${leaseMinutes} * interval '1 min'
             FROM due WHERE b.list = due.list AND b.subject = due.subject
           RETURNING b.list, b.subject, b.listed_since IS NOT NULL AS "isListed"`,
    values: [lists.map(({ name }) => name), limit],
  });
  return rows;
}

/** A result, and the notice of a listing that is new to the domain's organization. */
export async function recordAnswer(
  pool: Pool,
  { list, subject, isListed }: DueLookup,
  { answer, kind }: { readonly answer: ListingAnswer; readonly kind: Blocklist['kind'] },
): Promise<void> {
  await withTransaction(pool, async (client) => {
    await updateLookup(client, { list, subject }, answer);
    if (answer.kind !== 'listed' || isListed || kind !== 'domain') return;
    await notifyOwner(client, { list, kind, subject, codes: answer.codes, reason: answer.reason });
  });
}

/** While a list does not answer, what it said last stays. */
async function updateLookup(
  client: PoolClient,
  { list, subject }: Pick<DueLookup, 'list' | 'subject'>,
  answer: ListingAnswer,
): Promise<void> {
  if (answer.kind === 'unknown') {
    await client.query({
      name: 'blocklists.record-unknown',
      text: `UPDATE blocklist_lookups SET error = $3, next_check_at = now() + ${unknownMinutes} * interval '1 min'
              WHERE list = $1 AND subject = $2`,
      values: [list, subject, answer.error],
    });
    return;
  }
  const found = answer.kind === 'listed' ? answer : { codes: [], reason: null };
  await client.query({
    name: 'blocklists.record-answer',
    text: `UPDATE blocklist_lookups SET error = NULL, answered_at = now(), codes = $3, reason = $4,
             listed_since = CASE WHEN $5 THEN coalesce(listed_since, now()) END,
             next_check_at = now() + ${hoursBetween} * interval '1 h'
            WHERE list = $1 AND subject = $2`,
    values: [list, subject, found.codes, found.reason, answer.kind === 'listed'],
  });
}

async function notifyOwner(
  client: PoolClient,
  listing: Parameters<typeof describeListing>[0],
): Promise<void> {
  const { list, subject } = listing;
  const { rows } = await client.query<{ organizationId: string; identity: string }>({
    name: 'blocklists.find-owner',
    text: `SELECT d.organization_id AS "organizationId",
                  concat_ws(':', 'blocklisted', d.id, b.list, extract(epoch FROM b.listed_since)) AS identity
             FROM blocklist_lookups b JOIN domains d ON d.name = b.subject AND d.status = 'verified'
            WHERE b.list = $1 AND b.subject = $2 AND d.failed_reason IS NULL`,
    values: [list, subject],
  });
  const { evidence, advice } = describeListing(listing);
  for (const { organizationId, identity } of rows) {
    await insertNotice(client, {
      ...{ organizationId, identity, kind: 'domain_blocklisted' },
      subject: `${subject} is on the blocklist ${list}`,
      text: `${evidence.join(' ')}\n\nReceivers that use this list refuse or filter email from ${subject}.\n\n${advice}\n`,
    });
  }
}

/** Source addresses that are listed, by list. */
export async function countListedSources(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ list: string; count: number }>({
    name: 'blocklists.count-listed-sources',
    text: `SELECT list, count(*)::int AS count FROM blocklist_lookups
            WHERE listed_since IS NOT NULL AND kind = 'address' GROUP BY list`,
  });
  return new Map(rows.map(({ list, count }) => [list, count]));
}
