import { newId } from '@postrider/contracts/ids';
import { createDatabase, fillTerms, messageTermsFilledTo, type Database } from '@postrider/db';
import { createOrganization, createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { lookedAtMax, searchStatement } from '../paging/search';
import { createEmailsRepository } from './emails.repository';
import type { EmailFilter } from './email-filter';
import { listEmailsSearch } from './list-emails.statement';

/** A large tenant beside others: what a plan looks like when reading the whole table would hurt. */
let context: TestContext;
let database: Database;
let organizationId: string;
/** A fifth of all messages is its, but none of the newest 20,000. */
let quietId: string;
const domainIds = [newId(), newId()];

beforeAll(async () => {
  context = await createTestContext();
  database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'test',
    // Of the inserts: a slow machine takes long for them.
    statementTimeoutMs: 120_000,
    onConnectionError: () => undefined,
  });
  const { pool } = database;
  organizationId = (await createOrganization(pool)).id;
  quietId = (await createOrganization(pool)).id;
  await insertMessages([quietId], 5_000);
  await insertMessages([organizationId, ...Array.from({ length: 4 }, newId)], 20_000);
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT id, 0, organization_id, 'x', 'user' || right(id::text, 3) || '@example.com', 'to', status, now()
       FROM messages`,
  );
  await pool.query('ANALYZE messages, recipients');
});
afterAll(async () => {
  await database.close();
  await context.close();
});

async function insertMessages(organizationIds: readonly string[], count: number): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  await database.pool.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header,
       from_address, subject, recipient_count, status, created_at, due_at)
     SELECT id, ($2::uuid[])[1 + n % $5], $4, ($3::uuid[])[1 + n % 2],
            CASE WHEN n % 200 = 0 THEN 'test' ELSE 'live' END, 'transactional', 'api',
            CASE WHEN n % 7 = 0 THEN 'kind-' || n % 70 END, 'a@b.test', 'a@b.test', 'Hello', 1,
            CASE WHEN n % 100 = 0 THEN 'bounced' ELSE 'delivered' END, now(), now()
       FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)`,
    [ids, organizationIds, domainIds, newId(), organizationIds.length],
  );
}

const none: EmailFilter = { limit: 25, beforeId: null, domainIds: null };
const hourMs = 3_600_000;
const since = new Date(Date.now() - hourMs);
const until = new Date(Date.now() + hourMs);
const shapes: [string, Partial<EmailFilter>][] = [
  ['no filter', {}],
  ['cursor', { beforeId: newId() }],
  ['status', { status: 'bounced' }],
  ['status that nothing has', { status: 'unconfirmed' }],
  ['kind', { kind: 'kind-7' }],
  ['kind that nothing has', { kind: 'none' }],
  ['mode test', { mode: 'test' }],
  ['to', { toKey: 'userabc@example.com' }],
  ['ids and statuses', { ids: Array.from({ length: 500 }, newId), statuses: ['failed', 'bounced'] }],
  ['ids and to', { ids: [newId()], toKey: 'userabc@example.com' }],
  ['to that nothing has', { toKey: 'unknown@example.com' }],
  ['since and until', { since, until }],
  ['domains', { domainIds }],
  ['domain that has nothing', { domainIds: [newId()] }],
  ['many domains', { domainIds: [...domainIds, ...Array.from({ length: 10 }, newId)] }],
  ['domains and status', { domainIds, status: 'bounced' }],
  ['to and domain', { toKey: 'userabc@example.com', domainIds }],
  ['status and kind', { status: 'bounced', kind: 'kind-7' }],
  ['status and mode test', { status: 'bounced', mode: 'test' }],
  ['domain and kind', { domainIds, kind: 'kind-7' }],
  ['message id of ours', { messageIdHeader: `<${newId()}@b.test>` }],
  ['message id of a provider', { messageIdHeader: '<0100@provider.test>' }],
];

it.each(shapes)('reads little more than a page of a tenant with 4,000 messages: %s', async (_name, part) => {
  expect(await rowsReadBy(organizationId, part)).toBeLessThanOrEqual(450);
});

it('does not walk through the newer messages of others to find those of a quiet tenant', async () => {
  expect(await rowsReadBy(quietId, {})).toBe(26);
});

