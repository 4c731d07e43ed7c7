import type { ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { SegmentResource } from '@postrider/contracts/segments';
import {
  createApiKey,
  createOrganization,
  eventually,
  eventuallyPasses,
  openTransaction,
} from '@postrider/testkit';
import type { Page } from '../paging/page';
import { startTestApi, type Answer, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi();

const create = (all: unknown, by = api.key): Promise<Answer<SegmentResource>> =>
  api.post('/segments', by, { name: 'Some', filter: { all } });
const update = (id: string, body: unknown, by = api.key): Promise<Answer<SegmentResource>> =>
  api.send(`/segments/${id}`, { method: 'PATCH', key: by, body });
const counted = async (...all: unknown[]): Promise<number | null> => (await create(all)).body.contact_count;
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;

/** A count that took long, as on a busy machine, is kept for twenty times as long. */
const kept = { timeoutMs: 150_000 };

interface ContactRow {
  readonly status?: string;
  readonly properties?: object;
  readonly states?: Readonly<Record<string, 'SUBSCRIBED' | 'UNSUBSCRIBED'>>;
}

async function insertContact(
  { status = 'SUBSCRIBED', properties = {}, states = {} }: ContactRow = {},
  of = api.organizationId,
): Promise<void> {
  const id = newId();
  await api.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, status, properties) VALUES ($1, $2, $3, $3, $4, $5)`,
    [id, of, `${id}@example.com`, status, properties],
  );
  for (const [slug, state] of Object.entries(states)) {
    await api.pool.query(
      `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state)
       SELECT $1, id, $2, $4 FROM topics WHERE organization_id = $2 AND slug = $3`,
      [id, of, slug, state],
    );
  }
}

const topic = (slug: string, defaultOptIn: boolean, by = api.key): Promise<Answer<unknown>> =>
  api.post('/topics', by, { slug, name: slug, default_opt_in: defaultOptIn });

describe('contact_count', () => {
  it('counts the organization’s contacts by status', async () => {
    const foreign = await createOrganization(api.pool);
    await insertContact({}, foreign.id);
    await insertContact();
    await insertContact({ status: 'UNSUBSCRIBED' });
    expect([await counted(), await counted({ status: 'SUBSCRIBED' })]).toEqual([2, 1]);
    expect(await counted({ status: 'SUBSCRIBED' }, { status: 'BOUNCED' })).toBe(0);
  });

  it('takes a contact that never chose for what the topic says', async () => {
    await topic('news', true);
    await topic('offers', false);
    await insertContact();
    await insertContact({ states: { news: 'SUBSCRIBED', offers: 'SUBSCRIBED' } });
    await insertContact({ states: { news: 'UNSUBSCRIBED', offers: 'UNSUBSCRIBED' } });
    const count = (slug: string, state: string) => counted({ topic: slug, state });
    expect([await count('news', 'SUBSCRIBED'), await count('news', 'UNSUBSCRIBED')]).toEqual([2, 1]);
    expect([await count('offers', 'SUBSCRIBED'), await count('offers', 'UNSUBSCRIBED')]).toEqual([1, 2]);
    const [news, offers] = [
      { topic: 'news', state: 'SUBSCRIBED' },
      { topic: 'offers', state: 'UNSUBSCRIBED' },
    ];
    expect(await counted(news, offers)).toBe(1);
    await api.send('/topics/news', { method: 'PATCH', key: api.key, body: { default_opt_in: false } });
    // The same was counted shortly before, and a count that took long on a busy machine is shared for as long.
    await eventuallyPasses(async () => expect(await count('news', 'SUBSCRIBED')).toBe(1), kept);
  });

  it('follows its contacts, also in the list', async () => {
    const { id } = (await create([{ status: 'BOUNCED' }])).body;
    const everybody = (await create([])).body;
    await insertContact({ status: 'BOUNCED' });
    await insertContact();
    // On a busy machine the last count is kept for a moment, and a list answers with it.
    await eventuallyPasses(async () => {
      expect((await api.get(`/segments/${id}`)).body).toMatchObject({ contact_count: 1 });
      const { body } = await api.get<Page<SegmentResource>>('/segments');
      expect(body.data.map((segment) => [segment.id, segment.contact_count])).toEqual([
        [everybody.id, 2],
        [id, 1],
      ]);
    }, kept);
  });

  it('is 0 when the topic is gone or a stored filter can no longer be read, and breaks no list', async () => {
    await topic('news', true);
    await insertContact();
    const { id } = (await create([{ topic: 'news', state: 'UNSUBSCRIBED' }])).body;
    await api.delete('/topics/news');
    expect((await api.get(`/segments/${id}`)).body).toMatchObject({ contact_count: 0 });
    await api.pool.query(`UPDATE segments SET filter = '{"all": [{"old": 1}]}' WHERE id = $1`, [id]);
    await create([]);
    const { body } = await api.get<Page<SegmentResource>>('/segments');
    expect(body.data.map((segment) => segment.contact_count)).toEqual([1, 0]);
  });
});

describe('while counting takes long', () => {
  /** Waits as long for a count as a gateway does in production. */
  let impatient: TestApi;
  beforeAll(async () => {
    impatient = await startTestApi({ replicaOf: api, limits: { deadlines: {} } });
  });
  afterAll(() => impatient.close());
  const list = async () => (await impatient.get<Page<SegmentResource>>('/segments', api.key)).body.data;

  it('answers with the last count and its time, or null, and has the new one later', async () => {
    await insertContact();
    const { id } = (await create([])).body;
    // A count that took half a second is stored.
    await api.pool.query('UPDATE segments SET contact_count = NULL, counted_at = NULL WHERE id = $1', [id]);
    const lock = await openTransaction(api.pool, 'LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
    try {
      expect(await list()).toMatchObject([{ id, contact_count: null, counted_at: null }]);
    } finally {
      await lock.rollback();
    }
    const stored = await eventually(async () => {
      const { rows } = await api.pool.query<{ count: number | null }>(
        'SELECT contact_count AS count FROM segments WHERE id = $1',
        [id],
      );
      return rows[0]?.count;
    });
    expect(stored).toBe(1);
  });

  it('forgets the last count when the filter is changed', async () => {
    const { id } = (await create([])).body;
    await api.pool.query('UPDATE segments SET contact_count = 7, counted_at = now() WHERE id = $1', [id]);
    await update(id, { filter: { all: [{ status: 'BOUNCED' }] } });
    const { rows } = await api.pool.query<{ count: number | null }>(
      'SELECT contact_count AS count FROM segments WHERE id = $1',
      [id],
    );
    // The new filter is counted for the answer; a count that took half a second is stored.
    expect([null, 0]).toContain(rows[0]?.count);
  });
});

it('counts more contacts than a statement looks at', async () => {
  await api.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, status)
     SELECT gen_random_uuid(), $1, address, address, CASE WHEN n % 2 = 0 THEN 'BOUNCED' ELSE 'SUBSCRIBED' END
     FROM generate_series(1, 25001) n, LATERAL (SELECT n || '@example.com' AS address) a`,
    [api.organizationId],
  );
  expect([await counted(), await counted({ status: 'BOUNCED' })]).toEqual([25_001, 12_500]);
});

