import { newId } from '@postrider/contracts/ids';
import type {
  RenderedTemplate,
  TemplateResource,
  TemplateSummary,
  TemplateUses,
  TemplateVersionSummary,
} from '@postrider/contracts/templates';
import { createApiKey, createDomain, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi();

const receipt = {
  slug: 'receipt',
  name: 'Receipt',
  subject: 'Order {{ order.id }}',
  html: '<p>{{ name }}</p>{% for item in items %}<i>{{ item.title }}</i>{% endfor %}',
  text: 'Dear {{ name }}',
  variables: [
    { key: 'name', type: 'string', required: false, fallback: 'customer' },
    { key: 'order.id', type: 'string', required: true },
    { key: 'items', type: 'list', required: false },
  ],
};

const create = (body: unknown = receipt, by = api.key): Promise<Answer<TemplateResource>> =>
  api.post('/templates', by, body);
const act = (action: string, name = 'receipt', by = api.key): Promise<Answer<TemplateResource>> =>
  api.post(`/templates/${name}/${action}`, by);
const update = (body: unknown, name = 'receipt', by = api.key): Promise<Answer<TemplateResource>> =>
  api.send(`/templates/${name}`, { method: 'PATCH', key: by, body });
const preview = (body: unknown, name = 'receipt', by = api.key): Promise<Answer<RenderedTemplate>> =>
  api.post(`/templates/${name}/render`, by, body);
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;

it('creates a draft, and shows it by id and by slug', async () => {
  const created = await create();
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    object: 'template',
    id: expect.any(String),
    ...receipt,
    document: null,
    status: 'draft',
    current_version: null,
    published_at: null,
    created_at: time,
    updated_at: time,
  });
  for (const name of [created.body.id, created.body.id.toUpperCase(), 'receipt']) {
    expect((await api.get(`/templates/${name}`)).body).toEqual(created.body);
  }
  expect((await create({ slug: 'bare' })).body).toMatchObject({
    ...{ name: 'bare', subject: null, html: null, text: null, variables: [] },
  });
});

it('changes what is given of a draft, and clears what is null', async () => {
  const { id } = (await create()).body;
  const changed = await update({ html: null, subject: 'New', name: 'Bill', slug: 'bill' });
  expect(changed.body).toMatchObject({ id, slug: 'bill', name: 'Bill', subject: 'New', html: null });
  expect(changed.body).toMatchObject({ text: receipt.text, variables: receipt.variables });
  expect((await update({}, 'bill')).body).toMatchObject({ subject: 'New', variables: receipt.variables });
  expect((await api.get('/templates/receipt')).refusal).toBe('404 not_found');
});

