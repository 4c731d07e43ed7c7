import type { AuditEntryResource } from '@postrider/contracts/audit';
import type { CreatedShareLink, ShareLinkResource } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import { insertEvent } from '../../test/email-fixture';
import type { Page } from '../paging/page';
import { createTurnedClock } from '../../test/turned-clock';
import { useApi } from '../../test/use-api';

const clock = createTurnedClock();
const api = useApi({
  clock,
  stream: 'transactional',
  limits: { trustedProxyHops: 1 },
  organization: { name: 'Acme' },
});

let clients = 0;
/** A client address that no other test uses. */
const newClient = (): string => `2001:db8:${(clients += 1).toString(16)}::1`;

async function send(more: object = {}): Promise<string> {
  const { body } = await api.post<{ id: string }>('/emails', api.key, {
    ...{ from: `shop@${api.domain.name}`, to: 'ada@example.com', subject: 'Your <secret> order' },
    ...{ text: 'Reset code 4711 & <more>', ...more },
  });
  return body.id;
}

const share = (id: string, body: object = {}, key: ApiKeyFixture = api.key) =>
  api.post<CreatedShareLink>(`/emails/${id}/share-links`, key, body);
const list = async (id: string) =>
  (await api.get<{ data: ShareLinkResource[] }>(`/emails/${id}/share-links`)).body.data;

async function open(url: string, { method = 'GET', client = newClient() } = {}) {
  const headers = { 'x-forwarded-for': client };
  const response = await fetch(`${api.url}${new URL(url).pathname}`, { method, headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it('a link shows status, recipients, timeline and why the email waits, without subject and text', async () => {
  const id = await send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
  await insertEvent(api.pool, {
    ...{ organizationId: api.organizationId, emailId: id, type: 'delivery_delayed', at: new Date() },
    ...{ failureClass: 'full', nextAttemptAt: new Date(Date.now() + 60_000) },
  });
  const { status, body } = await share(id);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    object: 'share_link',
    email_id: id,
    with_content: false,
    last_viewed_at: null,
  });
  expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(7 * 86_400_000);
  const page = await open(body.url);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Email scheduled');
  expect(page.text).toContain('ada@example.com');
  expect(page.text).toContain('No action needed: the email is sent at its scheduled time');
  expect(page.text).toContain('delivery delayed');
  expect(page.text).not.toMatch(/secret|4711/);
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('set-cookie')).toBeNull();
  expect((await list(id))[0]?.last_viewed_at).toEqual(expect.any(String));
});

it('subject and text are shown only if that was chosen, and are escaped', async () => {
  const id = await send();
  const { body } = await share(id, { with_content: true, expires_in_days: 30 });
  const { text } = await open(body.url);
  expect(text).toContain('Your &lt;secret&gt; order');
  expect(text).toContain('Reset code 4711 &amp; &lt;more&gt;');
  const html = await send({ text: undefined, html: '<p>Hello <b>Ada</b></p><script>alert(1)</script>' });
  const shown = await open((await share(html, { with_content: true })).body.url);
  expect(shown.text).toMatch(/<pre>Hello Ada\s*<\/pre>/);
  expect(shown.text).not.toContain('<script');
});

