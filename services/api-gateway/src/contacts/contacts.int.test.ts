import type { ContactResource, SubscriptionChangeResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import { plans } from '@postrider/contracts/organizations';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor?: string;
}

const contactsMax = 20;

const limited = { ...plans, free: { ...plans.free, contacts: contactsMax, requestsPerSecond: null } };
const api = useApi({ limits: { plans: limited } });
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  await api.post('/topics', api.key, { slug: 'offers', name: 'Offers' });
});

const upsert = (body: object, key = api.key) => api.post<ContactResource>('/contacts', key, body);
const list = async (query: string) => (await api.get<Page<ContactResource>>(`/contacts${query}`)).body;
const emailsOf = ({ data }: Page<ContactResource>) => data.map(({ email }) => email);
const historyOf = async (id: string) =>
  (await api.get<Page<SubscriptionChangeResource>>(`/contacts/${id}/subscription-changes`)).body.data;

const suppress = (email: string, reason: string): Promise<unknown> =>
  api.pool.query('INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, $4)', [
    newId(),
    api.organizationId,
    email,
    reason,
  ]);

describe('an upsert', () => {
  it('adds a contact, then changes the one of that address, however it is written', async () => {
    const first = await upsert({
      email: 'Ada@Example.com',
      first_name: 'Ada',
      properties: { city: 'London' },
    });
    expect([first.status, first.body]).toEqual([
      201,
      {
        ...{ object: 'contact', id: first.body.id, email: 'Ada@Example.com', status: 'SUBSCRIBED' },
        ...{ first_name: 'Ada', last_name: null, properties: { city: 'London' }, topics: [] },
        ...{ created_at: first.body.created_at, updated_at: first.body.updated_at },
      },
    ]);
    const again = await upsert({ email: 'ada@example.COM', last_name: 'Byron', properties: { age: 36 } });
    expect([again.status, again.body]).toMatchObject([
      200,
      { id: first.body.id, first_name: 'Ada', last_name: 'Byron', properties: { city: 'London', age: 36 } },
    ]);
    expect((await api.get<ContactResource>('/contacts/ADA@example.com')).body.id).toBe(first.body.id);
  });

  it('makes one contact of a hundred calls at once', async () => {
    const calls = Array.from({ length: 100 }, (_, n) =>
      upsert({ email: 'same@example.com', properties: { [`p${n}`]: n } }),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { body } = await api.get<ContactResource>('/contacts/same@example.com');
    expect(Object.keys(body.properties)).toHaveLength(100);
  });

  it('never fills more than the plan allows, and still changes whom it has', async () => {
    const { pool } = api;
    const limited = await createOrganization(pool, { plan: 'free' });
    const key = await createApiKey(pool, { organizationId: limited.id, rateLimit: 10_000 });
    const emails = Array.from({ length: 3 * contactsMax }, (_, n) => `c${n}@example.com`);
    const answers = await Promise.all(emails.map((email) => upsert({ email }, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(contactsMax);
    expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set([null, '403 plan_limit']));
    const known = emails[answers.findIndex(({ status }) => status === 201)];
    expect((await upsert({ email: known, first_name: 'Ada' }, key)).status).toBe(200);
  });

  it('names the bad field, and an unknown topic, and stores nothing then', async () => {
    const bad = await upsert({
      email: 'x@example.com',
      properties: { a: { b: 1 } },
      topics: [{ topic: 'news' }],
    });
    expect(bad.refusal).toBe('422 validation_error');
    expect(JSON.stringify(bad.body)).toMatch(/properties\.a: .*topics\[0\]\.state/);
    const unknown = { email: 'x@example.com', topics: [{ topic: 'nothing', state: 'SUBSCRIBED' }] };
    expect((await upsert(unknown)).refusal).toBe('422 unknown_topic');
    expect((await upsert({ email: 'Ada <x@example.com>' })).refusal).toBe('422 validation_error');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await upsert({ email: 'x@example.com', consent: { at: tomorrow } })).refusal).toBe(
      '422 validation_error',
    );
    expect(emailsOf(await list(''))).toEqual([]);
  });
});

describe('a contact whose mail came back', () => {
  it.each([
    ['hard_bounce', 'BOUNCED', 'bounce'],
    ['complaint', 'COMPLAINED', 'complaint'],
  ])('by %s is %s, and no upsert changes that', async (reason, status, actor) => {
    const { body } = await upsert({ email: 'Back@example.com' });
    await suppress('back@example.com', reason);
    expect((await upsert({ email: 'back@example.com', status: 'SUBSCRIBED' })).body.status).toBe(status);
    expect(await historyOf(body.id)).toMatchObject([
      { from: 'SUBSCRIBED', to: status, actor, key_id: null },
      { from: null, to: 'SUBSCRIBED', actor: 'api_key', key_id: api.key.id },
    ]);
  });

  it('is so from its first moment when the address was known for it', async () => {
    await suppress('old@example.com', 'complaint');
    expect((await upsert({ email: 'old@example.com', status: 'SUBSCRIBED' })).body.status).toBe('COMPLAINED');
  });

  it('by an unsubscription of one domain stays what it is', async () => {
    await upsert({ email: 'here@example.com' });
    await suppress('here@example.com', 'unsubscribe');
    expect((await upsert({ email: 'here@example.com' })).body.status).toBe('SUBSCRIBED');
  });
});

describe('subscriptions', () => {
  it('are kept with their proof, newest first', async () => {
    const consent = {
      ...{
        source: 'footer form',
        ip_address: '192.0.2.7',
        user_agent: 'Firefox',
        at: '2026-01-02T03:04:05.000Z',
      },
    };
    const topics = [{ topic: 'news', state: 'SUBSCRIBED' }];
    const { body } = await upsert({ email: 'ada@example.com', topics, consent });
    expect(body.topics).toEqual(topics);
    const path = `/contacts/${body.id}/subscriptions`;
    const answer = await api.post<ContactResource>(path, api.key, { topic: 'news', state: 'UNSUBSCRIBED' });
    expect(answer.body.topics).toEqual([{ topic: 'news', state: 'UNSUBSCRIBED' }]);
    // Nothing changes, so there is nothing to tell.
    await api.post(path, api.key, { topics: [{ topic: 'news', state: 'UNSUBSCRIBED' }] });
    expect(await historyOf(body.id)).toMatchObject([
      { topic: 'news', from: 'SUBSCRIBED', to: 'UNSUBSCRIBED', source: null },
      {
        topic: 'news',
        from: null,
        to: 'SUBSCRIBED',
        source: 'footer form',
        ip_address: '192.0.2.7',
        at: consent.at,
      },
      { topic: null, from: null, to: 'SUBSCRIBED', user_agent: 'Firefox' },
    ]);
  });

  it('need a topic that exists, and a contact', async () => {
    const { body } = await upsert({ email: 'ada@example.com' });
    const set = (id: string, wish: object) => api.post(`/contacts/${id}/subscriptions`, api.key, wish);
    expect((await set(body.id, { topic: 'nothing', state: 'SUBSCRIBED' })).refusal).toBe('422 unknown_topic');
    expect((await set(body.id, { topic: 'news' })).refusal).toBe('422 validation_error');
    expect((await set(body.id, {})).refusal).toBe('422 validation_error');
    expect((await set(newId(), { topic: 'news', state: 'SUBSCRIBED' })).refusal).toBe('404 not_found');
  });
});

describe('a batch', () => {
  it('stores a thousand, and returns the result of each item', async () => {
    const items: unknown[] = Array.from({ length: 996 }, (_, n) => ({ email: `b${n}@example.com` }));
    items.push({ email: 'no-address' }, { email: 'B0@example.com', first_name: 'Again' });
    items.push({ email: 'c@example.com', topics: [{ topic: 'nothing', state: 'SUBSCRIBED' }] }, 7);
    const { status, body } = await api.post<{ data: object[] }>('/contacts/batch', api.key, items);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1_000);
    expect(body.data.slice(0, 996).every((entry) => 'created' in entry && entry.created === true)).toBe(true);
    expect(body.data.slice(996)).toMatchObject([
      { error: { code: 'validation_error', message: 'email: not an email address' } },
      { ...body.data[0], created: false },
      { error: { code: 'unknown_topic' } },
      { error: { code: 'validation_error' } },
    ]);
    expect((await list('?email=b0@example.com')).data).toMatchObject([{ first_name: 'Again' }]);
    const { rows } = await api.pool.query(
      'SELECT sum(contacts)::int AS contacts FROM contact_counts WHERE organization_id = $1',
      [api.organizationId],
    );
    expect(rows).toEqual([{ contacts: 996 }]);
  });

  it('of none, or of more than a thousand, is refused', async () => {
    const many = Array.from({ length: 1_001 }, () => ({ email: 'a@example.com' }));
    expect((await api.post('/contacts/batch', api.key, [])).refusal).toBe('422 validation_error');
    expect((await api.post('/contacts/batch', api.key, many)).refusal).toBe('422 validation_error');
  });
});