it('gives each slug to one template of an organization', async () => {
  await create();
  await create({ slug: 'other' });
  expect((await create()).refusal).toBe('409 slug_taken');
  expect((await update({ slug: 'receipt' }, 'other')).refusal).toBe('409 slug_taken');
  const both = await Promise.all([create({ slug: 'twin' }), create({ slug: 'twin' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const foreign = await createOrganization(api.pool);
  const foreignKey = await createApiKey(api.pool, { organizationId: foreign.id });
  expect((await create(receipt, foreignKey)).status).toBe(201);
});

it('publishes the draft as the next version, and leaves earlier ones as they were', async () => {
  await create();
  const first = await act('publish');
  expect(first.body).toMatchObject({
    status: 'published',
    current_version: 1,
    published_at: expect.any(String),
  });
  await update({ subject: 'Changed {{ order.id }}' });
  expect((await api.get<TemplateResource>('/templates/receipt')).body).toMatchObject({
    ...{ status: 'published', current_version: 1, subject: 'Changed {{ order.id }}' },
  });
  expect((await act('publish')).body.current_version).toBe(2);
  const data = { order: { id: '7' } };
  const subjects = [1, 2, 'latest', undefined].map(
    async (version) => (await preview({ data, version })).body.subject,
  );
  expect(await Promise.all(subjects)).toEqual(['Order 7', 'Changed 7', 'Changed 7', 'Changed 7']);
  expect((await preview({ data, version: 3 })).refusal).toBe('422 template_not_found');
  expect((await preview({ data, version: 9_007_199_254_740_991 })).refusal).toBe('422 template_not_found');
});

it('numbers versions without gaps, also when they are published at the same time', async () => {
  await create();
  const answers = await Promise.all(Array.from({ length: 8 }, () => act('publish')));
  expect(answers.map(({ body }) => body.current_version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await update({ subject: '{{ broken' });
  expect((await act('publish')).refusal).toBe('422 validation_error');
  await update({ subject: 'mended' });
  expect((await act('publish')).body.current_version).toBe(9);
});

it('lists the versions with their authors, newest first, and shows each as it was published', async () => {
  const { pool } = api;
  const { id } = (await create()).body;
  const other = await api.createKey({ permission: 'ADMIN', name: 'Designer' });
  await act('publish');
  await update({ html: null, text: 'Changed', variables: [], subject: 'Second' });
  await act('publish', 'receipt', other);
  await act('publish');
  await pool.query(
    'UPDATE template_versions SET audit_entry_id = NULL WHERE template_id = $1 AND number = 1',
    [id],
  );
  const list = (query: string): Promise<Answer<Page<TemplateVersionSummary>>> =>
    api.get(`/templates/receipt/versions${query}`);
  const newest = (await list('?limit=2')).body;
  const oldest = (await list(`?limit=2&cursor=${newest.next_cursor}`)).body;
  const at = expect.stringMatching(/Z$/);
  const object = 'template_version';
  const by = (author: ApiKeyFixture, name: string) => ({ type: 'key', id: author.id, name });
  expect([newest.data, oldest]).toEqual([
    [
      { object, version: 3, subject: 'Second', published_at: at, published_by: by(api.key, 'ADMIN live') },
      { object, version: 2, subject: 'Second', published_at: at, published_by: by(other, 'Designer') },
    ],
    {
      object: 'list',
      data: [{ object, version: 1, subject: receipt.subject, published_at: at, published_by: null }],
    },
  ]);
  expect((await api.get(`/templates/${id}/versions/1`)).body).toEqual({
    ...oldest.data[0],
    ...{ document: null, html: receipt.html, text: receipt.text, variables: receipt.variables },
  });
  expect((await api.get('/templates/receipt/versions/2')).body).toMatchObject({
    ...{ html: null, text: 'Changed', variables: [] },
  });
  expect((await api.get('/templates/receipt/versions/4')).refusal).toBe('404 not_found');
  for (const version of ['0', 'latest', '1.0', '99999999999']) {
    const answer = await api.get(`/templates/receipt/versions/${version}`);
    expect([version, answer.refusal]).toEqual([version, '422 validation_error']);
    expect(JSON.stringify(answer.body)).toContain('version: must be a whole number');
  }
});

it('publishes nothing that could not be rendered, and names every fault', async () => {
  await create({
    slug: 'faulty',
    subject: '{{ who }}',
    html: '{% include "./package.json" %}',
    text: '{{ a | raw }}',
  });
  expect(message(await act('publish', 'faulty'))).toBe(
    '422 validation_error: subject: who is not declared; html: tag "include" not found, line:1, col:1; ' +
      'text: undefined filter: raw, line:1, col:1',
  );
  expect(message(await preview({}, 'faulty'))).toContain('html: tag "include" not found');
  await create({ slug: 'empty' });
  expect(message(await act('publish', 'empty'))).toBe(
    '422 validation_error: subject: required; html: html or text is required',
  );
  expect((await api.get('/templates/faulty')).body).toMatchObject({
    status: 'draft',
    current_version: null,
  });
});

it('archives, and takes into use again with the next version', async () => {
  await create();
  await act('publish');
  expect((await act('archive')).body).toMatchObject({ status: 'archived', current_version: 1 });
  expect((await act('archive')).status).toBe(200);
  expect((await act('publish')).body).toMatchObject({ status: 'published', current_version: 2 });
});

it('previews the draft with data of any shape that a send may have', async () => {
  await create();
  const data = { 'order.id': '<7>', items: [{ title: '<b>' }] };
  expect((await preview({ data })).body).toEqual({
    object: 'rendered_template',
    subject: 'Order <7>',
    html: '<p>customer</p><i>&lt;b&gt;</i>',
    text: 'Dear customer',
  });
  expect(message(await preview({ data: { order: { no: 1 }, name: 5 } }))).toBe(
    '422 template_variables: missing: order.id; unknown: order.no; mistyped: name (must be string)',
  );
  expect((await preview({})).refusal).toBe('422 template_variables');
  expect((await preview({ data: { order: { id: 'a\nb' } } })).refusal).toBe('422 invalid_subject');
  expect((await preview({ data: [] })).refusal).toBe('422 validation_error');
});

it('lists over pages, newest first, without content, by status when asked', async () => {
  for (const slug of ['a', 'b', 'c', 'd']) await create({ ...receipt, slug });
  await act('publish', 'b');
  const list = (query: string): Promise<Answer<Page<TemplateSummary>>> => api.get(`/templates${query}`);
  const first = await list('?limit=3');
  const second = await list(`?limit=3&cursor=${first.body.next_cursor}`);
  expect([...first.body.data, ...second.body.data].map(({ slug }) => slug)).toEqual(['d', 'c', 'b', 'a']);
  expect(first.body.data[0]).not.toHaveProperty('html');
  expect((await list('?status=published')).body.data.map(({ slug }) => slug)).toEqual(['b']);
  expect((await list('?status=gone')).refusal).toBe('422 validation_error');
  expect((await list('?cursor=x')).refusal).toBe('422 invalid_cursor');
});

it('records who changed what, with digests of the bodies', async () => {
  const { id } = (await create()).body;
  await update({ html: '<p>new</p>' });
  await act('publish');
  await act('archive');
  const { rows } = await api.pool.query<{ before: object | null; after: object }>(
    'SELECT * FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  const common = { actor_type: 'key', actor_id: api.key.id, target_type: 'template', target_id: id };
  expect(rows).toMatchObject([
    { ...common, action: 'template.create', before: null, after: { slug: 'receipt', current_version: 0 } },
    { ...common, action: 'template.update', request_id: expect.any(String) },
    { ...common, action: 'template.publish', before: { status: 'draft' }, after: { current_version: 1 } },
    { ...common, action: 'template.archive', before: { status: 'published' }, after: { status: 'archived' } },
  ]);
  expect(rows[1]?.before).not.toEqual(rows[1]?.after);
  expect(JSON.stringify(rows)).not.toContain('<p>');
  const failed = [await create(), await update({ slug: 'Ä' }), await act('publish', 'none')];
  expect(failed.map(({ status }) => status)).toEqual([409, 422, 404]);
  const { rowCount } = await api.pool.query('SELECT 1 FROM audit_entries WHERE organization_id = $1', [
    api.organizationId,
  ]);
  expect(rowCount).toBe(4);
});

it('a template is read by any key, and written by live ADMIN keys without restriction', async () => {
  await create();
  const full = await api.createKey({ permission: 'FULL' });
  const send = await api.createKey({ permission: 'SEND', mode: 'test' });
  const test = await api.createKey({ permission: 'ADMIN', mode: 'test' });
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  for (const by of [full, send, test, restricted]) {
    expect((await api.get('/templates', by)).status).toBe(200);
    expect((await api.get('/templates/receipt', by)).status).toBe(200);
    expect((await preview({ data: { order: { id: '1' } } }, 'receipt', by)).status).toBe(200);
  }
  for (const [by, refusal] of [
    [full, '403 forbidden'],
    [test, '403 test_key_not_allowed'],
    [restricted, '403 forbidden_domain'],
  ] as const) {
    expect((await create({ slug: 'new' }, by)).refusal).toBe(refusal);
    expect((await update({ name: 'x' }, 'receipt', by)).refusal).toBe(refusal);
    expect((await act('publish', 'receipt', by)).refusal).toBe(refusal);
    expect((await act('archive', 'receipt', by)).refusal).toBe(refusal);
  }
});

it.each(['nothing', newId(), '..', 'A%00b', '%F0%9F%92%A9', 'x'.repeat(300)])(
  'knows no template %s',
  async (name) => {
    await create();
    expect((await api.get(`/templates/${encodeURIComponent(decodeURIComponent(name))}`)).refusal).toBe(
      '404 not_found',
    );
  },
);

const declared = (variable: object): object => ({
  slug: 'x',
  variables: [{ key: 'a', type: 'string', ...variable }],
});

it.each([
  [{}],
  [{ slug: '' }],
  [{ slug: 'No' }],
  [{ slug: newId() }],
  [{ slug: 'x', name: '' }],
  [{ slug: 'x', html: 7 }],
  [{ slug: 'x', html: 'a\0' }],
  [{ slug: 'x', html: 'x'.repeat(500_001) }],
  [{ slug: 'x', variables: {} }],
  [declared({ key: 'a b' })],
  [declared({ key: '__proto__' })],
  [declared({ key: 'constructor.x' })],
  [declared({ type: 'date' })],
  [declared({ fallback: 1 })],
  [declared({ fallback: 'a\0' })],
  [
    {
      slug: 'x',
      variables: [
        { key: 'a', type: 'string' },
        { key: 'a.b', type: 'string' },
      ],
    },
  ],
])('refuses %.60j and stores nothing', async (body) => {
  expect((await create(body)).refusal).toBe('422 validation_error');
  expect((await api.get<Page<TemplateSummary>>('/templates')).body.data).toEqual([]);
});

it('a template is found in the current steps of automations and in broadcasts, by id and slug', async () => {
  const { pool } = api;
  const { name, id: domainId } = await createDomain(pool, {
    ...{ organizationId: api.organizationId, stream: 'bulk', trackingVerified: true },
  });
  const other = await api.createDomain({ stream: 'bulk' });
  const restricted = await api.createKey({ domainIds: [other.id] });
  const content = { subject: 'Hi', text: 'Hi' };
  const template = (await create({ slug: 'hello', ...content })).body.id;
  await act('publish', 'hello');
  await create({ slug: 'unused', ...content });
  await act('publish', 'unused');
  const from = `a@${name}`;
  const inner = (named: object) => ({
    type: 'condition',
    if: { all: [] },
    else: [{ type: 'send', from, template: named }],
  });
  const automation = async (title: string, steps: readonly object[]) =>
    (await api.post<{ id: string }>('/automations', api.key, { name: title, trigger: { event: 'x' }, steps }))
      .body.id;
  const bySlug = await automation('By slug', [inner({ slug: 'hello' })]);
  const byId = await automation('By id', [inner({ id: template.toUpperCase() })]);
  const changed = await automation('Changed', [inner({ slug: 'hello' })]);
  const steps = [{ type: 'wait', duration: '1d' }];
  await api.send(`/automations/${changed}`, { method: 'PATCH', key: api.key, body: { steps } });
  const topic = await api.post<{ slug: string }>('/topics', api.key, { slug: 'news', name: 'News' });
  const filter = { all: [{ status: 'SUBSCRIBED' }] };
  const segment = (await api.post<{ id: string }>('/segments', api.key, { name: 'All', filter })).body.id;
  const broadcast = async (fields: object) =>
    (
      await api.post<{ id: string }>('/broadcasts', api.key, {
        ...{ name: 'b', topic: topic.body.slug, segment_id: segment, from, ...fields },
      })
    ).body.id;
  const whole = await broadcast({ template: { slug: 'hello' } });
  const tested = await broadcast({
    ...content,
    ab_test: {
      variants: [{}, { template: { id: template } }],
      percent: 20,
      wait_minutes: 60,
      metric: 'open',
    },
    track: { opens: true },
  });
  const uses = async (named: string, by = api.key) => {
    const { body } = await api.get<TemplateUses>(`/templates/${named}/uses`, by);
    const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
    return [ids(body.automations), ids(body.broadcasts), body.broadcasts_truncated];
  };
  expect(await uses('hello')).toEqual([[byId, bySlug], [tested, whole], false]);
  expect(await uses(template, restricted)).toEqual([[byId, bySlug], [], false]);
  expect(await uses('unused')).toEqual([[], [], false]);
  await api.delete(`/automations/${byId}`);
  await pool.query(
    `INSERT INTO broadcasts (id, organization_id, name, segment_id, topic_id, domain_id, api_key_id, from_header, from_address)
     SELECT gen_random_uuid(), organization_id, 'newer', segment_id, topic_id, $2, api_key_id, 'a@b.test', 'a@b.test'
     FROM broadcasts, generate_series(1, 2000) WHERE id = $1`,
    [whole, domainId],
  );
  const [automations, , isTruncated] = await uses('hello');
  expect([automations, isTruncated]).toEqual([[bySlug], true]);
});
