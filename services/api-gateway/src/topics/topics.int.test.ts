import type { TopicResource } from '@postrider/contracts/topics';
import { createApiKey, createOrganization } from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi();

const create = (body: object = {}, by = api.key): Promise<Answer<TopicResource>> =>
  api.post('/topics', by, { slug: 'news', name: 'News', ...body });
const update = (body: unknown, slug = 'news', by = api.key): Promise<Answer<TopicResource>> =>
  api.send(`/topics/${slug}`, { method: 'PATCH', key: by, body });

it('a topic is created, read by its slug and listed newest first', async () => {
  const created = await create({ description: 'Weekly' });
  expect([created.status, created.body]).toEqual([
    201,
    {
      ...{ object: 'topic', id: expect.any(String), slug: 'news', name: 'News', description: 'Weekly' },
      ...{ default_opt_in: false, visibility: 'public', archive: false, archive_url: null },
      created_at: expect.any(String),
    },
  ]);
  await create({ slug: 'offers', default_opt_in: true });
  expect((await api.get('/topics/news')).body).toEqual(created.body);
  const { body } = await api.get<Page<TopicResource>>('/topics');
  expect(body.data.map(({ slug, default_opt_in: optIn }) => [slug, optIn])).toEqual([
    ['offers', true],
    ['news', false],
  ]);
  const first = (await api.get<Page<TopicResource>>('/topics?limit=1')).body;
  const rest = await api.get<Page<TopicResource>>(`/topics?limit=1&cursor=${first.next_cursor ?? ''}`);
  expect([first.data[0]?.slug, rest.body.data[0]?.slug, rest.body.next_cursor]).toEqual([
    'offers',
    'news',
    undefined,
  ]);
});

it('a topic has a slug of its own in the organization', async () => {
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ status, refusal }) => refusal ?? status).sort()).toEqual([201, '409 topic_exists']);
  const foreign = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId: foreign.id });
  expect((await create({}, stranger)).status).toBe(201);
});

it.each(['', 'News', 'a b', '-a', 'a/b', 'x'.repeat(65)])('refuses the slug %j', async (slug) => {
  expect((await create({ slug })).refusal).toBe('422 validation_error');
});

it('changes what is given, clears what is null, and keeps its slug', async () => {
  const { id } = (await create({ description: 'Weekly' })).body;
  const changed = await update({
    description: null,
    default_opt_in: true,
    visibility: 'private',
    slug: 'other',
  });
  expect(changed.body).toMatchObject({
    ...{ id, slug: 'news', name: 'News', description: null, default_opt_in: true, visibility: 'private' },
  });
  expect((await update({ name: 'Letters' })).body).toMatchObject({ name: 'Letters', default_opt_in: true });
  expect((await update({ name: null })).refusal).toBe('422 validation_error');
});

it('a topic is removed with what contacts chose about it', async () => {
  const { id } = (await create()).body;
  const { rows } = await api.pool.query<{ id: string }>(
    `INSERT INTO contacts (id, organization_id, email, email_key) VALUES (gen_random_uuid(), $1, 'a@x.test', 'a@x.test')
     RETURNING id`,
    [api.organizationId],
  );
  await api.pool.query(
    `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state) VALUES ($1, $2, $3, 'SUBSCRIBED')`,
    [rows[0]?.id, id, api.organizationId],
  );
  expect((await api.delete('/topics/news')).status).toBe(204);
  const left = await api.pool.query('SELECT 1 FROM topic_subscriptions WHERE organization_id = $1', [
    api.organizationId,
  ]);
  expect(left.rows).toEqual([]);
  for (const slug of ['news', 'nowhere', '%00', 'NEWS']) {
    expect((await api.get(`/topics/${slug}`)).refusal).toBe('404 not_found');
    expect((await update({}, slug)).refusal).toBe('404 not_found');
    expect((await api.delete(`/topics/${slug}`)).refusal).toBe('404 not_found');
  }
});

it('a topic is read, but not written, by a restricted key', async () => {
  await create();
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect((await api.get('/topics/news', restricted)).status).toBe(200);
  expect((await create({ slug: 'own' }, restricted)).refusal).toBe('403 forbidden_domain');
  expect((await update({}, 'news', restricted)).refusal).toBe('403 forbidden_domain');
  expect((await api.delete('/topics/news', restricted)).refusal).toBe('403 forbidden_domain');
});

it('leaves each change in the audit log, before and after', async () => {
  await create();
  await update({ name: 'Letters' });
  await api.delete('/topics/news');
  const { rows } = await api.pool.query<{ action: string; before: object; after: object }>(
    'SELECT action, before, after FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  const state = (name: string) => ({
    slug: 'news',
    name,
    description: null,
    default_opt_in: false,
    visibility: 'public',
    archive: false,
  });
  expect(rows).toEqual([
    { action: 'topic.create', before: null, after: state('News') },
    { action: 'topic.update', before: state('News'), after: state('Letters') },
    { action: 'topic.delete', before: state('Letters'), after: null },
  ]);
});
