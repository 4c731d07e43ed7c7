import type {
  OperatorApiKey,
  OperatorDomain,
  OperatorOrganization,
  OperatorWebhook,
} from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import { createApiKey, createDomain, createOrganization, createUser } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let user: Awaited<ReturnType<typeof createUser>>;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

async function audited(organizationId: string): Promise<readonly string[]> {
  const { rows } = await api.context.pool.query<{ entry: string }>(
    `SELECT action || ' ' || actor_type || ' ' || actor_name AS entry FROM audit_entries WHERE organization_id = $1 ORDER BY id`,
    [organizationId],
  );
  return rows.map(({ entry }) => entry.replace(user.email, 'olga'));
}

it('creates an organization with its alert rules, and renames it', async () => {
  const slug = `acme-${newId().slice(-8)}`;
  const create = (body: object) =>
    operator.post<OperatorOrganization>('/operator/organizations', { name: 'Acme', slug, ...body });
  const { body } = await create({ kind: 'client', plan: 'starter' });
  expect(body).toMatchObject({ slug, name: 'Acme', kind: 'client', plan: 'starter', alert_email: null });
  const { rows } = await api.context.pool.query('SELECT FROM alert_rules WHERE organization_id = $1', [
    body.id,
  ]);
  expect(rows.length).toBeGreaterThan(0);
  expect((await create({})).refusal).toBe('409 slug_taken');
  expect((await create({ slug: 'api' })).refusal).toBe('409 slug_taken');
  expect((await create({ slug: 'No Slug' })).refusal).toBe('422 validation_error');
  const rename = (id: string, name: string) =>
    operator.post(`/operator/organizations/${id}/rename`, { name });
  expect((await rename(body.id, 'Acme Ltd')).body).toMatchObject({ name: 'Acme Ltd', slug });
  expect((await rename(body.id, ' ')).refusal).toBe('422 validation_error');
  expect((await rename(newId(), 'x')).refusal).toBe('404 not_found');
  expect(await audited(body.id)).toEqual(['org.create operator olga', 'org.update operator olga']);
});

it('lists the API keys of an organization without tokens, and revokes one at once', async () => {
  const { id } = await createOrganization(api.context.pool);
  const key = await createApiKey(api.context.pool, { organizationId: id, permission: 'ADMIN' });
  expect((await api.get('/domains', key)).status).toBe(200);
  const list = () => operator.get<{ keys: OperatorApiKey[] }>(`/operator/organizations/${id}/api-keys`);
  const { body, text } = await list();
  expect(body.keys).toMatchObject([{ id: key.id, permission: 'ADMIN', revoked_at: null }]);
  expect(text).not.toContain(key.token);
  expect((await operator.post(`/operator/api-keys/${key.id}/revoke`)).status).toBe(204);
  expect((await api.get('/domains', key)).refusal).toBe('401 unauthorized');
  expect((await list()).body.keys).toMatchObject([{ revoked_at: expect.any(String) }]);
  expect((await operator.post(`/operator/api-keys/${key.id}/revoke`)).refusal).toBe('404 not_found');
  expect(await audited(id)).toEqual(['api_key.revoke operator olga']);
});

it('creates an API key that works at once, whose token is not stored', async () => {
  const { pool } = api.context;
  const { id } = await createOrganization(pool);
  const create = (body: object, of = id) =>
    operator.post<{ id: string; token: string }>(`/operator/organizations/${of}/api-keys`, body);
  const given = { name: 'First admin key', mode: 'live', permission: 'ADMIN' };
  const { body: key } = await create(given);
  const fixture = { id: key.id, token: key.token, mode: 'live', permission: 'ADMIN' } as const;
  expect((await api.get('/domains', fixture)).status).toBe(200);
  const { rows } = await pool.query<{ text: string }>(
    'SELECT k::text AS text FROM api_keys k WHERE id = $1',
    [key.id],
  );
  expect(rows[0]?.text).not.toContain(key.token);
  expect((await create({ ...given, name: ' ' })).refusal).toBe('422 validation_error');
  expect((await create(given, newId())).refusal).toBe('404 not_found');
  expect(await audited(id)).toEqual(['api_key.create operator olga']);
});

