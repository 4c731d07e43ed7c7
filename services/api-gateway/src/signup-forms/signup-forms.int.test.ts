import { newId } from '@postrider/contracts/ids';
import type {
  SignupFormResource,
  SignupRequestCounts,
  SignupRequestResource,
} from '@postrider/contracts/signup-forms';
import { uuidV7Floor } from '@postrider/db';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi({ stream: 'transactional' });
beforeEach(async () => {
  for (const slug of ['news', 'offers']) await api.post('/topics', api.key, { slug, name: slug });
});

type Form = Answer<SignupFormResource>;
const create = (fields: object = {}, by = api.key): Promise<Form> =>
  api.post('/signup-forms', by, {
    name: 'Footer',
    from: `a@${api.domain.name}`,
    topics: ['news'],
    ...fields,
  });
const update = (id: string, body: object, by = api.key): Promise<Form> =>
  api.send(`/signup-forms/${id}`, { method: 'PATCH', key: by, body });
const read = (id: string, by = api.key): Promise<Form> => api.get(`/signup-forms/${id}`, by);
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;

it('a signup form is created with what it needs, shown with its page, changed field by field and removed', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toEqual({
    object: 'signup_form',
    id: expect.any(String) as string,
    name: 'Footer',
    url: `http://127.0.0.1:4000/f/${body.id}`,
    from: `a@${api.domain.name}`,
    reply_to: null,
    topics: ['news'],
    title: null,
    description: null,
    fields: [],
    redirect_url: null,
    confirmation_subject: null,
    confirmation_text: null,
    status: 'enabled',
    created_at: expect.any(String) as string,
    updated_at: expect.any(String) as string,
  });
  const change = {
    topics: ['offers', 'news', 'offers'],
    title: 'News',
    fields: ['first_name'],
    redirect_url: 'https://shop.example/welcome',
    reply_to: 'Shop <b@shop.example>',
    status: 'disabled',
  };
  const changed = (await update(body.id, change)).body;
  expect(changed).toMatchObject({ ...change, topics: ['news', 'offers'], name: 'Footer' });
  const cleared = (await update(body.id, { title: null, reply_to: null, redirect_url: null })).body;
  expect(cleared).toMatchObject({ title: null, reply_to: null, redirect_url: null, fields: ['first_name'] });
  expect((await read(body.id)).body).toEqual(cleared);
  expect((await api.get<Page<SignupFormResource>>('/signup-forms')).body.data).toEqual([cleared]);
  expect((await api.delete(`/signup-forms/${body.id}`)).status).toBe(204);
  expect((await read(body.id)).refusal).toBe('404 not_found');
  expect((await api.delete(`/signup-forms/${body.id}`)).refusal).toBe('404 not_found');
});

it.each([
  [{ topics: [] }, '422 validation_error: topics: needs at least one topic'],
  [{ topics: ['news', 'nothing'] }, '422 unknown_topic: There is no topic with the slug nothing.'],
  [{ from: 'no-address' }, '422 invalid_from'],
  [{ from: 'a@unheard.of.example' }, '422 unknown_domain'],
  [{ reply_to: 'no-address' }, '422 validation_error: reply_to: not an email address'],
  [{ redirect_url: 'http://shop.example' }, '422 validation_error: redirect_url: must use https'],
  [{ redirect_url: 'javascript:alert(1)' }, '422 validation_error: redirect_url: must use https'],
  [{ redirect_url: 'https://a:b@shop.example' }, '422 validation_error: redirect_url: must not contain'],
  [{ redirect_url: 'shop' }, '422 validation_error: redirect_url: must be a URL'],
  [{ fields: ['phone'] }, '422 validation_error: fields[0]'],
])('a signup form is refused with %j', async (fields, refusal) => {
  expect(message(await create(fields))).toContain(refusal);
  const { body } = await create();
  expect(message(await update(body.id, fields))).toContain(refusal);
});

it('takes a page of this machine as its redirect_url in development', async () => {
  const { body } = await create({ redirect_url: 'http://localhost:3000/welcome' });
  expect(body.redirect_url).toBe('http://localhost:3000/welcome');
});

it('a signup form is seen and changed by restricted keys of its domain alone', async () => {
  const other = await api.createDomain();
  const mine = await api.createKey({ domainIds: [api.domain.id] });
  const foreign = await api.createKey({ domainIds: [other.id] });
  const { body } = await create({}, mine);
  expect((await read(body.id, mine)).status).toBe(200);
  expect((await read(body.id, foreign)).refusal).toBe('404 not_found');
  expect((await update(body.id, { name: 'x' }, foreign)).refusal).toBe('404 not_found');
  expect((await update(body.id, { from: `a@${other.name}` }, mine)).refusal).toBe('403 forbidden_domain');
  expect((await api.get<Page<unknown>>('/signup-forms', foreign)).body.data).toEqual([]);
});

