import type { BatchResponse, SendEmailResponse } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization } from '@postrider/testkit';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let replica: TestApi;
let from: string;

const api = useApi();
beforeAll(async () => {
  replica = await api.startReplica();
});
beforeEach(async () => {
  from = `hi@${(await api.createDomain()).name}`;
});

const variables = [
  { key: 'name', type: 'string', required: true },
  { key: 'order.total', type: 'number', required: false, fallback: 0 },
  { key: 'rows', type: 'list', required: false },
];

async function publish(slug: string, content: object, by = api.key): Promise<string> {
  const { body } = await api.post<{ id: string }>('/templates', by, { slug, variables, ...content });
  expect((await api.post(`/templates/${slug}/publish`, by)).status).toBe(200);
  return body.id;
}

async function republish(slug: string, content: object): Promise<void> {
  expect(
    (await api.send(`/templates/${slug}`, { method: 'PATCH', key: api.key, body: content })).status,
  ).toBe(200);
  expect((await api.post(`/templates/${slug}/publish`, api.key)).status).toBe(200);
}

const send = (
  template: object,
  more: object = {},
  through: TestApi = api,
): Promise<Answer<SendEmailResponse>> =>
  through.post('/emails', api.key, { from, to: 'ada@example.com', template, ...more });

const fault = ({ refusal, body }: Answer<unknown>): string =>
  `${refusal}: ${(body as { error: { message: string } }).error.message}`;

interface Stored {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly template: unknown;
}

async function stored({ status, text, body }: Answer<SendEmailResponse>): Promise<Stored | undefined> {
  if (status !== 200) throw new Error(text);
  const { rows } = await api.pool.query<Stored>(
    `SELECT m.subject, c.html, c.text, m.template FROM messages m
     JOIN message_contents c ON c.message_id = m.id WHERE m.id = $1`,
    [body.id],
  );
  return rows[0];
}

it('stores what the template becomes, and which version of which it was', async () => {
  const id = await publish('welcome', {
    subject: '{{ name }}, welcome',
    html: '<p>{{ name }}{% for r in rows %}<i>{{ r }}</i>{% endfor %}{{ order.total }}</p>',
    text: '{{ name }}',
  });
  const data = { name: 'Ada & <b>', rows: [1, '<'], 'order.total': 9.5 };
  const sent = {
    subject: 'Ada & <b>, welcome',
    html: '<p>Ada &amp; &lt;b&gt;<i>1</i><i>&lt;</i>9.5</p>',
    text: 'Ada & <b>',
    template: { id, slug: 'welcome', version: 1 },
  };
  expect(await stored(await send({ slug: 'welcome', data }))).toEqual(sent);
  expect(await stored(await send({ id, version: 'latest', data }))).toEqual(sent);
  expect(await stored(await send({ id: id.toUpperCase(), version: 1, data }))).toEqual(sent);
  const answer = await send({ slug: 'welcome', data });
  expect((await api.get(`/emails/${answer.body.id}`)).body).toMatchObject({
    ...{ subject: sent.subject, html: sent.html, text: sent.text },
  });
});

it('an email from a template has no body that the template does not have, and no template when it was given content', async () => {
  await publish('short', { subject: 's', text: 'Hi {{ name }}' });
  expect(await stored(await send({ slug: 'short', data: { name: 'x' } }))).toMatchObject({
    html: null,
    text: 'Hi x',
  });
  const plain = await api.post<SendEmailResponse>('/emails', api.key, {
    from,
    to: 'a@example.com',
    subject: 's',
    html: 'h',
  });
  expect(await stored(plain)).toEqual({ subject: 's', html: 'h', text: null, template: null });
});

it('sends the newest publication on every replica at once, and named versions as they were', async () => {
  await publish('news', { subject: 'v1', text: '-' });
  const data = { name: 'x' };
  for (const through of [api, replica]) {
    expect(await stored(await send({ slug: 'news', data }, {}, through))).toMatchObject({ subject: 'v1' });
  }
  for (let version = 2; version <= 6; version += 1) {
    await republish('news', { subject: `v${version}` });
    for (const through of [replica, api]) {
      const latest = await stored(await send({ slug: 'news', data }, {}, through));
      const first = await stored(await send({ slug: 'news', version: 1, data }, {}, through));
      expect([latest, first]).toMatchObject([
        { subject: `v${version}`, template: { version } },
        { subject: 'v1', template: { version: 1 } },
      ]);
    }
  }
});

it('never sends a draft', async () => {
  await api.post('/templates', api.key, { slug: 'draft', subject: 's', text: 't' });
  expect((await send({ slug: 'draft' })).refusal).toBe('422 template_not_found');
  await publish('edited', { subject: 'published', text: 't' });
  await api.send('/templates/edited', { method: 'PATCH', key: api.key, body: { subject: 'draft' } });
  expect(await stored(await send({ slug: 'edited', data: { name: 'x' } }))).toMatchObject({
    subject: 'published',
  });
});

