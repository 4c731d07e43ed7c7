import { randomBytes } from 'node:crypto';
import type { AuditEntryResource } from '@postrider/contracts/audit';
import { newId } from '@postrider/contracts/ids';
import type { TopicResource } from '@postrider/contracts/topics';
import { uuidV7Floor } from '@postrider/db';
import { createApiKey, createOrganization } from '@postrider/testkit';
import type { Page } from '../paging/page';
import { actionsWithSecrets } from '../../test/audit-secrets';
import { useApi } from '../../test/use-api';

const api = useApi({ key: { name: 'Deploy' } });

const log = async (query = '', by = api.key): Promise<Page<AuditEntryResource>> =>
  (await api.get<Page<AuditEntryResource>>(`/audit-log${query}`, by)).body;
const addTopic = async (slug: string, by = api.key): Promise<TopicResource> =>
  (await api.post<TopicResource>('/topics', by, { slug, name: slug })).body;

/** An entry whose actor is not a key. */
async function insertEntry(entry: {
  actorType: string;
  action: string;
  at?: string;
  after?: object;
}): Promise<void> {
  const { actorType, action, at, after } = entry;
  await api.pool.query(
    `INSERT INTO audit_entries (id, organization_id, actor_type, actor_name, action, target_type, created_at, after)
     VALUES ($1, $2, $3, 'a person', $4, 'organization', $5, $6)`,
    [
      at === undefined ? newId() : uuidV7Floor(new Date(at)),
      ...[api.organizationId, actorType, action, at ?? new Date(), after && JSON.stringify(after)],
    ],
  );
}

it('tells who changed what, before and after, by which request', async () => {
  const { body, headers } = await api.send<TopicResource>('/topics', {
    ...{ method: 'POST', key: api.key, body: { slug: 'news', name: 'News' } },
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
        actor: { type: 'key', id: api.key.id, name: 'Deploy' },
        target: { type: 'topic', id: body.id, name: 'News' },
        before: null,
        after: {
          slug: 'news',
          name: 'News',
          description: null,
          default_opt_in: false,
          visibility: 'public',
          archive: false,
        },
        request_id: 'from-the-client',
        created_at: expect.any(String),
        last_changed_at: null,
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
  const foreign = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId: foreign.id });
  const { next_cursor: own = '' } = await log('?limit=1');
  expect((await api.get(`/audit-log?cursor=${own}`, stranger)).refusal).toBe('422 invalid_cursor');
});

it('the audit log is narrowed by action, actor, target and time', async () => {
  const other = await api.createKey();
  const topic = await addTopic('news');
  await addTopic('offers', other);
  await api.delete('/topics/news');
  await insertEntry({ actorType: 'operator', action: 'org.approve', at: '2026-01-05T10:00:00Z' });
  await insertEntry({ actorType: 'system', action: 'org.pause', at: '2026-01-06T10:00:00Z' });
  const actions = async (query: string): Promise<string[]> =>
    (await log(query)).data.map(({ action }) => action);
  expect(await actions('?action=topic.create')).toEqual(['topic.create', 'topic.create']);
  expect(await actions(`?actor=${other.id}`)).toEqual(['topic.create']);
  expect(await actions('?actor=operator')).toEqual(['org.approve']);
  expect(await actions(`?target=${topic.id}`)).toEqual(['topic.delete', 'topic.create']);
  expect(await actions('?target=organization')).toEqual(['org.pause', 'org.approve']);
  const day = 'since=2026-01-05T10:00:00Z&until=2026-01-05T11:00:00%2B01:00';
  expect(await actions(`?${day}`)).toEqual(['org.approve']);
  expect(await actions(`?${day}&actor=system`)).toEqual([]);
  const backwards = '/audit-log?since=2026-01-06T00:00:00Z&until=2026-01-05T00:00:00Z';
  expect((await api.get(backwards, api.key)).refusal).toBe('422 validation_error');
});

it('needs an admin key, shows nothing of others, and stays what it is when the key is renamed or gone', async () => {
  await addTopic('news');
  const full = await api.createKey({ permission: 'FULL' });
  expect((await api.get('/audit-log', full)).refusal).toBe('403 forbidden');
  const foreign = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId: foreign.id });
  expect((await log('', stranger)).data).toEqual([]);
  await api.pool.query(`UPDATE api_keys SET name = 'Else' WHERE id = $1`, [api.key.id]);
  expect((await log()).data.map(({ actor }) => actor.name)).toEqual(['Deploy']);
});

