import { newId } from '@postrider/contracts/ids';
import type { CreatedWebhookResource, WebhookResource } from '@postrider/contracts/webhooks';
import { createSecretBox } from '@postrider/runtime';
import { createApiKey, createOrganization, eventually, testMasterKey } from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { connectTestRedis } from '../../test/test-redis';

const api = useApi();

const url = 'https://hooks.example.com/postrider?a=b';
const create = (body: unknown, by = api.key): Promise<Answer<CreatedWebhookResource>> =>
  api.post('/webhooks', by, body);
const list = (query = '', by = api.key): Promise<Answer<Page<WebhookResource>>> =>
  api.get(`/webhooks${query}`, by);

it('creates an endpoint and shows its secret this once', async () => {
  const created = await create({
    url,
    events: ['email.sent', 'email.bounced', 'email.sent'],
    description: 'Shop',
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    object: 'webhook',
    id: expect.any(String),
    url,
    events: ['email.sent', 'email.bounced'],
    description: 'Shop',
    format: 'postrider',
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{44}$/),
  });
  const { signing_secret: secret, ...shown } = created.body;
  const read = await api.get(`/webhooks/${created.body.id}`);
  const listed = await list();
  expect(read.body).toEqual(shown);
  expect(listed.body).toEqual({ object: 'list', data: [shown] });
  expect(read.text + listed.text).not.toContain(secret.slice(6));
});

it('takes no events to mean every event', async () => {
  expect((await create({ url })).body.events).toEqual([]);
});

it('stores the secret sealed to its own row, readable by the dispatcher alone', async () => {
  const { body } = await create({ url });
  const { rows } = await api.pool.query<{ signing_secret: string }>(
    'SELECT signing_secret FROM webhook_endpoints WHERE id = $1',
    [body.id],
  );
  const sealed = rows[0]?.signing_secret ?? '';
  const box = createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') });
  expect(sealed).not.toContain(body.signing_secret.slice(6));
  expect(box.open(sealed, body.id)).toBe(body.signing_secret);
  expect(() => box.open(sealed, newId())).toThrow();
});

it('keeps within the limit of the plan, also when creates come at the same time', async () => {
  const starter = await createOrganization(api.pool, { plan: 'starter', kind: 'client' });
  const by = await createApiKey(api.pool, { organizationId: starter.id });
  const answers = await Promise.all(Array.from({ length: 9 }, () => create({ url }, by)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 201),
    ...Array.from({ length: 4 }, () => 403),
  ]);
  expect(answers.filter(({ status }) => status === 403).map(({ refusal }) => refusal)).toEqual(
    Array(4).fill('403 plan_limit'),
  );
  const first = answers.find(({ status }) => status === 201)?.body.id;
  await api.delete(`/webhooks/${first}`, by);
  expect((await create({ url }, by)).status).toBe(201);
});

it('lists over pages, newest first', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await create({ url })).body.id);
  const first = await list('?limit=3');
  const second = await list(`?limit=3&cursor=${first.body.next_cursor}`);
  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);
  expect(second.body).not.toHaveProperty('next_cursor');
  expect((await list('?cursor=abc')).refusal).toBe('422 invalid_cursor');
  expect((await list('?limit=0')).refusal).toBe('422 validation_error');
});

it('deletes an endpoint for good', async () => {
  const { id } = (await create({ url })).body;
  const deleted = await api.delete(`/webhooks/${id}`);
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect((await api.get(`/webhooks/${id}`)).refusal).toBe('404 not_found');
  expect((await api.delete(`/webhooks/${id}`)).refusal).toBe('404 not_found');
  expect((await list()).body.data).toEqual([]);
});

it('records who created and who deleted it, without the secret', async () => {
  const { id, signing_secret: secret } = (await create({ url, description: 'Shop' })).body;
  await api.delete(`/webhooks/${id}`);
  const { rows } = await api.pool.query(
    'SELECT * FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  const content = { url, events: [], description: 'Shop' };
  const common = { actor_type: 'key', actor_id: api.key.id, target_type: 'webhook', target_id: id };
  expect(rows).toMatchObject([
    { ...common, action: 'webhook.create', before: null, after: content, request_id: expect.any(String) },
    { ...common, action: 'webhook.delete', before: content, after: null },
  ]);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

it('publishes each change to the dispatchers', async () => {
  const subscriber = connectTestRedis(api.context.redisUrl);
  const heard: string[] = [];
  // Redis tells its subscribers of all databases, so also of other tests.
  subscriber.on('message', (_channel: string, message: string) => {
    if (message === api.organizationId) heard.push(message);
  });
  await eventually(() => subscriber.status === 'ready');
  await subscriber.subscribe('postrider:webhook-endpoints');
  const { id } = (await create({ url })).body;
  await eventually(() => heard.length === 1);
  await api.delete(`/webhooks/${id}`);
  await eventually(() => heard.length === 2);
  subscriber.disconnect();
});

it('does not exist for another organization', async () => {
  const { id } = (await create({ url })).body;
  const foreign = await createOrganization(api.pool);
  const foreignKey = await createApiKey(api.pool, { organizationId: foreign.id });
  expect((await api.get(`/webhooks/${id}`, foreignKey)).refusal).toBe('404 not_found');
  expect((await api.delete(`/webhooks/${id}`, foreignKey)).refusal).toBe('404 not_found');
  expect((await list('', foreignKey)).body.data).toEqual([]);
  expect((await api.get(`/webhooks/${id}`)).status).toBe(200);
});

it('a webhook endpoint is for live ADMIN keys, and not changed by keys that may see only some domains', async () => {
  const { id } = (await create({ url })).body;
  const full = await api.createKey({ permission: 'FULL' });
  const test = await api.createKey({ permission: 'ADMIN', mode: 'test' });
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  for (const [by, refusal] of [
    [full, '403 forbidden'],
    [test, '403 test_key_not_allowed'],
  ] as const) {
    expect((await list('', by)).refusal).toBe(refusal);
    expect((await api.get(`/webhooks/${id}`, by)).refusal).toBe(refusal);
    expect((await create({ url }, by)).refusal).toBe(refusal);
    expect((await api.delete(`/webhooks/${id}`, by)).refusal).toBe(refusal);
  }
  expect((await create({ url }, restricted)).refusal).toBe('403 forbidden_domain');
  expect((await api.delete(`/webhooks/${id}`, restricted)).refusal).toBe('403 forbidden_domain');
});

it.each([
  [{}],
  [{ url: 7 }],
  [{ url: '' }],
  [{ url: 'http://hooks.example.com' }],
  [{ url: 'https://127.0.0.1' }],
  [{ url: 'https://localhost' }],
  [{ url: `https://example.com/${'a'.repeat(2_048)}` }],
  [{ url, events: ['email.queued'] }],
  [{ url, events: 'email.sent' }],
  [{ url, description: 'd'.repeat(501) }],
])('refuses %j and stores nothing', async (body) => {
  expect((await create(body)).refusal).toBe('422 validation_error');
  expect((await list()).body.data).toEqual([]);
});
