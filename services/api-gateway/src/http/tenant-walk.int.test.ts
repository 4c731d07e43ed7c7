import { randomBytes } from 'node:crypto';
import {
  createApiKey,
  createDomain,
  createOrganization,
  createWebhookEndpoint,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { insertEmail } from '../testing/email-fixture';
import { startTestApi, type TestApi } from '../testing/test-api';

/** Stands in everything of the one organization that an answer could show. */
const mark = `m${randomBytes(6).toString('hex')}`;
const methods = ['get', 'post', 'patch', 'delete'] as const;

let api: TestApi;
let owner: ApiKeyFixture;
let stranger: ApiKeyFixture;
/** An object of the owner for each path with ids, in their order; a path without one fails the walk. */
let ids: Record<string, string | readonly string[]>;
/** Where `{}` is refused before the object is looked for. */
const bodies: Readonly<Record<string, unknown>> = {
  '/webhooks/{id}/replay': { since: '2026-11-21T00:00:00Z' },
};

beforeAll(async () => {
  api = await startTestApi();
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool, { name: mark, slug: mark });
  const other = await createOrganization(pool);
  owner = await createApiKey(pool, { organizationId, name: mark });
  stranger = await createApiKey(pool, { organizationId: other.id });
  const domain = await createDomain(pool, { organizationId, name: `${mark}.test` });
  const to = [`${mark}@example.com`];
  const email = await insertEmail(pool, { organizationId, domainId: domain.id, kind: mark, to });
  const webhook = await createWebhookEndpoint(pool, { organizationId, url: `https://${mark}.example.com` });
  const template = await createPublishedTemplate();
  const client = await createOrganization(pool, {
    name: mark,
    kind: 'client',
    parentOrganizationId: organizationId,
  });
  const delivery = await api.post<{ id: string }>(`/webhooks/${webhook.id}/test`, owner);
  const replayed = { since: new Date().toISOString() };
  const replay = await api.post<{ id: string }>(`/webhooks/${webhook.id}/replay`, owner, replayed);
  await api.post('/topics', owner, { slug: mark, name: mark });
  const audience = { name: mark, filter: { all: [{ topic: mark, state: 'SUBSCRIBED' }] } };
  const segment = await api.post<{ id: string }>('/segments', owner, audience);
  ids = {
    '/keys/{id}': owner.id,
    '/keys/{id}/rotate': owner.id,
    '/keys/{id}/revoke': owner.id,
    '/topics/{slug}': mark,
    '/segments/{id}': segment.body.id,
    '/emails/{id}': email,
    '/emails/{id}/cancel': email,
    '/domains/{id}': domain.id,
    '/domains/{id}/verify': domain.id,
    '/domains/{id}/publish': domain.id,
    '/domains/{id}/register-identity': domain.id,
    '/webhooks/{id}': webhook.id,
    '/webhooks/{id}/test': webhook.id,
    '/webhooks/{id}/rotate-secret': webhook.id,
    '/webhooks/{id}/replay': webhook.id,
    '/webhooks/{id}/replays/{replay_id}': [webhook.id, replay.body.id],
    '/webhooks/{id}/deliveries': webhook.id,
    '/webhooks/{id}/deliveries/{delivery_id}': [webhook.id, delivery.body.id],
    '/webhooks/{id}/deliveries/{delivery_id}/replay': [webhook.id, delivery.body.id],
    '/organizations/{id}/revoke-keys': client.id,
    '/templates/{id_or_slug}': template,
    '/templates/{id_or_slug}/publish': template,
    '/templates/{id_or_slug}/archive': template,
    '/templates/{id_or_slug}/render': template,
  };
});
afterAll(() => api.close());

async function createPublishedTemplate(): Promise<string> {
  const content = { subject: mark, text: mark };
  const { body } = await api.post<{ id: string }>('/templates', owner, {
    slug: mark,
    name: mark,
    ...content,
  });
  await api.post(`/templates/${body.id}/publish`, owner);
  return body.id;
}

function paths(): { method: (typeof methods)[number]; path: string }[] {
  return Object.entries(api.document.paths ?? {}).flatMap(([path, item]) =>
    methods.filter((method) => item[method] !== undefined).map((method) => ({ method, path })),
  );
}

function send(method: string, path: string, key: ApiKeyFixture): Promise<Response> {
  const left = [ids[path] ?? []].flat();
  const filled = path.replace(/\{\w+\}/g, () => left.shift() ?? '');
  return fetch(`${api.url}/api/v1${filled}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
    ...(method === 'post' || method === 'patch' ? { body: JSON.stringify(bodies[path] ?? {}) } : {}),
  });
}

it('knows an object for every path with an id', () => {
  const withId = paths().filter(({ path }) => path.includes('{'));
  expect(withId.filter(({ path }) => ids[path] === undefined)).toEqual([]);
});

it('answers not_found to a stranger for every object, and shows nothing of it', async () => {
  for (const { method, path } of paths()) {
    if (ids[path] === undefined) continue;
    const response = await send(method, path, stranger);
    const text = await response.text();
    expect([method, path, response.status, text.includes(mark)]).toEqual([method, path, 404, false]);
    expect(text).toContain('not_found');
  }
});

it('shows a stranger nothing in any list or report', async () => {
  for (const { method, path } of paths()) {
    if (method !== 'get' || path.includes('{')) continue;
    const text = await (await send(method, path, stranger)).text();
    expect([path, text.includes(mark)]).toEqual([path, false]);
  }
});

it('leaves everything as it was, and shows it to its owner', async () => {
  for (const { method, path } of paths()) {
    if (method !== 'get') continue;
    const response = await send(method, path, owner);
    expect([path, response.status]).toEqual([path, 200]);
  }
  expect(await (await send('get', '/emails', owner)).text()).toContain(mark);
  expect(await (await send('get', '/emails', owner)).text()).toContain('"last_event":"queued"');
  expect(await (await send('get', '/webhooks', owner)).text()).toContain(mark);
  expect(await (await send('get', '/templates', owner)).text()).toContain('"status":"published"');
});