it('would be found to hold a secret: every test of the gateway ends with that search', async () => {
  const { pool } = api;
  for (const [action, secret] of [
    ['token', api.key.token],
    ['webhook', 'whsec_abc'],
    ['dkim', '-----BEGIN PRIVATE KEY-----'],
    ['prefix', api.key.token.slice(0, 12)],
  ]) {
    await insertEntry({ actorType: 'system', action: action ?? '' });
    await pool.query('UPDATE audit_entries SET after = $2 WHERE action = $1', [action, { secret }]);
  }
  expect((await actionsWithSecrets(pool)).sort()).toEqual(['dkim', 'token', 'webhook']);
  await pool.query('DELETE FROM audit_entries WHERE organization_id = $1', [api.organizationId]);
});

/** Every page from the first to the last. */
async function pagesOf(query: string): Promise<{ ids: string[]; largestBytes: number; count: number }> {
  const ids: string[] = [];
  let [largestBytes, count] = [0, 0];
  let cursor: string | undefined;
  do {
    const page = await log(`${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    ids.push(...page.data.map(({ id }) => id));
    largestBytes = Math.max(largestBytes, Buffer.byteLength(JSON.stringify(page)));
    count += 1;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return { ids, largestBytes, count };
}

it('keeps of a large value its size and digest: a hundred edits of two megabytes are a small page', async () => {
  const variables = Array.from({ length: 100 }, (_none, index) => ({
    ...{ key: `v${index}`, type: 'string', fallback: 'x'.repeat(19_000) },
  }));
  const { status, body } = await api.post<{ id: string }>('/templates', api.key, {
    slug: 'large',
    variables,
  });
  expect(status).toBe(201);
  for (let edit = 0; edit < 3; edit += 1) {
    await api.send(`/templates/${body.id}`, {
      method: 'PATCH',
      key: api.key,
      body: { variables, name: `edit ${edit}` },
    });
  }
  const [newest] = (await log()).data;
  const digest = { omitted: { bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } };
  expect(newest?.after).toMatchObject({ name: 'edit 2', variables: digest });
  // Only what changed differs.
  expect(newest?.after?.['variables']).toEqual(newest?.before?.['variables']);
  expect((await pagesOf('?limit=100')).largestBytes).toBeLessThan(20_000);
});

it('bounds a page in bytes and goes on by the cursor, without gaps', async () => {
  const after = Object.fromEntries(
    Array.from({ length: 20 }, (_none, index) => [`value_${index}`, randomBytes(900).toString('hex')]),
  );
  for (let entry = 0; entry < 70; entry += 1) await insertEntry({ actorType: 'system', action: 'a', after });
  const { ids, largestBytes, count } = await pagesOf('?limit=100');
  expect(new Set(ids).size).toBe(70);
  expect(ids).toHaveLength(70);
  expect(count).toBeGreaterThan(1);
  expect(largestBytes).toBeLessThan(1_200_000);
});

it('does not read the large values that a release before this one stored', async () => {
  const after = { variables: 'x'.repeat(2_000_000), more: randomBytes(100_000).toString('hex') };
  for (let entry = 0; entry < 5; entry += 1) await insertEntry({ actorType: 'system', action: 'a', after });
  const { data } = await log('?limit=100');
  expect(data.map((entry) => entry.after)).toEqual(
    Array.from({ length: 5 }, () => ({ omitted: { stored_bytes: expect.any(Number) } })),
  );
});

it('ends a search that finds little with a cursor that goes on', async () => {
  await insertEntry({ actorType: 'operator', action: 'org.approve', at: '2026-01-07T10:00:00Z' });
  await api.pool.query(
    `INSERT INTO audit_entries (id, organization_id, actor_type, action, target_type)
     SELECT (left($2::text, 24) || lpad(n::text, 12, '0'))::uuid, $1, 'system', 'x', 'topic'
       FROM generate_series(1, 4500) AS n`,
    [api.organizationId, newId()],
  );
  const { ids, count } = await pagesOf('?actor=operator&limit=10');
  expect([ids.length, count]).toEqual([1, 3]);
});
