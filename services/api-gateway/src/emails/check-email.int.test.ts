import type { EmailCheckFinding } from '@postrider/contracts/emails';
import { createApiKey, eventuallyPasses } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

interface Checked {
  readonly object: 'email_check';
  readonly size_bytes: number;
  readonly findings: readonly EmailCheckFinding[];
}

const api = useApi({ stream: 'bulk', permission: 'SEND' });

const content = (changed: object = {}) => ({
  ...{ from: `Acme <hi@${api.domain.name}>`, to: 'ada@example.com', subject: 'Hello' },
  ...{ html: '<p>Hello, Ada!</p>', text: 'Hello, Ada!', ...changed },
});
const check = (changed: object = {}, key = api.key) =>
  api.post<Checked>('/emails/check', key, content(changed));
const codesOf = async (changed: object = {}): Promise<string[]> => {
  const { body, text, status } = await check(changed);
  if (status !== 200) throw new Error(text);
  return body.findings.map(({ code, severity }) => `${severity} ${code}`);
};

it('answers what is wrong with an email, and nothing where nothing is', async () => {
  const { body } = await check();
  expect(body).toEqual({ object: 'email_check', size_bytes: 18, findings: [] });
  const wrong = await check({ html: '<p>\nHello, {{ name }}!</p>', text: undefined, generate_text: false });
  expect(wrong.body.findings).toEqual([
    {
      ...{ code: 'unfilled_variable', severity: 'error', field: 'html', line: 2 },
      message: '{{ name }} is not filled in.',
    },
    expect.objectContaining({ code: 'missing_text', severity: 'warning' }),
  ]);
});

it('stores nothing and uses no quota, with live and test keys', async () => {
  const test = await api.createKey({ mode: 'test' });
  for (const key of [api.key, test]) expect((await check({ idempotency_key: 'once' }, key)).status).toBe(200);
  const { rows } = await api.pool.query('SELECT FROM messages WHERE organization_id = $1', [
    api.organizationId,
  ]);
  expect(rows).toHaveLength(0);
  // API logs show that it was checked, and not what.
  const count = async (table: string): Promise<number | null> =>
    (await api.pool.query(`SELECT FROM ${table} WHERE organization_id = $1`, [api.organizationId])).rowCount;
  await eventuallyPasses(async () => expect(await count('api_request_logs')).toBe(2));
  expect(await count('api_request_contents')).toBe(0);
  const usage = await api.get<{ used: number }>('/usage', await api.createKey({ permission: 'ADMIN' }));
  expect(usage.text).not.toMatch(/"used":[1-9]/);
  // The key is still free for the email itself.
  const sent = await api.post('/emails', api.key, content({ idempotency_key: 'once' }));
  expect([sent.status, sent.headers.get('idempotent-replayed')]).toEqual([200, null]);
});

it.each<[string, object]>([
  ['a bad address', { to: 'nobody' }],
  ['no content', { html: undefined, text: undefined }],
  ['an unknown domain', { from: 'hi@unknown.example' }],
  ['a malformed sender', { from: 'hi' }],
  ['a header of ours', { headers: { 'DKIM-Signature': 'x' } }],
  ['two recipients of bulk email', { kind: 'bulk.news', to: ['a@example.com', 'b@example.com'] }],
  [
    'a template that does not exist',
    { template: { slug: 'none' }, subject: undefined, html: undefined, text: undefined },
  ],
  ['tracking without a tracking host', { track: { clicks: true } }],
  ['an entity that cannot be read', { mime: 'AAAA', html: undefined, text: undefined }],
  ['a field that is misspelt', { scheduledAt: '2026-01-01T00:00:00Z' }],
  ['a time that is none', { scheduled_at: 'soon' }],
])('refuses %s as a send does', async (_, changed) => {
  const [checked, sent] = [await check(changed), await api.post('/emails', api.key, content(changed))];
  expect(checked.status).toBeGreaterThanOrEqual(400);
  expect([checked.status, checked.body]).toEqual([sent.status, sent.body]);
});

it('checks what a template becomes', async () => {
  const admin = await createApiKey(api.pool, { organizationId: api.organizationId, permission: 'ADMIN' });
  const draft = {
    ...{ slug: 'welcome', subject: 'Hello {{ name }}', html: '<p>{{ name }}</p>', text: '{{ name }}' },
    variables: [{ key: 'name', type: 'string', required: true }],
  };
  expect((await api.post('/templates', admin, draft)).status).toBe(201);
  expect((await api.post('/templates/welcome/publish', admin)).status).toBe(200);
  const without = { subject: undefined, html: undefined, text: undefined };
  expect(await codesOf({ ...without, template: { slug: 'welcome', data: { name: 'Ada' } } })).toEqual([]);
  const missing = await check({ ...without, template: { slug: 'welcome' } });
  expect(missing.refusal).toBe('422 template_variables');
});

it('checks bulk email with the footer that its organization has', async () => {
  const bulk = { kind: 'bulk.news' };
  expect(await codesOf(bulk)).toEqual(['error missing_unsubscribe']);
  await api.pool.query(`UPDATE organizations SET postal_address = '1 Main St' WHERE id = $1`, [
    api.organizationId,
  ]);
  const { body } = await check(bulk);
  expect(body.findings).toEqual([]);
  expect(body.size_bytes).toBeGreaterThan(300);
});

it('tells what the last check of the domain did not find', async () => {
  const record = (name: string, status: string) => ({ record: name, required: true, status });
  const records = JSON.stringify([record('DKIM', 'missing'), record('SPF', 'verified')]);
  await api.pool.query('UPDATE domains SET records = $2 WHERE id = $1', [api.domain.id, records]);
  expect(await codesOf()).toEqual(['warning alignment']);
});

it('requests links only when asked, and no address that is not public', async () => {
  const html =
    '<p>Hello</p><a href="https://127.0.0.1/a">a</a><a href="https://[::1]/b">b</a><a href="https://10.0.0.1:8080/">c</a>';
  expect(await codesOf({ html })).toEqual([]);
  const { body } = await check({ html, links: true });
  expect(body.findings.map(({ code, message }) => [code, message])).toEqual([
    ['broken_link', 'The link to https://127.0.0.1/a is not on the public internet.'],
    ['broken_link', 'The link to https://[::1]/b is not on the public internet.'],
  ]);
});

it('an organization has a number of links requested in an hour, and another is not affected', async () => {
  const html = Array.from({ length: 20 }, (_, index) => `<a href="https://127.0.0.1/${index}">a</a>`).join(
    '',
  );
  for (let time = 0; time < 10; time += 1) expect((await check({ html, links: true })).status).toBe(200);
  const refused = await check({ html, links: true });
  expect(refused.refusal).toBe('429 rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await check({ html })).status).toBe(200);
});

it('costly checks of one organization keep no other waiting', async () => {
  const [other, large] = [
    await api.createKey(),
    '<div style="position:fixed;gap:1px">{{a}}<a href="http://b.example/">c.com</a>',
  ];
  const html = large.repeat(Math.floor(1_900_000 / large.length));
  let isOver = false;
  const attack = Promise.all(Array.from({ length: 12 }, () => check({ html }))).then((answers) => {
    isOver = true;
    return answers;
  });
  let sends = 0;
  do {
    expect((await api.post('/emails', other, content())).refusal).toBeNull();
    sends += 1;
  } while (!isOver);
  expect((await attack).map(({ status }) => status)).toEqual(Array(12).fill(200));
  // The event loop was never held for the whole of a check.
  expect(sends).toBeGreaterThan(12);
});
