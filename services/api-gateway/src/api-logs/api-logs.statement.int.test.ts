import type { Principal } from '@postrider/contracts/access';
import { newId } from '@postrider/contracts/ids';
import { createDatabase, uuidV7Floor, type Database } from '@postrider/db';
import { createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import { searchStatement } from '../paging/search';
import { apiLogsSearch, type ApiLogFilter } from './api-logs.repository';

/** A tenant with 30,000 requests beside another with as many. */
let context: TestContext;
let database: Database;
let organizationId: string;
const keyId = newId();
const requestsMax = 30_000;
const minute = 60_000;
const newest = Date.now() - minute;
const at = (n: number): Date => new Date(newest - n * 10);

beforeAll(async () => {
  context = await createTestContext();
  database = createDatabase({
    url: context.databaseUrl,
    applicationName: 'test',
    // Of the inserts: a slow machine takes long for them.
    statementTimeoutMs: 120_000,
    onConnectionError: () => undefined,
  });
  organizationId = (await createOrganization(database.pool)).id;
  const other = (await createOrganization(database.pool)).id;
  for (const id of [organizationId, other]) await insert(id);
  await database.pool.query('ANALYZE api_request_logs');
});
afterAll(async () => {
  await database.close();
  await context.close();
});

/** One in a hundred failed, one in three thousand with a code of its own, one in a thousand has a warning; each fiftieth has a request id of the client's. */
async function insert(ownerId: string): Promise<void> {
  const ids = Array.from(
    { length: requestsMax },
    (_none, n) => uuidV7Floor(at(n)).slice(0, 13) + newId().slice(13),
  );
  await database.pool.query(
    `INSERT INTO api_request_logs (id, organization_id, api_key_id, request_id, method, path, status, error_code,
       warnings, duration_ms, request_bytes, response_bytes, created_at)
     SELECT id, $2, $3, CASE WHEN n % 50 = 0 THEN 'shared-by-all' END, 'POST', '/api/v1/emails',
            CASE WHEN n % 100 = 0 THEN 422 ELSE 200 END,
            CASE WHEN n % 3000 = 0 THEN 'internal_error' WHEN n % 100 = 0 THEN 'validation_error' END,
            CASE WHEN n % 1000 = 0 THEN ARRAY['unknown_fields'] END, 1, 0, 0,
            $4::timestamptz - n * interval '10 ms'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)`,
    [ids, ownerId, keyId, new Date(newest)],
  );
}

const reader = (): Principal =>
  ({
    organization: { id: organizationId },
    mode: 'live',
    permission: 'ADMIN',
    domainIds: null,
  }) as unknown as Principal;

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

async function rowsReadBy(filter: ApiLogFilter): Promise<number> {
  const wanted = apiLogsSearch(reader(), { limit: 25, beforeId: null }, filter);
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${searchStatement(wanted)}`,
    [...wanted.values],
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  return root === undefined ? Infinity : rowsRead(root);
}

it.each<[string, ApiLogFilter, number]>([
  ['no filter', {}, 60],
  ['failures', { status: '4xx' }, 700],
  ['a code that few have', { error_code: 'internal_error' }, 700],
  ['a code that none has', { error_code: 'not_found' }, 700],
  ['a warning that few have', { warning: 'unknown_fields' }, 100],
  ['a warning that none has', { warning: 'idempotency_mismatch' }, 100],
  ['a request id that many chose', { request_id: 'shared-by-all' }, 700],
  ['a request id that none has', { request_id: 'none' }, 10],
  [
    'a request id of ours',
    { request_id: `${uuidV7Floor(at(15_000)).slice(0, 13)}-7000-8000-000000000000` },
    20,
  ],
  ['a time range', { since: at(1_000).toISOString(), until: at(900).toISOString() }, 700],
  [
    'an email that none sent',
    { email_id: `${uuidV7Floor(at(20_000)).slice(0, 13)}-7000-8000-000000000000` },
    25_000,
  ],
  ['a method that none has', { method: 'DELETE' }, 22_000],
  ['a status that none has', { status: '201' }, 22_000],
])('a page of %s reads few rows of 30,000', async (_name, filter, rowsMax) => {
  expect(await rowsReadBy(filter)).toBeLessThanOrEqual(rowsMax);
});