it('works until it is revoked or expires, and is then unknown', async () => {
  const id = await send();
  const [revoked, expired] = [(await share(id)).body, (await share(id, { expires_in_days: 1 })).body];
  expect((await list(id)).map((link) => link.id)).toEqual([expired.id, revoked.id]);
  expect((await api.delete(`/emails/${id}/share-links/${revoked.id}`)).status).toBe(204);
  expect((await api.delete(`/emails/${id}/share-links/${revoked.id}`)).refusal).toBe('404 not_found');
  await api.pool.query('UPDATE email_share_links SET expires_at = now() WHERE id = $1', [expired.id]);
  expect(await list(id)).toEqual([]);
  const unknown = new URL(`/s/pr_share_${'0'.repeat(64)}`, revoked.url).href;
  const answers = await Promise.all([revoked.url, expired.url, unknown].map((url) => open(url)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  // The answer does not reveal that there was one.
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

it('its URL is nowhere but in the answer: not in the database, the request log or the audit log', async () => {
  const id = await send();
  const { body } = await share(id);
  const token = new URL(body.url).pathname.slice('/s/'.length);
  expect(token).toMatch(/^pr_share_[0-9a-f]{64}$/);
  expect(JSON.stringify(await list(id))).not.toContain(token);
  await api.delete(`/emails/${id}/share-links/${body.id}`);
  const { rows } = await api.pool.query<{ found: number }>(
    `SELECT (SELECT count(*) FROM api_request_contents c WHERE strpos(c::text, $1) > 0)
          + (SELECT count(*) FROM email_share_links s WHERE strpos(s::text, $1) > 0)
          + (SELECT count(*) FROM audit_entries a WHERE strpos(a::text, $1) > 0) AS found`,
    [token.slice('pr_share_'.length)],
  );
  expect(Number(rows[0]?.found)).toBe(0);
  const log = await api.get<Page<AuditEntryResource>>('/audit-log');
  expect(log.body.data.map(({ action, target }) => [action, target?.id])).toEqual([
    ['message.unshare', id],
    ['message.share', id],
  ]);
  expect(log.body.data[1]?.after).toMatchObject({ share_link_id: body.id, with_content: false });
});

it('another organization, and a key of another domain, can neither share the email nor see or end its links', async () => {
  const id = await send();
  const { body } = await share(id);
  const other = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId: other.id });
  const elsewhere = await api.createKey({ domainIds: [(await api.createDomain()).id] });
  for (const key of [stranger, elsewhere]) {
    expect((await share(id, {}, key)).refusal).toBe('404 not_found');
    expect((await api.get(`/emails/${id}/share-links`, key)).refusal).toBe('404 not_found');
    expect((await api.delete(`/emails/${id}/share-links/${body.id}`, key)).refusal).toBe('404 not_found');
  }
  // Of the same organization, but by the path of another email.
  const path = `/emails/${await send()}/share-links/${body.id}`;
  expect((await api.delete(path)).refusal).toBe('404 not_found');
  expect((await open(body.url)).status).toBe(200);
});

it('content is shared only by who may read it', async () => {
  const id = await send();
  const blind = await api.createKey({ content: false });
  expect((await share(id, { with_content: true }, blind)).refusal).toBe('403 forbidden');
  expect((await share(id, {}, blind)).status).toBe(201);
  const test = await api.createKey({ mode: 'test' });
  expect((await share(id, { with_content: true }, test)).refusal).toBe('403 forbidden');
});

it.each([
  [{ expires_in_days: 0 }, 'expires_in_days'],
  [{ expires_in_days: 31 }, 'expires_in_days'],
  [{ expires_in_days: 1.5 }, 'expires_in_days'],
  [{ with_content: 'yes' }, 'with_content'],
])('refuses %j, naming the field', async (body, field) => {
  const answer = await share(await send(), body);
  expect(answer.refusal).toBe('422 validation_error');
  expect(answer.text).toContain(field);
});

it('an email has at most 20 links, also when they are created at the same time', async () => {
  const id = await send();
  const answers = await Promise.all(Array.from({ length: 24 }, () => share(id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(await list(id)).toHaveLength(20);
});

it('refuses other methods, strange tokens, and a client that asks too often', async () => {
  const { url } = (await share(await send())).body;
  expect((await open(url, { method: 'POST' })).status).toBe(405);
  for (const path of ['/s/', '/s/x', `/s/${'a'.repeat(5_000)}`, '/s/%00', `/s/pr_share_${newId()}`]) {
    expect((await open(new URL(path, url).href)).status).toBe(404);
  }
  const client = newClient();
  const statuses: number[] = [];
  // All of them within a minute.
  clock.stop();
  for (let n = 0; n < 62; n += 1) statuses.push((await open(`${url}0`, { client })).status);
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
  expect(statuses.slice(60)).toEqual([429, 429]);
  clock.go();
  expect((await open(url)).status).toBe(200);
});
