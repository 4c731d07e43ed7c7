import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import type { TopicResource } from '@postrider/contracts/topics';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { problemsOf } from '../../test/markup-problems';
import type { Answer } from '../../test/test-api';
import { createTurnedClock } from '../../test/turned-clock';
import { useApi } from '../../test/use-api';

let segmentId: string;

const clock = createTurnedClock();
const api = useApi({
  ...{ clock, stream: 'bulk', limits: { trustedProxyHops: 1 }, organization: { name: 'Acme' } },
});
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News & more', default_opt_in: true });
  const segment = { name: 'All', filter: { all: [] } };
  segmentId = (await api.post<{ id: string }>('/segments', api.key, segment)).body.id;
});

let clients = 0;
/** A client address that no other test uses. */
const newClient = (): string => `2001:db8:a:${(clients += 1).toString(16)}::1`;

const patch = <Body = unknown>(path: string, body: object, key = api.key): Promise<Answer<Body>> =>
  api.send(path, { method: 'PATCH', key, body });
async function openArchive(slug = 'news'): Promise<string> {
  const { body } = await patch<TopicResource>(`/topics/${slug}`, { archive: true });
  return new URL(body.archive_url ?? '').pathname;
}

const draft = async (content: object = {}): Promise<string> => {
  const from = `news@${api.domain.name}`;
  const mail = { name: 'Internal name', segment_id: segmentId, topic: 'news', from, ...content };
  return (await api.post<BroadcastResource>('/broadcasts', api.key, mail)).body.id;
};

/** As workers leave it. */
async function finish(id: string, { at = new Date(), status = 'sent', sent = 1 } = {}): Promise<string> {
  await api.pool.query(`UPDATE broadcasts SET status = $2, started_at = $3, finished_at = $3 WHERE id = $1`, [
    ...[id, status, at],
  ]);
  await api.pool.query(
    `INSERT INTO broadcast_counters (broadcast_id, variant, organization_id, sent) VALUES ($1, 0, $2, $3)`,
    [id, api.organizationId, sent],
  );
  return id;
}

const sendIssue = async (content: object = {}, end = {}): Promise<string> =>
  finish(await draft({ subject: 'May', html: '<p>In May</p>', ...content }), end);

async function open(path: string, { method = 'GET', client = newClient(), headers = {} } = {}) {
  const answer = await fetch(api.url + path, { method, headers: { 'x-forwarded-for': client, ...headers } });
  return { status: answer.status, headers: answer.headers, page: await answer.text() };
}

