import { newId, type AuditEntryResource, type TopicResource } from '@postrider/contracts';
import { createApiKey, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import type { Page } from '../paging/page';
import { actionsWithSecrets } from '../../test/audit-secrets';
import { startTestApi, type TestApi } from '../../test/test-api';

let api: TestApi;
let organizationId: string;
let key: ApiKeyFixture;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  organizationId = (await createOrganization(api.context.pool)).id;
  key = await createApiKey(api.context.pool, { organizationId, name: 'Deploy' });
});

const log = async (query = '', by = key): Promise<Page<AuditEntryResource>> =>
  (await api.get<Page<AuditEntryResource>>(`/audit-log${query}`, by)).body;
const addTopic = async (slug: string, by = key): Promise<TopicResource> =>
  (await api.post<TopicResource>('/topics', by, { slug, name: slug })).body;

/** An entry of somebody else than a key. */
async function insertEntry(entry: { actorType: string; action: string; at?: string }): Promise<void> {
  await api.context.pool.query(
    `INSERT INTO audit_entries (id, organization_id, actor_type, actor_name, action, target_type, created_at)
     VALUES ($1, $2, $3, 'somebody', $4, 'organization', $5)`,
    [newId(), organizationId, entry.actorType, entry.action, entry.at ?? new Date()],
  );
}

it('tells who changed what, before and after, by which request', async () => {
  const { body, headers } = await api.send<TopicResource>('/topics', {
    ...{ method: 'POST', key, body: { slug: 'news', name: 'News' } },
    headers: { 'x-request-id': 'from-the-client' },
  });
  expect(headers.get('x-request-id')).toBe('from-the-client');
  expect(await log()).toEqual({
    object: 'list',
    data: [
      {
        object: 'audit_entry',
        id: expect.any(String),
        action: 'topic.create',
        actor: { type: 'key', id: key.id, name: 'Deploy' },
        target: { type: 'topic', id: body.id },
        before: null,
        after: { slug: 'news', name: 'News', description: null, default_opt_in: false },
        request_id: 'from-the-client',
        created_at: expect.any(String),
      },
    ],
  });
});

it('pages newest first without gaps', async () => {
  for (const slug of ['a', 'b', 'c']) await addTopic(slug);
  const slugs: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await log(`?limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    slugs.push(...page.data.map(({ after }) => after?.['slug']));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(slugs).toEqual(['c', 'b', 'a']);
  const foreign = await createOrganization(api.context.pool);
  const stranger = await createApiKey(api.context.pool, { organizationId: foreign.id });
  const { next_cursor: own = '' } = await log('?limit=1');
  expect((await api.get(`/audit-log?cursor=${own}`, stranger)).refusal).toBe('422 invalid_cursor');
});

it('is narrowed by action, actor, target and time', async () => {
  const other = await createApiKey(api.context.pool, { organizationId });
  const topic = await addTopic('news');
  await addTopic('offers', other);
  await api.delete('/topics/news', key);
  await insertEntry({ actorType: 'operator', action: 'organization.approve', at: '2026-01-05T10:00:00Z' });
  await insertEntry({ actorType: 'system', action: 'organization.pause', at: '2026-01-06T10:00:00Z' });
  const actions = async (query: string): Promise<string[]> =>
    (await log(query)).data.map(({ action }) => action);
  expect(await actions('?action=topic.create')).toEqual(['topic.create', 'topic.create']);
  expect(await actions(`?actor=${other.id}`)).toEqual(['topic.create']);
  expect(await actions('?actor=operator')).toEqual(['organization.approve']);
  expect(await actions(`?target=${topic.id}`)).toEqual(['topic.delete', 'topic.create']);
  expect(await actions('?target=organization')).toEqual(['organization.pause', 'organization.approve']);
  const day = 'since=2026-01-05T10:00:00Z&until=2026-01-05T11:00:00%2B01:00';
  expect(await actions(`?${day}`)).toEqual(['organization.approve']);
  expect(await actions(`?${day}&actor=system`)).toEqual([]);
  const backwards = '/audit-log?since=2026-01-06T00:00:00Z&until=2026-01-05T00:00:00Z';
  expect((await api.get(backwards, key)).refusal).toBe('422 validation_error');
});

it('needs an admin key, shows nothing of others, and stays what it is when the key is renamed or gone', async () => {
  await addTopic('news');
  const full = await createApiKey(api.context.pool, { organizationId, permission: 'FULL' });
  expect((await api.get('/audit-log', full)).refusal).toBe('403 forbidden');
  const foreign = await createOrganization(api.context.pool);
  const stranger = await createApiKey(api.context.pool, { organizationId: foreign.id });
  expect((await log('', stranger)).data).toEqual([]);
  await api.context.pool.query(`UPDATE api_keys SET name = 'Else' WHERE id = $1`, [key.id]);
  expect((await log()).data.map(({ actor }) => actor.name)).toEqual(['Deploy']);
});

it('would be found to hold a secret: every test of the gateway ends with that search', async () => {
  const { pool } = api.context;
  for (const [action, secret] of [
    ['token', key.token],
    ['webhook', 'whsec_abc'],
    ['dkim', '-----BEGIN PRIVATE KEY-----'],
    ['prefix', key.token.slice(0, 12)],
  ]) {
    await insertEntry({ actorType: 'system', action: action ?? '' });
    await pool.query('UPDATE audit_entries SET after = $2 WHERE action = $1', [action, { secret }]);
  }
  expect((await actionsWithSecrets(pool)).sort()).toEqual(['dkim', 'token', 'webhook']);
  await pool.query('DELETE FROM audit_entries WHERE organization_id = $1', [organizationId]);
});
