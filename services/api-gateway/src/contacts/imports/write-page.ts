import {
  inUpsertTransaction,
  upsertWithin,
  type ContactUpsert,
  type UpsertResult,
} from '@postrider/audiences';
import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import { planNamed, type PlanName, type PlanTable } from '@postrider/contracts/organizations';
import { onSuppressionConflict, type Pool, type PoolClient } from '@postrider/db';
import { lease, refusalsMax } from '../../imports/held-imports.repository';
import type { HeldImport, ImportKind, ImportPage, RefusedRow } from '../../imports/import-kind';
import type { ContactLayout } from './contact-layout';
import type { ContactLine } from './read-contacts.task';
import { settleProperties } from './row-properties';

export function createContactImports(options: {
  readonly pool: Pool;
  readonly plans: PlanTable;
}): ImportKind<ContactLine> {
  return {
    name: 'contacts',
    task: { file: require.resolve('./read-contacts.task'), name: 'readContacts' },
    gone: 'The organization of the import was deleted.',
    settle: (layout, survey) => settleProperties(layout as ContactLayout, survey),
    write: (held, page, owner) =>
      inUpsertTransaction(options.pool, async (client) => {
        const source = await lockImport(client, { held, from: page.from, owner });
        if (source === null) return false;
        const suppressed = page.taken.filter((line) => 'suppression' in line);
        const lines = page.taken.filter((line) => 'wish' in line);
        const isDryRun = held.options.dry_run === true;
        if (isDryRun) await client.query('SAVEPOINT before_page');
        // Entries before contacts, as everyone who locks both.
        await suppress(client, held.organizationId, suppressed);
        const items = lines.map((line) => upsertOf(held, line, { ...source, plans: options.plans }));
        const results = await upsertWithin(client, items);
        await recordImported(client, held, results);
        if (isDryRun) await client.query('ROLLBACK TO SAVEPOINT before_page');
        const outcomes = lines.map((line, index) => ({ line, result: results[index] }));
        await recordPage(client, held, { page, outcomes, suppressed: suppressed.length });
        return true;
      }),
  };
}

type UpsertLine = Extract<ContactLine, { wish: unknown }>;
type SuppressedLine = Extract<ContactLine, { suppression: unknown }>;

interface ImportSource {
  readonly apiKeyId: string;
  readonly plan: PlanName;
}

/** @returns null when it is another's by now, or has come further */
async function lockImport(
  client: PoolClient,
  { held, from, owner }: { readonly held: HeldImport; readonly from: number; readonly owner: string },
): Promise<ImportSource | null> {
  const { rows } = await client.query<ImportSource>({
    name: 'contact-imports.lock',
    text: `SELECT i.api_key_id AS "apiKeyId", o.plan FROM imports i JOIN organizations o ON o.id = i.organization_id
      WHERE i.id = $1 AND i.lease_owner = $2 AND i.status = 'running' AND i.bytes_read = $3 FOR UPDATE OF i`,
    values: [held.id, owner, from],
  });
  return rows[0] ?? null;
}

function upsertOf(
  { organizationId, options }: HeldImport,
  { email, emailKey, wish, proof, refutes }: UpsertLine,
  { apiKeyId, plan, plans }: ImportSource & { readonly plans: PlanTable },
): ContactUpsert {
  const subscribed = (options.topics ?? []).map((topic) => ({ topic, state: 'SUBSCRIBED' as const }));
  // What the file says of a topic weighs more than what the call says of all rows.
  const topics = [...subscribed, ...(wish.topics ?? [])];
  const source = proof.source ?? options.source ?? undefined;
  const consent = { source, at: proof.at ?? undefined, ip_address: proof.ipAddress ?? undefined };
  return {
    ...{ organizationId, email, emailKey },
    // Whom the file has as unsubscribed, no topic of the call subscribes.
    wish: wish.status === 'UNSUBSCRIBED' ? wish : { ...wish, topics },
    author: { actor: 'import', apiKeyId, consent },
    refutes,
    contactsMax: planNamed(plan, plans).contacts,
  };
}

/** A contact that is in a daily file would otherwise have a row for each day. */
const importsOfContactMax = 20;

const recordImportedSql = `
WITH recorded AS (
  INSERT INTO imported_contacts AS i (contact_id, import_id, organization_id, added)
  SELECT contact_id, $1::uuid, $2::uuid, bool_or(added)
  FROM unnest($3::uuid[], $4::boolean[]) AS c (contact_id, added)
  GROUP BY contact_id ORDER BY contact_id
  ON CONFLICT (contact_id, import_id) DO UPDATE SET added = i.added OR excluded.added
)
DELETE FROM imported_contacts o USING (
  SELECT contact_id, import_id, row_number() OVER (PARTITION BY contact_id ORDER BY import_id DESC) AS place
  FROM imported_contacts WHERE contact_id = ANY($3::uuid[]) AND import_id <> $1
) older
WHERE older.place >= ${importsOfContactMax} AND o.contact_id = older.contact_id AND o.import_id = older.import_id`;

