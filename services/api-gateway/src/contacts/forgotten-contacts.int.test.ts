import type { ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { SuppressionResource } from '@postrider/contracts/suppressions';
import { createApiKey, createOrganization, type DomainFixture } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

interface Page {
  readonly data: readonly SuppressionResource[];
}
let bulk: DomainFixture;

const api = useApi({ stream: 'transactional' });
beforeEach(async () => {
  bulk = await api.createDomain({ stream: 'bulk' });
});

const ada = 'ada.lovelace@example.com';
const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string;

const upsert = async (body: object = {}) =>
  (await api.post<ContactResource>('/contacts', api.key, { email: 'Ada.Lovelace@example.com', ...body }))
    .body;
const suppress = (reason: string, domainId: string | null = null) =>
  api.pool.query(
    'INSERT INTO suppressions (id, organization_id, email, reason, domain_id, source_email_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [newId(), api.organizationId, ada, reason, domainId, newId()],
  );
const forget = async () => expect((await api.delete(`/contacts/${ada}`)).status).toBe(200);
const entries = async (query = '') =>
  (await api.get<Page>(`/suppressions${query}`)).body.data.map(({ email, reason, scope }) => ({
    ...{ email, reason, scope },
  }));

async function suppressedOf(from: DomainFixture, kind?: string): Promise<readonly string[]> {
  const { body, refusal } = await api.post<{ suppressed?: readonly string[] }>('/emails', api.key, {
    ...{ from: `a@${from.name}`, to: [ada], subject: 's', text: 't', kind },
  });
  expect(refusal).toBeNull();
  return body.suppressed ?? [];
}

it('leaves its address nowhere among contacts and suppressions, and gets no mail', async () => {
  await upsert({ first_name: 'Ada' });
  await suppress('complaint');
  await suppress('manual', api.domain.id);
  await forget();
  const { rows } = await api.pool.query<{ stored: string }>(
    `SELECT json_agg(row_to_json(c))::text AS stored FROM contacts c WHERE organization_id = $1
     UNION ALL SELECT json_agg(row_to_json(s))::text FROM suppressions s WHERE organization_id = $1
     UNION ALL SELECT json_agg(row_to_json(h))::text FROM subscription_changes h WHERE organization_id = $1
     UNION ALL SELECT json_agg(row_to_json(a))::text FROM audit_entries a WHERE organization_id = $1`,
    [api.organizationId],
  );
  const stored = rows.map((row) => row.stored ?? '').join('\n');
  expect(stored).toContain('sha256:');
  expect(stored.toLowerCase()).not.toContain('lovelace');
  expect(await entries()).toEqual([
    { email: digest, reason: 'manual', scope: 'domain' },
    { email: digest, reason: 'complaint', scope: 'organization' },
  ]);
  expect(await suppressedOf(api.domain)).toEqual([ada]);
});

it('a forgotten contact is found by its address; its entries are removed by it, and mail goes there again', async () => {
  await upsert();
  await suppress('hard_bounce');
  await forget();
  expect(await entries(`?email=${ada}`)).toHaveLength(1);
  expect((await api.get(`/suppressions/${ada}`)).body).toMatchObject({ email: digest });
  expect((await api.delete(`/suppressions/${ada}`)).status).toBe(204);
  expect(await suppressedOf(api.domain)).toEqual([]);
});

it.each([
  ['complaint', 'COMPLAINED'],
  ['hard_bounce', 'BOUNCED'],
  ['unsubscribe', 'UNSUBSCRIBED'],
  ['manual', 'SUBSCRIBED'],
])('with an entry of %s is %s when it is added again, and the entry is readable', async (reason, status) => {
  await upsert();
  await suppress(reason);
  await forget();
  expect((await upsert()).status).toBe(status);
  expect(await entries()).toEqual([{ email: ada, reason, scope: 'organization' }]);
  await forget();
  expect(await entries()).toEqual([{ email: digest, reason, scope: 'organization' }]);
});

it('that had left is an entry that stops bulk mail, and begins as one that left', async () => {
  await upsert({ status: 'UNSUBSCRIBED' });
  await forget();
  expect(await entries()).toEqual([{ email: digest, reason: 'unsubscribe', scope: 'organization' }]);
  expect(await suppressedOf(api.domain)).toEqual([]);
  expect(await suppressedOf(bulk, 'bulk.news')).toEqual([ada]);
  expect((await upsert()).status).toBe('UNSUBSCRIBED');
});

it('that had left and was suppressed for a time is stopped for good', async () => {
  await upsert({ status: 'UNSUBSCRIBED' });
  await api.post('/suppressions', api.key, {
    email: ada,
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  });
  await forget();
  const { data } = (await api.get<Page>('/suppressions')).body;
  expect(data).toHaveLength(1);
  expect(data[0]).not.toHaveProperty('expires_at');
});

it('whose mail bounces later stays forgotten', async () => {
  await upsert();
  await suppress('unsubscribe');
  await forget();
  await api.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, 'complaint')
     ON CONFLICT (organization_id, email, domain_id) DO UPDATE SET reason = excluded.reason`,
    [newId(), api.organizationId, ada],
  );
  expect(await entries()).toEqual([{ email: digest, reason: 'complaint', scope: 'organization' }]);
});

it('conflicts as any address; a manual entry that is typed again says it again', async () => {
  const add = () => api.post<SuppressionResource>('/suppressions', api.key, { email: ada });
  await upsert();
  await suppress('complaint');
  await forget();
  expect((await add()).refusal).toBe('409 suppression_conflict');
  await api.delete(`/suppressions/${ada}`);
  await add();
  await upsert();
  await forget();
  expect(await entries()).toEqual([{ email: digest, reason: 'manual', scope: 'organization' }]);
  const again = await add();
  expect([again.status, again.body.email]).toEqual([200, ada]);
  expect(await entries()).toEqual([{ email: ada, reason: 'manual', scope: 'organization' }]);
});

it('a forgotten contact is forgotten by its organization alone', async () => {
  const other = (await createOrganization(api.pool, { plan: 'internal' })).id;
  const theirs = await createApiKey(api.pool, { organizationId: other });
  await api.post('/suppressions', theirs, { email: ada });
  await upsert();
  await suppress('complaint');
  await forget();
  expect((await api.get<Page>('/suppressions', theirs)).body.data).toMatchObject([{ email: ada }]);
});
