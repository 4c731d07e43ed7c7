import type { AuditEntryResource } from '@postrider/contracts/audit';
import type { ErrorBody } from '@postrider/contracts/errors';
import type { TemplateResource } from '@postrider/contracts/templates';
import { createApiKey, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi({ stream: 'bulk', key: { name: 'Editor' } });

interface Changed {
  readonly ifMatch?: string | undefined;
  readonly by?: ApiKeyFixture;
}

const patch = <Body = unknown>(
  path: string,
  body: object,
  { ifMatch, by = api.key }: Changed = {},
): Promise<Answer<Body>> =>
  api.send(path, {
    ...{ method: 'PATCH', key: by, body },
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });
const versionOf = ({ headers }: Answer<unknown>): string => headers.get('etag') ?? 'none';
const errorOf = ({ body }: Answer<unknown>) => (body as ErrorBody).error;

const template = (over: object = {}) =>
  api.post<TemplateResource>('/templates', api.key, { slug: 'welcome', name: 'Welcome', html: 'a', ...over });

async function objectsOfAll(): Promise<readonly { path: string; created: Answer<unknown> | null }[]> {
  const from = `News <news@${api.domain.name}>`;
  const post = (path: string, body: object) => api.post<{ id: string }>(path, api.key, body);
  const topic = await post('/topics', { slug: 'news', name: 'News' });
  const segment = await post('/segments', { name: 'All', filter: { all: [{ status: 'SUBSCRIBED' }] } });
  const form = await post('/signup-forms', { name: 'Footer', from, topics: ['news'] });
  const steps = [{ type: 'wait', duration: '3d' }];
  const automation = await post('/automations', { name: 'Welcome', trigger: { event: 'x' }, steps });
  const content = { subject: 'Hi', html: '<p>{{ unsubscribe_url }}</p>' };
  const named = { name: 'May', segment_id: segment.body.id, topic: 'news', from };
  const broadcast = await post('/broadcasts', { ...named, ...content });
  const welcome = await template();
  return [
    { path: '/topics/news', created: topic },
    { path: `/segments/${segment.body.id}`, created: segment },
    { path: `/signup-forms/${form.body.id}`, created: form },
    { path: `/automations/${automation.body.id}`, created: automation },
    { path: `/broadcasts/${broadcast.body.id}`, created: broadcast },
    { path: '/templates/welcome', created: welcome },
    { path: '/organization', created: null },
  ];
}

it('each object that people edit has a version, which an update can name', async () => {
  for (const { path, created } of await objectsOfAll()) {
    const read = await api.get(path);
    const version = versionOf(read);
    expect([path, version]).toEqual([path, expect.stringMatching(/^"[\w-]{22}"$/)]);
    if (created) expect([path, created.status, versionOf(created)]).toEqual([path, 201, version]);
    expect(versionOf(await api.get(path))).toBe(version);

    const changed = await patch(path, { name: 'Second' }, { ifMatch: version });
    expect([path, changed.status]).toEqual([path, 200]);
    expect(versionOf(changed)).not.toBe(version);
    expect(versionOf(await api.get(path))).toBe(versionOf(changed));

    const stale = await patch(path, { name: 'Third' }, { ifMatch: version });
    expect([path, stale.refusal]).toEqual([path, '412 version_conflict']);
    expect(errorOf(stale)).toMatchObject({
      changed_at: expect.any(String),
      changed_by: { type: 'key', id: api.key.id, name: 'Editor' },
    });
    expect((await api.get(path)).body).toMatchObject({ name: 'Second' });
    expect((await patch(path, { name: 'Fourth' })).status).toBe(200);
  }
});

it('of two changes of one version at once, one is made and the other learns of it', async () => {
  const { body } = await template();
  const path = `/templates/${body.id}`;
  for (let round = 1; round <= 10; round += 1) {
    const ifMatch = versionOf(await api.get(path));
    const both = await Promise.all([
      patch<TemplateResource>(path, { html: `html ${round}` }, { ifMatch }),
      patch<TemplateResource>(path, { text: `text ${round}` }, { ifMatch }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const made = both.find(({ status }) => status === 200)?.body;
    expect((await api.get<TemplateResource>(path)).body).toEqual(made);
  }
});

it('counts that change by themselves make no other version', async () => {
  const created = await api.post<{ id: string }>('/segments', api.key, { name: 'All', filter: { all: [] } });
  const path = `/segments/${created.body.id}`;
  const before = await api.get<{ contact_count: number }>(path);
  await api.post('/contacts', api.key, { email: 'ada@example.com' });
  await api.pool.query('UPDATE segments SET contact_count = 7, counted_at = now() WHERE id = $1', [
    created.body.id,
  ]);
  expect(versionOf(await api.get(path))).toBe(versionOf(before));
});

it.each([
  ['*', '200'],
  ['"other", "%"', '200'],
  ['W/"%"', '200'],
  ['"other"', '412 version_conflict'],
  ['W/"other"', '412 version_conflict'],
  ['unquoted', '422 validation_error'],
  ['', '422 validation_error'],
  ['"a" "b"', '422 validation_error'],
  ['*, "a"', '422 validation_error'],
])('If-Match %s answers %s', async (header, outcome) => {
  const version = versionOf(await template());
  const ifMatch = header.replace('"%"', version);
  const changed = await patch('/templates/welcome', { name: 'Other' }, { ifMatch });
  expect(changed.refusal ?? String(changed.status)).toBe(outcome);
  if (changed.status === 422)
    expect(errorOf(changed).fields).toEqual([{ path: 'If-Match', message: expect.any(String) }]);
});

it('what another organization has does not exist, whatever version is named', async () => {
  const version = versionOf(await template());
  const foreign = await createOrganization(api.pool);
  const by = await createApiKey(api.pool, { organizationId: foreign.id });
  for (const ifMatch of [version, '"other"'])
    expect((await patch('/templates/welcome', { name: 'x' }, { ifMatch, by })).refusal).toBe('404 not_found');
});

it('endpoints without versions ignore the header', async () => {
  const answer = await api.send('/contacts', {
    ...{ method: 'POST', key: api.key, body: { email: 'ada@example.com' } },
    headers: { 'if-match': 'unquoted' },
  });
  expect(answer.status).toBe(201);
});

describe('the audit log', () => {
  const entries = async () =>
    (await api.get<Page<AuditEntryResource>>('/audit-log?action=template.update')).body.data;

  /** Each change names the version that the one before has made, as an editor does. */
  async function type(texts: readonly string[], by = api.key): Promise<void> {
    let ifMatch = versionOf(await api.get('/templates/welcome'));
    for (const subject of texts) {
      const saved = await patch('/templates/welcome', { subject }, { ifMatch, by });
      expect(saved.status).toBe(200);
      ifMatch = versionOf(saved);
    }
  }

  it('has one entry for a sitting: what it began with, what it ended with, and both times', async () => {
    await template({ subject: 'Hi' });
    await type(Array.from({ length: 20 }, (_, n) => `Hello ${n}`));
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ before: { subject: 'Hi' }, after: { subject: 'Hello 19' } });
    expect(entry?.last_changed_at).toEqual(expect.any(String));
    expect(Date.parse(entry?.last_changed_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(entry?.created_at ?? ''),
    );
  });

  it('has an entry for each turn of two people', async () => {
    await template({ subject: 'Hi' });
    const other = await api.createKey({ name: 'Second' });
    await type(['a', 'b']);
    await type(['c', 'd'], other);
    await type(['e']);
    const found = await entries();
    expect(found.map(({ actor, after }) => [actor.name, after?.['subject']])).toEqual([
      ['Editor', 'e'],
      ['Second', 'd'],
      ['Editor', 'b'],
    ]);
    const stale = await patch('/templates/welcome', { subject: 'x' }, { ifMatch: '"other"' });
    expect(errorOf(stale).changed_by?.name).toBe('Editor');
  });

  it('has a new entry ten minutes after the last change, and an hour after the first', async () => {
    await template({ subject: 'Hi' });
    const age = (column: string, by: string) =>
      api.pool.query(
        `UPDATE audit_entries SET ${column} = ${column} - $2::interval
         WHERE organization_id = $1 AND action = 'template.update' AND ${column} IS NOT NULL`,
        [api.organizationId, by],
      );
    await type(['a']);
    await age('created_at', '11 minutes');
    await type(['b', 'c']);
    expect(await entries()).toHaveLength(2);
    await age('created_at', '61 minutes');
    await type(['d']);
    expect(await entries()).toHaveLength(3);
  });

  it('has an entry for each change that names no version, and for each of the organization', async () => {
    await template();
    await patch('/templates/welcome', { subject: 'a' });
    await patch('/templates/welcome', { subject: 'b' });
    expect(await entries()).toHaveLength(2);
    for (const name of ['First', 'Second']) {
      const ifMatch = versionOf(await api.get('/organization'));
      expect((await patch('/organization', { name }, { ifMatch })).status).toBe(200);
    }
    const ofOrganization = await api.get<Page<AuditEntryResource>>('/audit-log?action=org.update');
    expect(ofOrganization.body.data).toHaveLength(2);
  });
});
