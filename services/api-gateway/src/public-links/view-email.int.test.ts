import { problemsOf } from '../../test/markup-problems';
import { testLinks } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { insertEmail } from '../../test/email-fixture';

const api = useApi({ stream: 'bulk' });

async function sent(content: { readonly html?: string; readonly text?: string }): Promise<string> {
  const id = await insertEmail(api.pool, {
    ...{ organizationId: api.organizationId, domainId: api.domain.id, status: 'delivered' },
  });
  await api.pool.query(
    'INSERT INTO message_contents (message_id, organization_id, html, text) VALUES ($1, $2, $3, $4)',
    [id, api.organizationId, content.html ?? null, content.text ?? null],
  );
  return id;
}

async function view(messageId: string, { method = 'GET', language = 'en' } = {}) {
  const { pathname } = new URL(testLinks.urlOf('https://127.0.0.1', { kind: 'view', messageId, ordinal: 0 }));
  const answer = await fetch(api.url + pathname, { method, headers: { 'accept-language': language } });
  return { status: answer.status, headers: answer.headers, page: await answer.text() };
}

it('view_url of a mail shows its HTML as it was written', async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  const segment = await api.post<{ id: string }>('/segments', api.key, { name: 'All', filter: { all: [] } });
  const { body: broadcast } = await api.post<{ id: string }>('/broadcasts', api.key, {
    ...{ name: 'May', segment_id: segment.body.id, topic: 'news', from: `News <news@${api.domain.name}>` },
    ...{ subject: 'May', html: '<p>In May</p><a href="{{ view_url }}">View in browser</a>' },
  });
  const { body: test } = await api.post<{ data: { id: string }[] }>(
    `/broadcasts/${broadcast.id}/test`,
    api.key,
    { to: ['ada@example.com'] },
  );
  const { body: email } = await api.get<{ html: string }>(`/emails/${test.data[0]?.id}`);
  const [, link = ''] = /<a href="([^"]+)">View in browser/.exec(email.html) ?? [];
  const answer = await fetch(api.url + new URL(link).pathname);
  expect([answer.status, await answer.text()]).toEqual([200, email.html]);
});

it('a viewed email runs no script, has no origin of ours, and is neither framed, cached nor indexed', async () => {
  const html = '<script>alert(1)</script><form action="https://x.example"><input></form><p>Hello</p>';
  const { status, headers, page } = await view(await sent({ html }));
  expect([status, page]).toEqual([200, html]);
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual(
    expect.arrayContaining([
      'sandbox allow-popups allow-popups-to-escape-sandbox',
      ...["default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
    ]),
  );
  expect(policy.filter((part) => part.startsWith('script-src'))).toEqual([]);
  expect(headers.get('cache-control')).toBe('no-store, private');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it('a viewed email without HTML shows its text', async () => {
  const { status, page } = await view(await sent({ text: 'One <b>\r\nTwo' }));
  expect(status).toBe(200);
  expect(page).toContain('<pre>One &lt;b&gt;\r\nTwo</pre>');
  expect(problemsOf(page)).toEqual([]);
});

it('a viewed email says that it has been deleted, after retention', async () => {
  for (const [language, title] of [
    ['en', 'This email is no longer available'],
    ['de', 'Diese E-Mail ist nicht mehr verfügbar'],
  ] as const) {
    const { status, page } = await view(await sent({}), { language });
    expect([status, page.includes(`<h1>${title}</h1>`), problemsOf(page)]).toEqual([410, true, []]);
  }
});

it('a link to view an email is only read', async () => {
  const id = await sent({ html: '<p>Hello</p>' });
  expect([(await view(id, { method: 'HEAD' })).status, (await view(id, { method: 'POST' })).status]).toEqual([
    200, 405,
  ]);
  await api.pool.query('DELETE FROM messages WHERE id = $1', [id]);
  expect((await view(id)).status).toBe(404);
});