it('lists domains, changes how one sends, and rotates its keys', async () => {
  const { pool } = api.context;
  const { id: organizationId, slug } = await createOrganization(pool);
  const { id, name } = await createDomain(pool, { organizationId, status: 'verified' });
  await pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool) VALUES (gen_random_uuid(), '192.0.2.9', 'out9.test', 'vip')`,
  );
  const list = async (query: string) =>
    (await operator.get<{ data: OperatorDomain[] }>(`/operator/domains?${query}`)).body.data;
  const update = (body: object, of = id) => operator.send('PATCH', `/operator/domains/${of}`, { body });
  expect(await list(`organization=${slug}`)).toMatchObject([
    { id, name, organization: slug, status: 'verified', daily_cap: null, warm_up_started_at: null },
  ]);
  await update({ daily_cap: 500, warm_up: 'start', transport: 'mx', source_pool: 'vip' });
  expect(await list(`name=${name.toUpperCase()}`)).toMatchObject([
    { daily_cap: 500, warm_up_started_at: expect.any(String), transport: 'mx', source_pool: 'vip' },
  ]);
  await update({ daily_cap: null, warm_up: 'end', source_pool: null });
  expect(await list(`name=${name}`)).toMatchObject([
    { daily_cap: null, warm_up_started_at: null, source_pool: null },
  ]);
  expect((await update({ transport: 'nowhere' })).refusal).toBe('422 validation_error');
  expect((await update({ source_pool: 'nowhere' })).refusal).toBe('422 validation_error');
  expect((await update({ daily_cap: 1 }, newId())).refusal).toBe('404 not_found');
  const rotate = (of: string) => operator.post(`/operator/domains/${of}/rotate-keys`);
  expect((await rotate(id)).status).toBe(200);
  expect((await rotate(newId())).refusal).toBe('422 domain_not_verified');
  expect((await audited(organizationId)).at(-1)).toBe('domain.rotate_keys operator olga');
});

it('lists failing and disabled webhook endpoints, enables one and replays it', async () => {
  const { id: organizationId, slug } = await createOrganization(api.context.pool);
  const key = await createApiKey(api.context.pool, { organizationId, permission: 'ADMIN' });
  const add = async (path: string) =>
    (
      await api.post<{ id: string }>('/webhooks', key, {
        ...{ url: `https://hooks.example.com/${path}`, events: ['email.sent'] },
      })
    ).body;
  const [works, disabled] = [await add('works'), await add('disabled')];
  await api.context.pool.query(
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'failing', failing_since = now() WHERE id = $1`,
    [disabled.id],
  );
  const list = (query: string) =>
    operator.get<{ data: OperatorWebhook[] }>(`/operator/webhooks?organization=${slug}${query}`);
  expect((await list('')).body.data.map(({ id }) => id)).toEqual([disabled.id, works.id]);
  const { body, text } = await list('&state=dead');
  expect(body.data).toMatchObject([{ id: disabled.id, organization: slug, status: 'disabled' }]);
  expect(text).not.toContain('secret');
  const replay = (id: string, since: string) => operator.post(`/operator/webhooks/${id}/replay`, { since });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  expect((await replay(disabled.id, since)).refusal).toBe('422 validation_error');
  await operator.post(`/operator/webhooks/${disabled.id}/enable`);
  expect((await list('&state=dead')).body.data).toEqual([]);
  expect((await replay(disabled.id, since)).body).toMatchObject({ replay_id: expect.any(String) });
  expect((await replay(disabled.id, '2099-01-01T00:00:00Z')).refusal).toBe('422 validation_error');
  expect((await replay(newId(), since)).refusal).toBe('404 not_found');
  expect((await operator.post(`/operator/webhooks/${newId()}/enable`)).refusal).toBe('404 not_found');
  expect((await audited(organizationId)).slice(-2)).toEqual([
    ...['webhook.update operator olga', 'webhook.replay operator olga'],
  ]);
});