it('forgets archived templates and old slugs on the next send, and finds new ones', async () => {
  await publish('one', { subject: 's', text: 't' });
  const data = { name: 'x' };
  const status = async (slug: string): Promise<string | number> => {
    const { refusal, status: code } = await send({ slug, data }, {}, replica);
    return refusal ?? code;
  };
  expect([await status('one'), await status('two')]).toEqual([200, '422 template_not_found']);
  await api.send('/templates/one', { method: 'PATCH', key: api.key, body: { slug: 'two' } });
  expect([await status('one'), await status('two')]).toEqual(['422 template_not_found', 200]);
  await api.post('/templates/two/archive', api.key);
  expect(await status('two')).toBe('422 template_not_found');
  await api.post('/templates/two/publish', api.key);
  expect(await status('two')).toBe(200);
});

it('answers a repeated call as it was, whatever became of its template, also in a batch', async () => {
  await publish('gone', { subject: 's', text: 't' });
  const item = { from, to: 'ada@example.com', template: { slug: 'gone', data: { name: 'x' } } };
  const single = await send(item.template, { idempotency_key: 'single' });
  const batch = () =>
    api.post<BatchResponse>('/emails/batch', api.key, [
      { ...item, idempotency_key: 'in a batch' },
      { ...item, idempotency_key: `new ${newId()}` },
    ]);
  const [first] = (await batch()).body.data;
  await api.post('/templates/gone/archive', api.key);

  const again = await send(item.template, { idempotency_key: 'single' });
  expect([again.status, again.body]).toEqual([200, single.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await batch()).body.data).toEqual([
    first,
    { error: expect.objectContaining({ code: 'template_not_found' }) },
  ]);
  expect((await send(item.template, { idempotency_key: 'another' })).refusal).toBe('422 template_not_found');
  expect((await send(item.template)).refusal).toBe('422 template_not_found');
});

it('finds no template that is not there, or not of this organization', async () => {
  const stranger = await createOrganization(api.pool);
  const strangerKey = await createApiKey(api.pool, { organizationId: stranger.id });
  const foreign = await publish('foreign', { subject: 's', text: 't' }, strangerKey);
  await publish('mine', { subject: 's', text: 't' });
  const choices = [
    ...[
      { slug: 'none' },
      { slug: 'foreign' },
      { id: foreign },
      { id: newId() },
      { id: 'mine' },
      { slug: 'MINE' },
    ],
    ...[
      { slug: 'mine', version: 2 },
      { slug: 'mine', version: 9_007_199_254_740_991 },
      { slug: "x' OR '1'='1" },
    ],
  ];
  for (const choice of choices) {
    expect([choice, (await send({ ...choice, data: { name: 'x' } })).refusal]).toEqual([
      choice,
      '422 template_not_found',
    ]);
  }
});

it('says which variables are missing, unknown and mistyped', async () => {
  await publish('strict', { subject: 's', text: 't' });
  expect(fault(await send({ slug: 'strict', data: { order: { total: '9', tax: 1 }, nmae: 'Ada' } }))).toBe(
    '422 template_variables: missing: name; unknown: order.tax, nmae; mistyped: order.total (must be number)',
  );
  expect(fault(await send({ slug: 'strict' }))).toBe('422 template_variables: missing: name');
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]));
  expect(fault(await send({ slug: 'strict', data: { name: 'x', ...many } }))).toMatch(/k19 and 480 more$/);
  for (const polluting of ['"rows": [{"__proto__": {"admin": true}}]', '"__proto__": {"admin": true}']) {
    const data = `{"name": "x", ${polluting}}`;
    const raw = `{"from": "${from}", "to": "a@example.com", "template": {"slug": "strict", "data": ${data}}}`;
    expect(fault(await api.post('/emails', api.key, raw))).toBe('422 template_variables: unknown: __proto__');
  }
});

it.each([
  ['empty', ''],
  ['blank', '  '],
  ['of two lines', 'a\nb'],
  ['of two header lines', 'a\r\nBcc: eve@example.com'],
  ['of more than 998 characters', 'x'.repeat(999)],
])('refuses a rendered subject that is %s', async (_what, name) => {
  await publish('subject', { subject: '{{ name }}', text: 't' });
  expect((await send({ slug: 'subject', data: { name } })).refusal).toBe('422 invalid_subject');
  expect(await stored(await send({ slug: 'subject', data: { name: 'x'.repeat(998) } }))).toMatchObject({
    subject: 'x'.repeat(998),
  });
});

