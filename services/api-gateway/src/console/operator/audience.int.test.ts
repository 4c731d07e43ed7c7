import type { OperatorImport, OperatorPerson } from '@postrider/contracts/console';
import type { Erasure } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { SuppressionResource } from '@postrider/contracts/suppressions';
import { forgottenAddress } from '@postrider/db';
import { createOrganization, createTenant, createUser, dumpTenant, insertRow } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let operator: ConsoleBrowser;
let email: string;

beforeAll(async () => {
  api = await startTestApi();
  const user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  email = user.email;
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

it('lists suppressions of one organization by address and reason, and removes one of them only', async () => {
  const { pool } = api.context;
  const [one, other] = [await createOrganization(pool), await createOrganization(pool)];
  const suppress = async (organizationId: string, address: string, reason: string) => {
    const id = newId();
    await insertRow(pool, 'suppressions', { id, organization_id: organizationId, email: address, reason });
    return id;
  };
  const bounced = await suppress(one.id, 'bo@x.test', 'hard_bounce');
  const manual = await suppress(one.id, 'ann@x.test', 'manual');
  const foreign = await suppress(other.id, 'ann@x.test', 'manual');
  const path = `/operator/organizations/${one.id}/suppressions`;
  const list = async (query: string) => {
    const { body } = await operator.get<{ data: SuppressionResource[]; next_cursor?: string }>(
      `${path}?${query}`,
    );
    return { ids: body.data.map(({ id }) => id), next: body.next_cursor };
  };
  const first = await list('limit=1');
  expect(first.ids).toEqual([manual]);
  expect((await list(`limit=1&cursor=${String(first.next)}`)).ids).toEqual([bounced]);
  expect((await list('email=ANN%40x.test')).ids).toEqual([manual]);
  expect((await list('reason=hard_bounce')).ids).toEqual([bounced]);
  const remove = (id: string) => operator.send('DELETE', `${path}/${id}`);
  expect((await remove(foreign)).refusal).toBe('404 not_found');
  expect((await remove(manual)).status).toBe(204);
  expect((await remove(manual)).refusal).toBe('404 not_found');
  const { rows } = await pool.query('SELECT id FROM suppressions WHERE id = ANY($1) ORDER BY id', [
    [bounced, manual, foreign],
  ]);
  expect(rows).toEqual([{ id: bounced }, { id: foreign }]);
  const { rows: audited } = await pool.query(
    'SELECT action, actor_type, actor_name FROM audit_entries WHERE organization_id = $1',
    [one.id],
  );
  expect(audited).toEqual([{ action: 'suppression.delete', actor_type: 'operator', actor_name: email }]);
});

it('lists imports of all organizations or one, also those whose upload was interrupted', async () => {
  const { pool } = api.context;
  const ids: string[] = [];
  for (const [slug, status] of [
    ['import-one', 'receiving'],
    ['import-two', 'running'],
  ] as const) {
    const { id: organizationId } = await createOrganization(pool, { slug });
    const id = newId();
    ids.push(id);
    await insertRow(pool, 'imports', {
      ...{ id, organization_id: organizationId, api_key_id: newId(), kind: 'contacts', status },
      ...{ bytes: 100, bytes_read: 40, rows_read: 3, rows_refused: 1, created_at: new Date() },
    });
  }
  const list = async (query: string) =>
    (await operator.get<{ data: OperatorImport[] }>(`/operator/imports?${query}`)).body.data;
  expect((await list('limit=2')).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  expect(await list('organization=import-one')).toMatchObject([
    { id: ids[0], organization: 'import-one', status: 'receiving', bytes_read: 40, lease_until: null },
  ]);
});

it('finds a person page by page, and erases it in the organization that is named, part by part', async () => {
  const { pool } = api.context;
  const address = 'jane@people.test';
  const ids: string[] = [];
  for (const slug of ['person-one', 'person-without', 'person-two']) {
    const { id } = await createOrganization(pool, { slug });
    ids.push(id);
    if (slug === 'person-without') continue;
    await insertRow(pool, 'contacts', {
      id: newId(),
      organization_id: id,
      email: address,
      email_key: address,
    });
  }
  const readPage = async (query: string) =>
    (
      await operator.get<{ data: OperatorPerson[]; next_cursor?: string }>(
        `/operator/people?email=Jane%40people.test&limit=1${query}`,
      )
    ).body;
  const find = async (query = '') => {
    let page = await readPage(query);
    const found = page.data;
    while (page.next_cursor !== undefined) {
      page = await readPage(`${query}&cursor=${page.next_cursor}`);
      found.push(...page.data);
    }
    return found;
  };
  expect(await find()).toMatchObject([
    { organization: 'person-two', contacts: 1, emails: 0 },
    { organization: 'person-one', contacts: 1, emails: 0 },
  ]);
  expect((await find('&organization=person-one')).map(({ organization_id: id }) => id)).toEqual([ids[0]]);
  const erase = (id: string, body: object) =>
    operator.post<Erasure>(`/operator/organizations/${id}/erase-person`, body);
  expect((await erase(String(ids[0]), { email: 'no address' })).refusal).toBe('422 validation_error');
  expect((await erase(newId(), { email: address })).refusal).toBe('404 not_found');
  const { body: receipt } = await erase(String(ids[0]), { email: address });
  expect(receipt).toMatchObject({
    address_digest: forgottenAddress(String(ids[0]), address),
    erased: { contacts: 1 },
    next_cursor: null,
  });
  expect((await find()).map(({ organization }) => organization)).toEqual(['person-two']);
  expect((await erase(String(ids[2]), { email: address, cursor: 'mail.x' })).refusal).toBe(
    '422 invalid_cursor',
  );
});

it('deletes an organization in parts after its slug and what refuses it were confirmed, and no other one', async () => {
  const { pool } = api.context;
  const kept = await createTenant(pool);
  const ofKept = await dumpTenant(pool, kept.organizationId);
  const { organizationId } = await createTenant(pool);
  const path = `/operator/organizations/${organizationId}`;
  const { body: contents } = await operator.get(`${path}/contents`);
  expect(contents).toMatchObject({ contacts: 1, open_emails: 1, refusals: ['not_paused', 'open_messages'] });
  const { slug } = (await operator.get<{ slug: string }>(path)).body;
  const remove = (body: object) => operator.post<{ is_more: boolean }>(`${path}/delete`, body);
  expect((await remove({ slug: 'other' })).refusal).toBe('422 validation_error');
  const refused = await remove({ slug });
  expect([refused.refusal, refused.text]).toEqual([
    '422 validation_error',
    expect.stringContaining('force: the deletion is refused: not_paused, open_messages'),
  ]);
  expect((await operator.get(path)).status).toBe(200);
  const parts: boolean[] = [];
  do parts.push((await remove({ slug, force: true })).body.is_more);
  while (parts.at(-1) === true && parts.length < 20);
  expect(parts.at(-1)).toBe(false);
  expect(parts.length).toBeGreaterThan(1);
  expect((await operator.get(path)).refusal).toBe('404 not_found');
  const { rows } = await pool.query(
    'SELECT action, actor_name FROM audit_entries WHERE organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([{ action: 'org.delete', actor_name: email }]);
  expect(await dumpTenant(pool, kept.organizationId)).toEqual(ofKept);
});

it('checks a deletion again whose organization was resumed in between', async () => {
  const { pool } = api.context;
  const { organizationId } = await createTenant(pool);
  const path = `/operator/organizations/${organizationId}`;
  const { slug } = (await operator.get<{ slug: string }>(path)).body;
  expect((await operator.post(`${path}/delete`, { slug, force: true })).body).toMatchObject({
    is_more: true,
  });
  expect((await operator.post(`${path}/delete`, { slug })).status).toBe(200);
  await operator.post(`${path}/resume`);
  expect((await operator.post(`${path}/delete`, { slug })).refusal).toBe('422 validation_error');
});