it('keeps its domain and its topics from being deleted, and is named', async () => {
  const { body } = await create({ name: 'Shop footer' });
  const topic = await api.delete('/topics/news');
  expect(topic.refusal).toBe('409 topic_in_use');
  expect(topic.text).toContain('Shop footer');
  const refused = await api.delete(`/domains/${api.domain.id}`);
  expect(refused.refusal).toBe('409 domain_in_use');
  expect(refused.text).toContain('Shop footer');
  expect(refused.text).toContain(body.id);
  await api.delete(`/signup-forms/${body.id}`);
  expect((await api.delete(`/domains/${api.domain.id}`)).status).toBe(204);
  expect((await api.delete('/topics/news')).status).toBe(204);
});

it('lists who has filled it in, with the state of each, and counts them by state', async () => {
  const { body } = await create();
  const insert = (email: string, [expires, confirmed]: readonly [string, string | null], id = newId()) =>
    api.pool.query(
      `INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, topics, token_hash, ip_address,
         client_network, language, message_id, created_at, expires_at, confirmed_at)
       VALUES ($1, $2, $3, $4, $4, '{news}', sha256($4::text::bytea), '192.0.2.1', 'n', 'en', $1, now(), $5, $6)`,
      [id, body.id, api.organizationId, email, expires, confirmed],
    );
  await insert('a@x.test', ['2030-01-01', null]);
  await insert('b@x.test', ['2020-01-01', null]);
  await insert('c@x.test', ['2020-01-01', '2019-12-31']);
  const page = (query: string) =>
    api.get<Page<SignupRequestResource>>(`/signup-forms/${body.id}/requests${query}`);
  const first = (await page('?limit=2')).body;
  expect(first.data.map(({ email, state }) => [email, state])).toEqual([
    ['c@x.test', 'confirmed'],
    ['b@x.test', 'expired'],
  ]);
  expect(first.data[0]).toMatchObject({ ip_address: '192.0.2.1', confirmed_at: '2019-12-31T00:00:00.000Z' });
  const second = (await page(`?cursor=${first.next_cursor}`)).body;
  expect(second.data.map(({ email, state }) => [email, state])).toEqual([['a@x.test', 'pending']]);

  // Older than 30 days.
  await insert('d@x.test', ['2020-01-01', '2019-12-31'], uuidV7Floor(new Date('2019-12-30')));
  const counts = await api.get<SignupRequestCounts>(`/signup-forms/${body.id}/request-counts`);
  expect(counts.body).toMatchObject({ form_id: body.id, pending: 1, confirmed: 1, expired: 1 });
  expect(daysSince(counts.body.since)).toBeCloseTo(30, 1);
});

it('counts the newest 10,000 requests of a form, and says since when', async () => {
  const { body } = await create();
  await api.pool.query(
    `INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, topics, token_hash, ip_address,
       client_network, language, message_id, created_at, expires_at, confirmed_at)
     SELECT uuidv7, $1, $2, n || '@x.test', n || '@x.test', '{news}', sha256(uuidv7::text::bytea), '', 'n', 'en', uuidv7,
       $3::timestamptz - n * interval '1 minute', now(), CASE WHEN n <= 2500 THEN now() END
     FROM generate_series(1, 10001) n,
       LATERAL (SELECT (lpad(to_hex($4::bigint - n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid AS uuidv7) id`,
    [body.id, api.organizationId, new Date(0), Date.now()],
  );
  const counts = await api.get<SignupRequestCounts>(`/signup-forms/${body.id}/request-counts`);
  expect(counts.body).toMatchObject({ pending: 0, confirmed: 2_500, expired: 7_500 });
  expect(counts.body.since).toBe(new Date(-10_000 * 60_000).toISOString());
});

const daysSince = (time: string): number => (Date.now() - Date.parse(time)) / 86_400_000;

it('a signup form is audited', async () => {
  const { body } = await create();
  await update(body.id, { name: 'New' });
  await api.delete(`/signup-forms/${body.id}`);
  const log = await api.get<Page<{ action: string }>>('/audit-log');
  const actions = log.body.data.map(({ action }) => action).filter((action) => action.startsWith('signup'));
  expect(actions).toEqual(['signup_form.delete', 'signup_form.update', 'signup_form.create']);
});