describe('the list', () => {
  it('finds by address, part, status and topic, page by page', async () => {
    await upsert({ email: 'ada@example.com', first_name: 'Ada' });
    await upsert({ email: 'grace@example.com', first_name: 'Grace', status: 'UNSUBSCRIBED' });
    await upsert({ email: 'alan@example.com', topics: [{ topic: 'news', state: 'UNSUBSCRIBED' }] });
    expect(emailsOf(await list('?search=A%40EX'))).toEqual(['ada@example.com']);
    expect(emailsOf(await list('?search=grACE'))).toEqual(['grace@example.com']);
    expect(emailsOf(await list('?status=UNSUBSCRIBED'))).toEqual(['grace@example.com']);
    expect(emailsOf(await list('?topic=news'))).toEqual(['grace@example.com', 'ada@example.com']);
    expect(emailsOf(await list('?topic=offers'))).toEqual([]);
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${first.next_cursor ?? ''}`);
    expect([...emailsOf(first), ...emailsOf(rest)]).toEqual([
      'alan@example.com',
      'grace@example.com',
      'ada@example.com',
    ]);
    expect(rest.next_cursor).toBeUndefined();
  });
});

it('a contact that is deleted is gone with its history; what suppresses its address stays', async () => {
  const { body } = await upsert({
    email: 'ada@example.com',
    topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
  });
  await suppress('ada@example.com', 'hard_bounce');
  const answer = await api.delete('/contacts/Ada@example.com');
  expect([answer.status, answer.body]).toEqual([200, { object: 'contact', id: body.id, deleted: true }]);
  expect((await api.get(`/contacts/${body.id}`)).refusal).toBe('404 not_found');
  const { rows } = await api.pool.query(
    `SELECT (SELECT count(*)::int FROM subscription_changes WHERE contact_id = $1) AS changes,
       (SELECT count(*)::int FROM topic_subscriptions WHERE contact_id = $1) AS subscriptions,
       (SELECT json_agg(coalesce(before, after)) FROM audit_entries WHERE target_id = $1::text) AS stored`,
    [body.id],
  );
  expect(rows).toEqual([{ changes: 0, subscriptions: 0, stored: [null] }]);
  expect((await upsert({ email: 'ada@example.com' })).body.status).toBe('BOUNCED');
});