const listed = (page: string): string[] =>
  [...page.matchAll(/<li><a href="[^"]+">([^<]*)</g)].map(([, subject = '']) => subject);

it('a topic has no archive until it is turned on, at an address that stays the same and is not made of ids', async () => {
  const { body: topic } = await api.get<TopicResource>('/topics/news');
  expect(topic).toMatchObject({ archive: false, archive_url: null });
  const path = await openArchive();
  expect(path).toMatch(/^\/a\/news-[0-9a-f]{16}$/);
  await patch('/topics/news', { archive: false });
  expect((await open(path)).status).toBe(404);
  expect(await openArchive()).toBe(path);
  const second = { slug: 'second', name: 'Second', archive: true };
  const { body } = await api.post<TopicResource>('/topics', api.key, second);
  expect(body.archive_url?.slice(-16)).not.toBe(path.slice(-16));
  expect((await open(`/a/second-${path.slice(-16)}`)).status).toBe(404);
});

it('lists the broadcasts that were sent, newest first, with subject, date and preview text, in the brand', async () => {
  await patch('/organization', { brand_color: '#0f766e', privacy_url: 'https://acme.test/privacy' });
  await sendIssue(
    { subject: 'April <1>', preview_text: 'What & why' },
    { at: new Date('2026-04-02T10:00:00Z') },
  );
  await sendIssue({ subject: 'May' }, { at: new Date('2026-05-02T10:00:00Z') });
  const path = await openArchive();
  const { status, headers, page } = await open(path);
  expect([status, listed(page), problemsOf(page)]).toEqual([200, ['May', 'April &lt;1&gt;'], []]);
  expect(page).toContain('<h1>News &amp; more</h1>');
  expect(page).toContain('<small>What &amp; why</small>');
  expect(page).toContain('<time datetime="2026-04-02T10:00:00.000Z">April 2, 2026</time>');
  expect(page).toContain('#0f766e');
  expect(page).toContain('https://acme.test/privacy');
  expect(page).not.toContain('Internal name');
  expect(headers.get('x-robots-tag')).toBe('all');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
  const german = await open(path, { headers: { 'accept-language': 'de' } });
  expect(german.page).toContain('2. Mai 2026');
});

it.each([
  ['a draft', { status: 'draft' }],
  ['a broadcast that is being sent', { status: 'scheduled' }],
  ['a running A/B test', { status: 'testing' }],
  ['a canceled broadcast', { status: 'canceled' }],
  ['a broadcast of which no email was sent', { sent: 0 }],
])('%s is not in the archive', async (_, end) => {
  const id = await sendIssue({}, end);
  const path = await openArchive();
  expect(listed((await open(path)).page)).toEqual([]);
  expect((await open(`${path}/${id}`)).status).toBe(404);
  expect((await open(`${path}/feed`)).page).not.toContain(id);
});

it('a test of a broadcast and a resend are not listed beside it', async () => {
  const id = await sendIssue();
  await api.post(`/broadcasts/${id}/test`, api.key, { to: ['ada@example.com'] });
  const child = await sendIssue({ subject: 'Again' });
  await api.pool.query('UPDATE broadcasts SET parent_id = $2 WHERE id = $1', [child, id]);
  const path = await openArchive();
  expect(listed((await open(path)).page)).toEqual(['May']);
  expect((await open(`${path}/${child}`)).status).toBe(404);
});

it('a broadcast can be excluded and included at any time, also after sending, without changing it otherwise', async () => {
  const never = await sendIssue({ in_archive: false, subject: 'Secret' });
  const id = await sendIssue();
  const path = await openArchive();
  expect(listed((await open(path)).page)).toEqual(['May']);
  expect((await open(`${path}/${never}`)).status).toBe(404);
  const { body: before } = await api.get<BroadcastResource>(`/broadcasts/${id}`);
  expect(before.in_archive).toBe(true);
  const changed = await patch<BroadcastResource>(`/broadcasts/${id}`, { in_archive: false });
  expect(changed.body).toEqual({ ...before, in_archive: false });
  expect([listed((await open(path)).page), (await open(`${path}/${id}`)).status]).toEqual([[], 404]);
  expect((await patch(`/broadcasts/${id}`, { in_archive: true, name: 'x' })).refusal).toBe(
    '409 not_schedulable',
  );
  expect((await patch(`/broadcasts/${id}`, { in_archive: null })).refusal).toBe('422 validation_error');
  await patch(`/broadcasts/${id}`, { in_archive: true });
  expect((await open(`${path}/${id}`)).status).toBe(200);
});

it.each([
  ['it is under review', `under_review_at = now()`],
  ['an operator has paused it', `sending_paused_at = now(), sending_paused_reason = 'Spam'`],
  ['the platform has paused it', `sending_paused_at = now()`],
])('archives of an organization are not found while %s', async (_, change) => {
  const id = await sendIssue();
  const path = await openArchive();
  const paths = [path, `${path}/${id}`, `${path}/feed`];
  const statuses = async () => Promise.all(paths.map(async (each) => (await open(each)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await api.pool.query(`UPDATE organizations SET ${change} WHERE id = $1`, [api.organizationId]);
  expect(await statuses()).toEqual([404, 404, 404]);
});

it('an archive stays while an admin pauses sending, and ends with its topic', async () => {
  const path = await openArchive();
  await patch('/organization', { sending_paused: true });
  expect((await open(path)).status).toBe(200);
  expect((await api.delete('/topics/news')).status).toBe(204);
  expect((await open(path)).status).toBe(404);
});

it('caches ask each time, and get no body again while the page is the same', async () => {
  const path = await openArchive();
  const first = await open(path);
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  const etag = first.headers.get('etag') ?? '';
  const again = await open(path, { headers: { 'if-none-match': `"x", W/${etag}` } });
  expect([again.status, again.page, again.headers.get('etag')]).toEqual([304, '', etag]);
  await sendIssue();
  expect((await open(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  await patch('/topics/news', { archive: false });
  const gone = await open(path, { headers: { 'if-none-match': etag } });
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store, private']);
});

it('twenty broadcasts are a page, and each is on one of them', async () => {
  // Some began at the same moment.
  for (let n = 0; n < 45; n += 1) {
    await sendIssue({ subject: `Issue ${n}` }, { at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 3))) });
  }
  const first = await openArchive();
  const seen: string[][] = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { page } = await open(path);
    seen.push(listed(page));
    path = /<a href="([^"]+\?before=[^"]+)">/.exec(page)?.[1];
  }
  expect(seen.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(new Set(seen.flat()).size).toBe(45);
  expect(seen[0]?.[0]).toBe('Issue 44');
  expect((await open(`${first}?before=x`)).status).toBe(404);
});

it('the archive of another topic or organization shows nothing of this one', async () => {
  const id = await sendIssue();
  await openArchive();
  await api.post('/topics', api.key, { slug: 'other', name: 'Other' });
  const otherArchive = await openArchive('other');
  expect(listed((await open(otherArchive)).page)).toEqual([]);
  expect((await open(`${otherArchive}/${id}`)).status).toBe(404);
  expect(listed((await open(`${otherArchive}?before=${id}`)).page)).toEqual([]);
  const { id: organizationId } = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId });
  expect((await patch('/topics/news', { archive: false }, stranger)).refusal).toBe('404 not_found');
  expect((await patch(`/broadcasts/${id}`, { in_archive: false }, stranger)).refusal).toBe('404 not_found');
  const { body } = await api.post<TopicResource>('/topics', stranger, {
    ...{ slug: 'news', name: 'News', archive: true },
  });
  const foreign = new URL(body.archive_url ?? '').pathname;
  expect([listed((await open(foreign)).page), (await open(`${foreign}/${id}`)).status]).toEqual([[], 404]);
});

it('the feed has the same broadcasts, without characters that XML cannot have', async () => {
  const id = await sendIssue({ subject: 'A < B & C', preview_text: 'one\u0008two' });
  const path = await openArchive();
  const { headers, page } = await open(`${path}/feed`);
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(page).toContain('<title>A &lt; B &amp; C</title>');
  expect(page).toContain('<summary>onetwo</summary>');
  expect(page).toContain(`${path}/${id}"/>`);
  expect((await open(path)).page).toContain(
    `<link rel="alternate" type="application/atom+xml" href="${path}/feed">`,
  );
});

it('an archive is only read, and a client that asks too often waits', async () => {
  const path = await openArchive();
  expect((await open(path, { method: 'HEAD' })).status).toBe(200);
  expect((await open(path, { method: 'POST' })).status).toBe(405);
  for (const odd of ['/a/', '/a/news', `${path}/`, `${path}/x`, `${path}/feed/x`, `${path}%00`]) {
    expect([odd, (await open(odd)).status]).toEqual([odd, 404]);
  }
  const client = newClient();
  const statuses: number[] = [];
  // All of them within a minute.
  clock.stop();
  for (let n = 0; n < 122; n += 1) statuses.push((await open('/a/x', { client })).status);
  clock.go();
  expect(statuses.slice(119)).toEqual([404, 429, 429]);
});