async function rowsReadBy(tenantId: string, part: Partial<EmailFilter>, filledTo?: string): Promise<number> {
  const wanted = listEmailsSearch(tenantId, { ...none, ...part }, filledTo);
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${searchStatement(wanted)}`,
    [...wanted.values],
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  return root === undefined ? Infinity : rowsRead(root);
}

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the scans looked at. */
function rowsRead(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
  const shown = node.Plans === undefined ? node['Actual Rows'] : 0;
  return below + (shown + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

describe('filters that hardly ever meet, in an organization with 9,000 messages', () => {
  let wideId: string;
  const wanted: string[] = [];

  beforeAll(async () => {
    wideId = (await createOrganization(context.pool)).id;
    const { rows } = await database.pool.query<{ id: string; n: number }>(
      `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header,
         from_address, subject, recipient_count, status, created_at, due_at)
       SELECT id, $2, $3, $4, 'live', 'transactional', 'api', CASE WHEN n % 4000 = 0 THEN 'rare' ELSE 'usual' END,
              'a@b.test', 'a@b.test', 'Hello', 1, CASE WHEN n % 4000 = 0 THEN 'bounced' ELSE 'delivered' END, now(), now()
         FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)
       RETURNING id, CASE WHEN kind = 'rare' THEN 1 ELSE 0 END AS n`,
      [Array.from({ length: 9_000 }, newId), wideId, newId(), domainIds[0]],
    );
    wanted.push(...rows.filter(({ n }) => n === 1).map(({ id }) => id));
    await database.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
       SELECT id, 0, organization_id, 'x', 'one@example.com', 'to', status, now() FROM messages WHERE organization_id = $1`,
      [wideId],
    );
    await database.pool.query('ANALYZE messages, recipients');
  });

  it.each<[string, Partial<EmailFilter>]>([
    ['kind and status', { kind: 'usual', status: 'sent' }],
    ['domain and status', { domainIds: [domainIds[0] ?? ''], status: 'sent' }],
    [
      'domain and status, many domains',
      { domainIds: Array.from({ length: 11 }, newId), status: 'delivered' },
    ],
    ['key', { keyId: newId() }],
    ['template', { template: 'none' }],
    ['broadcast', { kind: 'broadcast.x', source: 'broadcast' }],
    ['mode live and status', { mode: 'live', status: 'delivered', kind: 'none' }],
    ['to and status', { toKey: 'one@example.com', status: 'sent' }],
    ['to and kind', { toKey: 'one@example.com', kind: 'none' }],
    ['kind and mode test', { kind: 'usual', mode: 'test' }],
    ['kind and domain', { kind: 'usual', domainIds: [newId()] }],
    ['subject', { subject: 'none' }],
    ['tag', { tag: 'none' }],
    ['metadata', { metadata: { order_id: 'none' } }],
  ])('a page looks at no more than 2,000 rows: %s', async (_name, part) => {
    // Rows of an index and of the table behind it are counted apart.
    expect(await rowsReadBy(wideId, part)).toBeLessThanOrEqual(3 * lookedAtMax);
  });

  it.each<[string, Partial<EmailFilter>]>([
    ['status', { status: 'bounced', kind: 'rare' }],
    ['domain', { domainIds: [domainIds[0] ?? ''], mode: 'live', kind: 'rare' }],
    ['to', { toKey: 'one@example.com', status: 'bounced' }],
    ['mode', { mode: 'live', domainIds: [...domainIds], status: 'bounced' }],
  ])('pages find all of them: %s', async (_name, part) => {
    const emails = createEmailsRepository(database);
    const found: string[] = [];
    let pages = 0;
    for (let beforeId: string | null = null; ;) {
      const { rows, searchedTo } = await emails.list(wideId, { ...none, ...part, limit: 1, beforeId });
      found.push(...rows.slice(0, 1).map(({ id }) => id));
      pages += 1;
      beforeId = rows.length > 1 ? (rows[0]?.id ?? null) : searchedTo;
      if (beforeId === null || pages > 20) break;
    }
    expect(found).toEqual(wanted.toReversed());
  });
});