describe('a property', () => {
  const properties = [
    { city: 'Berlin', age: 30, vip: true, since: '2024-05-01T00:00:00Z', tags: ['red', 'blue'] },
    { city: 'berlin-mitte', age: 9, vip: false, since: '2023-01-01T00:00:00Z' },
    { city: null, age: '30', tags: 'red' },
    {},
  ];
  beforeEach(async () => {
    for (const one of properties) await insertContact({ properties: one });
  });

  it.each([
    [{ property: 'city', op: 'eq', value: 'Berlin' }, 1],
    [{ property: 'age', op: 'eq', value: 30 }, 1],
    [{ property: 'age', op: 'eq', value: '30' }, 1],
    [{ property: 'vip', op: 'eq', value: true }, 1],
    [{ property: 'city', op: 'neq', value: 'Berlin' }, 3],
    [{ property: 'vip', op: 'neq', value: false }, 3],
    [{ property: 'city', op: 'contains', value: 'BERLIN' }, 2],
    [{ property: 'city', op: 'contains', value: '%' }, 0],
    [{ property: 'tags', op: 'contains', value: 'red' }, 2],
    [{ property: 'tags', op: 'contains', value: 're' }, 1],
    [{ property: 'age', op: 'gt', value: 10 }, 1],
    [{ property: 'age', op: 'lt', value: 31 }, 2],
    [{ property: 'age', op: 'gt', value: '2' }, 1],
    [{ property: 'since', op: 'gt', value: '2024-01-01T00:00:00Z' }, 1],
    [{ property: 'since', op: 'lt', value: '2024-01-01T00:00:00Z' }, 1],
    [{ property: 'city', op: 'exists', value: true }, 2],
    [{ property: 'city', op: 'exists', value: false }, 2],
    [{ property: "x' OR 1=1 --", op: 'eq', value: "') OR true --" }, 0],
    [{ property: '{}', op: 'exists', value: true }, 0],
  ])('%j holds %i of four', async (condition, count) => {
    expect(await counted(condition)).toBe(count);
  });

  it('exists without a value, too', async () => {
    expect(await counted({ property: 'age', op: 'exists' })).toBe(3);
  });
});

