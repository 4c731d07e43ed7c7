import { newId } from '@postrider/contracts/ids';
import { createOrganization } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';

interface Changed {
  readonly results: readonly { readonly result: string; readonly emails: number }[];
  readonly next: string | null;
}
let from: string;

const api = useApi({ permission: 'SEND' });
beforeEach(async () => {
  from = `hi@${(await api.createDomain()).name}`;
});

const query = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await api.pool.query<Record<string, unknown>>(sql, [api.organizationId, ...values])).rows;

/** All requests that a change takes. */
async function run(body: object, by = api.key): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const until = new Date(Date.now() + 60_000).toISOString();
  let after: string | null = null;
  do {
    const request: object = { until, dry_run: false, ...body, ...(after !== null && { after }) };
    const answer = await api.post<Changed>('/emails/changes', by, request);
    expect(answer.refusal).toBeNull();
    for (const { result, emails } of answer.body.results) sums[result] = (sums[result] ?? 0) + emails;
    after = answer.body.next;
  } while (after !== null);
  return sums;
}

async function send(count: number, more: object = {}): Promise<string[]> {
  const email = { from, to: 'ada@example.com', subject: 'Hello', text: 'Hi', ...more };
  const items = Array.from({ length: count }, () => email);
  const { body } = await api.post<{ data: { id: string }[] }>('/emails/batch', api.key, items);
  return body.data.map(({ id }) => id);
}

const fail = (ids: readonly string[]) =>
  query(`UPDATE messages SET status = 'failed' WHERE organization_id = $1 AND id = ANY($2)`, ids);

it('counts, then cancels exactly the queued emails that match, in bounded requests, and records them', async () => {
  const [chosen, others] = [await send(60, { kind: 'alert' }), await send(1)];
  const foreign = await insertEmail(api.pool, {
    ...{ organizationId: (await createOrganization(api.pool)).id, kind: 'alert' },
  });
  const change = { change: 'cancel', status: 'queued', kind: 'alert' };
  expect(await run({ ...change, dry_run: true })).toEqual({ matched: 60 });
  expect(await run(change)).toEqual({ canceled: 60 });
  expect(await run(change)).toEqual({});
  const left = await query(`SELECT id FROM messages WHERE organization_id = $1 AND status = 'queued'`);
  expect(left).toEqual(others.map((id) => ({ id })));
  const { rows } = await api.pool.query('SELECT status FROM messages WHERE id = $1', [foreign]);
  expect(rows).toEqual([{ status: 'queued' }]);
  const audited = await query(
    `SELECT jsonb_array_elements_text(after->'message_ids') AS id FROM audit_entries
     WHERE organization_id = $1 AND action = 'message.cancel'`,
  );
  expect(audited.map(({ id }) => id).sort()).toEqual([...chosen].sort());
});

it('does not change emails that were accepted after the count', async () => {
  await send(1);
  const until = new Date(Date.now() - 3_600_000).toISOString();
  expect(await run({ change: 'cancel', status: 'queued', until })).toEqual({});
});

it('sends failed emails again as new ones, once for a key; says which could not be', async () => {
  const ids = await send(3, { tags: [{ name: 'run', value: '7' }] });
  await fail(ids);
  await query('DELETE FROM message_contents WHERE organization_id = $1 AND message_id = $2', ids[0]);
  const change = { change: 'send_again', status: 'failed', tag: 'run:7', idempotency_key: 'outage' };
  for (const result of ['sent_again', 'repeated']) {
    expect(await run(change)).toEqual({ [result]: 2, not_resendable: 1 });
    const statuses = await query(
      'SELECT status, count(*)::int FROM messages WHERE organization_id = $1 GROUP BY status ORDER BY status',
    );
    expect(statuses).toEqual([
      { status: 'failed', count: 3 },
      { status: 'queued', count: 2 },
    ]);
  }
  const audited = await query(
    `SELECT target_id FROM audit_entries WHERE organization_id = $1 AND action = 'message.send_again'`,
  );
  expect(audited).toHaveLength(2);
});

it('changes only the emails that are named, those of them that the change takes', async () => {
  const [failed = '', canceled = '', queued = '', other = ''] = await send(4);
  await fail([failed, other]);
  expect(await run({ change: 'cancel', ids: [canceled] })).toEqual({ canceled: 1 });
  const foreign = await insertEmail(api.pool, {
    ...{ organizationId: (await createOrganization(api.pool)).id, status: 'failed' },
  });
  const change = {
    change: 'send_again',
    ids: [failed, canceled, queued, foreign],
    idempotency_key: 'chosen',
  };
  expect(await run({ ...change, dry_run: true })).toEqual({ matched: 2 });
  expect(await run({ ...change, to: 'other@example.com' })).toEqual({});
  expect(await run(change)).toEqual({ sent_again: 2 });
  expect(await run({ ...change, status: 'failed' })).toEqual({ repeated: 1 });
});

it('lets a test key change test emails only, and a restricted key those of its domains', async () => {
  const { pool } = api;
  await send(1);
  const other = await api.createDomain();
  const testKey = await api.createKey({ permission: 'SEND', mode: 'test' });
  const restricted = await api.createKey({ permission: 'SEND', domainIds: [other.id] });
  const change = { change: 'cancel', status: 'queued' };
  for (const by of [testKey, restricted]) expect(await run(change, by)).toEqual({});
  await insertEmail(pool, { organizationId: api.organizationId, mode: 'test' });
  expect(await run(change, testKey)).toEqual({ canceled: 1 });
  expect(await run({ ...change, dry_run: true })).toEqual({ matched: 1 });
});

it.each([
  ['another change than the status has', { change: 'cancel', status: 'failed', dry_run: true }],
  ['neither a status nor ids', { change: 'cancel', dry_run: true }],
  ['more than 500 ids', { change: 'cancel', ids: Array.from({ length: 501 }, newId), dry_run: true }],
  ['an id that is none', { change: 'cancel', ids: ['x'], dry_run: true }],
  ['no key for what is sent', { change: 'send_again', status: 'failed', dry_run: false }],
])('POST /emails/changes refuses %s', async (_what, body) => {
  const until = new Date().toISOString();
  expect((await api.post('/emails/changes', api.key, { until, ...body })).refusal).toBe(
    '422 validation_error',
  );
});