it('a page of a failure class looks at the events of 2,000 emails at most', async () => {
  expect(await rowsReadBy(organizationId, { failureClass: 'block' })).toBeLessThanOrEqual(3 * lookedAtMax);
});

describe('filters by terms, in an organization with 12,000 messages', () => {
  let sharedId: string;
  let filledTo: string;

  /** One subject, tag and entry that all have, and others that a single one has. */
  beforeAll(async () => {
    sharedId = (await createOrganization(context.pool)).id;
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address,
         subject, recipient_count, status, created_at, tags)
       SELECT id, $2, $3, $4, 'live', 'transactional', 'api', 'a@b.test', 'a@b.test',
              CASE WHEN n = 300 THEN 'rare' ELSE 'shared' END, 1, 'delivered', now(),
              jsonb_build_array(jsonb_build_object('name', CASE WHEN n = 300 THEN 'rare' ELSE 'all' END, 'value', 'x'))
         FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n) RETURNING id`,
      [Array.from({ length: 12_000 }, newId), sharedId, newId(), domainIds[0]],
    );
    await database.pool.query(
      `INSERT INTO message_contents (message_id, organization_id, metadata)
       SELECT id, $2, jsonb_build_object('all', 'x', 'each', n) FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)`,
      [rows.map(({ id }) => id), sharedId],
    );
    const clock = { now: () => new Date(Date.now() + hourMs) };
    const newest =
      rows
        .map(({ id }) => id)
        .toSorted()
        .at(-1) ?? '';
    // An ANALYZE by autovacuum also counts as a transaction that may still write, which holds up the filling.
    await eventually(async () => {
      while ((await fillTerms({ pool: database.pool, clock })).moreFrom);
      return (await messageTermsFilledTo(database.pool)) > newest;
    });
    await database.pool.query('ANALYZE messages, message_contents, message_terms, content_terms');
    filledTo = await messageTermsFilledTo(database.pool);
  });

  it.each<[string, Partial<EmailFilter>, Partial<EmailFilter>]>([
    ['subject', { subject: 'shared' }, { subject: 'rare' }],
    ['tag', { tag: 'all:x' }, { tag: 'rare:x' }],
    ['tag of any value', { tag: 'all' }, { tag: 'rare' }],
    ['metadata', { metadata: { all: 'x' } }, { metadata: { each: '300' } }],
  ])('a page of what all share costs as little as one of what is rare: %s', async (_name, shared, rare) => {
    const ofRare = await rowsReadBy(sharedId, rare, filledTo);
    // For each email a row of the term, of the message and, looked at once more, of its content.
    expect(ofRare).toBeGreaterThan(0);
    expect(ofRare).toBeLessThanOrEqual(5);
    expect(await rowsReadBy(sharedId, shared, filledTo)).toBeLessThanOrEqual(4 * 27);
    expect(await rowsReadBy(sharedId, { ...shared, beforeId: filledTo }, filledTo)).toBeLessThanOrEqual(
      4 * 27,
    );
  });

  it('a page of what nothing has reads nothing', async () => {
    expect(await rowsReadBy(sharedId, { subject: 'none' }, filledTo)).toBe(0);
    expect(await rowsReadBy(sharedId, { tag: 'none' }, filledTo)).toBe(0);
    expect(await rowsReadBy(sharedId, { metadata: { none: 'x' } }, filledTo)).toBe(0);
  });

  it('does not look at the emails of others with the same subject', async () => {
    expect(await rowsReadBy(organizationId, { subject: 'shared' }, filledTo)).toBe(0);
  });

  it('looks at no more than 2,000 rows a page where two filters hardly ever meet', async () => {
    const read = await rowsReadBy(sharedId, { subject: 'shared', kind: 'none' }, filledTo);
    expect(read).toBeLessThanOrEqual(3 * lookedAtMax);
  });
});

it('excludes the partitions outside of since and until', async () => {
  const wanted = listEmailsSearch(organizationId, { ...none, since, until });
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (COSTS OFF) ${searchStatement(wanted)}`,
    [...wanted.values],
  );
  const partitions = new Set(rows.flatMap((row) => row['QUERY PLAN'].match(/messages_p\d{8}\b/) ?? []));
  expect(partitions.size).toBeLessThanOrEqual(2);
});