it.each([
  [{ status: 'GONE' }],
  [{ topic: 'news', state: 'BOUNCED' }],
  [{ property: 'a', op: 'gt', value: true }],
  [{ property: 'a', op: 'like', value: 'x' }],
  [{ property: 'a', op: 'eq' }],
  [{ property: 'a', op: 'eq', value: 'nul \0' }],
  [{ status: 'SUBSCRIBED', topic: 'news' }],
  [{}],
  ['SUBSCRIBED'],
])('refuses the condition %j by its place', async (condition) => {
  expect(message(await create([{ status: 'SUBSCRIBED' }, condition]))).toMatch(
    /^422 validation_error: filter\.all\[1\]/,
  );
});

it('names no topic that is not there', async () => {
  const foreign = await createOrganization(api.pool);
  await topic('theirs', true, await createApiKey(api.pool, { organizationId: foreign.id }));
  const { id } = (await create([])).body;
  for (const slug of ['theirs', 'No slug']) {
    const all = [{ topic: slug, state: 'SUBSCRIBED' }];
    expect((await create(all)).refusal).toBe('422 unknown_topic');
    expect((await update(id, { filter: { all } })).refusal).toBe('422 unknown_topic');
  }
});

describe('its contacts', () => {
  const contactsOf = (id: string, query = '', by = api.key) =>
    api.get<Page<ContactResource>>(`/segments/${id}/contacts${query}`, by);
  const names = ({ body }: Answer<Page<ContactResource>>) =>
    body.data.map(({ properties }) => properties['n']);

  it('are listed page by page, newest first, by status, topics and properties', async () => {
    await topic('news', true);
    await topic('offers', false);
    for (let n = 1; n <= 5; n += 1) await insertContact({ properties: { n, age: n } });
    await insertContact({ properties: { n: 6, age: 6 }, status: 'BOUNCED' });
    await insertContact({ properties: { n: 7, age: 7 }, states: { news: 'UNSUBSCRIBED' } });
    const { id } = (
      await create([
        { status: 'SUBSCRIBED' },
        { topic: 'news', state: 'SUBSCRIBED' },
        { topic: 'offers', state: 'UNSUBSCRIBED' },
        { property: 'age', op: 'gt', value: 2 },
      ])
    ).body;
    const first = await contactsOf(id, '?limit=2');
    expect(names(first)).toEqual([5, 4]);
    const cursor = first.body.next_cursor ?? '';
    const second = await contactsOf(id, `?limit=2&cursor=${cursor}`);
    expect([names(second), second.body.next_cursor]).toEqual([[3], undefined]);
    const other = (await create([])).body.id;
    expect((await contactsOf(other, `?cursor=${cursor}`)).refusal).toBe('422 invalid_cursor');
    expect(names(await contactsOf(other))).toHaveLength(7);
  });

  it('can be read with any key, as contacts can; a foreign segment is not there', async () => {
    const { id } = (await create([])).body;
    const sendKey = await api.createKey({ permission: 'SEND' });
    expect((await contactsOf(id, '', sendKey)).status).toBe(200);
    const foreign = await createOrganization(api.pool);
    const theirs = await createApiKey(api.pool, { organizationId: foreign.id });
    expect((await contactsOf(id, '', theirs)).refusal).toBe('404 not_found');
  });

  it('are empty when a topic is deleted, and invalid_segment when the filter no longer parses', async () => {
    await topic('news', true);
    await insertContact();
    const { id } = (await create([{ topic: 'news', state: 'SUBSCRIBED' }])).body;
    await api.delete('/topics/news');
    expect(names(await contactsOf(id))).toEqual([]);
    await api.pool.query(`UPDATE segments SET filter = '{"all": [{"old": 1}]}' WHERE id = $1`, [id]);
    expect((await contactsOf(id)).refusal).toBe('422 invalid_segment');
  });
});