it('holds rendered bodies to the limits of any body', async () => {
  await publish('big', {
    subject: 's',
    html: '{% for r in rows %}{{ name }}{% endfor %}',
    text: '{{ name }}',
  });
  const rows = (count: number): number[] => Array<number>(count).fill(1);
  const data = (count: number, name: string) => ({ slug: 'big', data: { name, rows: rows(count) } });
  expect(fault(await send(data(21, 'x'.repeat(100_000))))).toMatch(
    /^422 validation_error: html: must have at most 2,000,000 characters after rendering/,
  );
  expect(fault(await send(data(11, 'ü'.repeat(100_000))))).toBe(
    '422 validation_error: html: must be at most 2,000,000 bytes',
  );
  expect(fault(await send(data(1, 'a\0b')))).toContain(
    '422 validation_error: template.data: must not contain a NUL character',
  );
  expect(await stored(await send(data(1, 'a\ud800')))).toMatchObject({ html: 'a\ufffd', text: 'a\ufffd' });
  expect(fault(await send(data(20_001, 'x')))).toMatch(
    /^422 validation_error: template.data: must have at most 20,000 values/,
  );
});

it('stops a template that would not end, and goes on answering', async () => {
  await publish('endless', {
    subject: 's',
    text: '{% for a in (1..999) %}{% for b in (1..999) %}{% endfor %}{% endfor %}',
  });
  const [endless, other] = await Promise.all([
    send({ slug: 'endless', data: { name: 'x' } }),
    api.get('/keys/me'),
  ]);
  expect(fault(endless)).toMatch(/^422 template_variables: text: takes too many steps/);
  expect(other.status).toBe(200);
});

it('tells what is wrong with the message before what is wrong with its template', async () => {
  expect((await send({ slug: 'none' }, { from: 'no-address' })).refusal).toBe('422 invalid_from');
  expect((await send({ slug: 'none' }, { from: 'a@elsewhere.test' })).refusal).toBe('422 unknown_domain');
  expect((await send({ slug: 'none' }, { subject: 'x' })).refusal).toBe('422 validation_error');
  expect((await send({ slug: 'none', id: newId() })).refusal).toBe('422 validation_error');
  expect((await send({})).refusal).toBe('422 validation_error');
});

it('renders each item of a batch with its own data, and fails items alone', async () => {
  const id = await publish('item', { subject: 'Hi {{ name }}', text: '{{ name }}' });
  await publish('other', { subject: 'Other', text: '{{ name }}' });
  const item = (template: object): object => ({ from, to: 'ada@example.com', template });
  const { body } = await api.post<BatchResponse>('/emails/batch', api.key, [
    item({ slug: 'item', data: { name: 'a' } }),
    item({ slug: 'item', data: {} }),
    item({ id, version: 2, data: { name: 'b' } }),
    item({ slug: 'other', data: { name: 'c' } }),
    { from, to: 'ada@example.com', subject: 'plain', text: 't' },
  ]);
  expect(body.data.map((entry) => ('error' in entry ? entry.error.code : 'sent'))).toEqual([
    ...['sent', 'template_variables', 'template_not_found', 'sent', 'sent'],
  ]);
  const ids = body.data.flatMap((entry) => ('id' in entry ? [entry.id] : []));
  const { rows } = await api.pool.query(
    'SELECT subject, template FROM messages WHERE id = ANY($1) ORDER BY array_position($1::uuid[], id)',
    [ids],
  );
  expect(rows).toMatchObject([
    { subject: 'Hi a', template: { id, slug: 'item', version: 1 } },
    { subject: 'Other', template: { slug: 'other' } },
    { subject: 'plain', template: null },
  ]);
});

it('counts a batch with templates once against the rate', async () => {
  for (const slug of ['r1', 'r2', 'r3']) await publish(slug, { subject: 's', text: 't' });
  const { id: keyId, organizationId } = (
    await api.pool.query<{ id: string; organizationId: string }>(
      'SELECT id, organization_id AS "organizationId" FROM api_keys WHERE id = $1',
      [api.key.id],
    )
  ).rows[0] ?? { id: '', organizationId: '' };
  expect(keyId).toBe(api.key.id);
  const slow = await createApiKey(api.pool, { organizationId, rateLimit: 1 });
  const items = ['r1', 'r2', 'r3', 'none'].map((slug) => ({
    from,
    to: 'ada@example.com',
    template: { slug, data: { name: 'x' } },
  }));
  const { body, status } = await api.post<BatchResponse>('/emails/batch', slow, items);
  expect(status).toBe(200);
  expect(body.data.map((entry) => 'id' in entry)).toEqual([true, true, true, false]);
});

it('lets a batch become no more than a batch may bring', async () => {
  await publish('bulky', { subject: 's', text: '{% for r in rows %}{{ name }}{% endfor %}' });
  const template = { slug: 'bulky', data: { name: 'x'.repeat(10_000), rows: Array(190).fill(1) } };
  const items = Array.from({ length: 12 }, () => ({ from, to: 'ada@example.com', template }));
  const { body } = await api.post<BatchResponse>('/emails/batch', api.key, items);
  expect(body.data.map((entry) => ('error' in entry ? entry.error.code : 'sent'))).toEqual([
    ...Array<string>(10).fill('sent'),
    ...Array<string>(2).fill('payload_too_large'),
  ]);
});