/** Which contacts the import had, for segments. */
async function recordImported(
  client: PoolClient,
  { id, organizationId }: HeldImport,
  results: readonly UpsertResult[],
): Promise<void> {
  const stored = results.filter((result) => result.kind === 'stored');
  if (stored.length === 0) return;
  await client.query({
    name: 'contact-imports.record-contacts',
    text: recordImportedSql,
    values: [id, organizationId, stored.map((each) => each.id), stored.map(({ isNew }) => isNew)],
  });
}

const recordPageSql = `
WITH refused AS MATERIALIZED (
  SELECT r.row, r.value, r.code, r.reason, r.fields, row_number() OVER (ORDER BY r.row) AS nth
  FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $13::text[]) AS r (row, value, code, reason, fields)
), kept AS (
  INSERT INTO import_refusals (import_id, row, value, code, reason, fields)
  SELECT i.id, r.row, r.value, r.code, r.reason, r.fields FROM refused r, imports i
  WHERE i.id = $1 AND i.rows_refused + r.nth <= ${refusalsMax}
), cleared AS (
  DELETE FROM import_chunks WHERE import_id IN (SELECT id FROM imports WHERE id = $1 AND bytes = $2)
)
UPDATE imports SET bytes_read = $2, lease_until = now() + ${lease},
  rows_read = rows_read + $7, rows_added = rows_added + $8, rows_unchanged = rows_unchanged + $9,
  rows_unsubscribed = rows_unsubscribed + $10, kept_unsubscribed = kept_unsubscribed + $11,
  rows_suppressed = rows_suppressed + $12, rows_refused = rows_refused + (SELECT count(*) FROM refused),
  status = CASE WHEN $2 = bytes THEN 'finished' ELSE 'running' END,
  finished_at = CASE WHEN $2 = bytes THEN now() END
WHERE id = $1`;

interface Outcome {
  readonly line: UpsertLine;
  readonly result: UpsertResult | undefined;
}

async function recordPage(
  client: PoolClient,
  { id, rowsRead }: HeldImport,
  {
    page,
    outcomes,
    suppressed,
  }: {
    readonly page: ImportPage<ContactLine>;
    readonly outcomes: readonly Outcome[];
    readonly suppressed: number;
  },
): Promise<void> {
  const refused = [...page.refused, ...outcomes.flatMap(refusalOf)];
  const stored = outcomes.flatMap(({ line, result }) =>
    result?.kind === 'stored' ? [{ ...result, unsubscribes: line.wish.status === 'UNSUBSCRIBED' }] : [],
  );
  const added = stored.filter(({ isNew }) => isNew).length;
  await client.query(recordPageSql, [
    ...[id, page.to],
    ...[refused.map(({ row }) => rowsRead + row), refused.map(({ value }) => value)],
    ...[refused.map(({ code }) => code), refused.map(({ reason }) => reason)],
    ...[page.rows, added, stored.length - added],
    ...[stored.filter(({ unsubscribes }) => unsubscribes).length],
    ...[stored.filter(({ kept }) => kept !== null).length, suppressed],
    refused.map(({ fields }) => fields),
  ]);
}

function refusalOf({ line: { row, email, fields }, result }: Outcome): RefusedRow[] {
  assert(
    result !== undefined && result.kind !== 'absent',
    'a result for each line, that makes what is not there',
  );
  if (result.kind === 'stored') return [];
  const { code, message } = result.error;
  return [{ row, value: email, code, reason: message, fields }];
}

/** With the time of the bounce or complaint where the file has it. A complaint outweighs a bounce of the same address. */
const suppressSql = `
INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, created_at)
SELECT DISTINCT ON (email) id, $1::uuid, email, reason, NULL, coalesce(at, now())
FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS s (id, email, reason, at)
ORDER BY email, reason, at
${onSuppressionConflict}`;

async function suppress(
  client: PoolClient,
  organizationId: string,
  lines: readonly SuppressedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await client.query(suppressSql, [
    ...[organizationId, lines.map(() => newId()), lines.map(({ emailKey }) => emailKey)],
    ...[lines.map(({ suppression }) => suppression.reason), lines.map(({ suppression }) => suppression.at)],
  ]);
}