it('a segment is changed in part, and removed', async () => {
  await insertContact();
  const { body } = await create([]);
  expect((await update(body.id, { name: 'All' })).body).toMatchObject({ name: 'All', contact_count: 1 });
  const all = [{ status: 'BOUNCED' }];
  const changed = await update(body.id, { filter: { all } });
  expect(changed.body).toMatchObject({ name: 'All', filter: { all }, contact_count: 0 });
  expect((await api.delete(`/segments/${body.id}`)).status).toBe(204);
  for (const id of [body.id, 'x']) {
    expect((await api.get(`/segments/${id}`)).refusal).toBe('404 not_found');
    expect((await update(id, {})).refusal).toBe('404 not_found');
    expect((await api.delete(`/segments/${id}`)).refusal).toBe('404 not_found');
  }
  const { rows } = await api.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  const actions = ['create', 'update', 'update', 'delete'].map((action) => `segment.${action}`);
  expect(rows.map(({ action }) => action)).toEqual(actions);
});

it('a segment is read, but not written, by a restricted key', async () => {
  const { id } = (await create([])).body;
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect((await api.get(`/segments/${id}`, restricted)).status).toBe(200);
  expect((await create([], restricted)).refusal).toBe('403 forbidden_domain');
  expect((await update(id, {}, restricted)).refusal).toBe('403 forbidden_domain');
  expect((await api.delete(`/segments/${id}`, restricted)).refusal).toBe('403 forbidden_domain');
});

describe('a preview', () => {
  const preview = (filter: unknown) =>
    api.post<{ contact_count: number | null; samples: { properties: object }[] }>(
      '/segments/preview',
      api.key,
      {
        filter,
      },
    );

  it('counts and shows up to ten contacts of a filter, and stores nothing', async () => {
    for (let age = 1; age <= 12; age += 1) await insertContact({ properties: { age } });
    const { body } = await preview({ all: [{ property: 'age', op: 'gt', value: 1 }] });
    expect(body.contact_count).toBe(11);
    expect(body.samples.map(({ properties }) => properties)).toEqual(
      Array.from({ length: 10 }, (_, index) => ({ age: 12 - index })),
    );
    expect((await api.get<Page<SegmentResource>>('/segments')).body.data).toEqual([]);
  });

  it('refuses what a segment refuses', async () => {
    expect((await preview({ all: [{ topic: 'gone', state: 'SUBSCRIBED' }] })).refusal).toBe(
      '422 unknown_topic',
    );
    expect((await preview({ all: [{}] })).refusal).toBe('422 validation_error');
  });
});
