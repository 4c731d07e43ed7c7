import type { EmailResource } from '@postrider/contracts/emails';
import type { InboxEmail, InboxEmailSummary } from '@postrider/contracts/inbox';
import { createApiKey, createDomain, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import { recordStatements } from '../../test/record-statements';
import { useApi } from '../../test/use-api';

const api = useApi({ stream: 'transactional', key: { mode: 'test', permission: 'SEND' } });

interface List {
  readonly data: readonly InboxEmailSummary[];
  readonly next_cursor?: string;
}

const send = async (fields: Readonly<Record<string, unknown>> = {}, key = api.key): Promise<string> => {
  const email = { from: `Acme <hello@${api.domain.name}>`, to: 'ada@example.com', subject: 'Hello' };
  const answer = await api.post<{ id: string }>('/emails', key, { ...email, text: 'Hi.', ...fields });
  expect(answer.refusal).toBeNull();
  return answer.body.id;
};
const list = async (query = '', key = api.key): Promise<readonly string[]> =>
  (await api.get<List>(`/inbox${query}`, key)).body.data.map(({ id }) => id);
const read = (id: string, key = api.key) => api.get<InboxEmail>(`/inbox/${id}`, key);
/** As a worker leaves them. */
const settle = () =>
  api.pool.query(
    `UPDATE messages SET status = 'delivered', final_at = now()
      WHERE organization_id = $1 AND scheduled_at IS NULL`,
    [api.organizationId],
  );
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('GET /inbox/{id}', () => {
  it('shows the email as it would be sent, with its codes, links and findings', async () => {
    await api.pool.query('UPDATE domains SET tracking_verified = true WHERE id = $1', [api.domain.id]);
    await api.bumpCacheVersion(api.organizationId);
    const html = `<p>Grüße, {{ name }}! Your code: <b>481516</b></p><a href="https://acme.example/x?a=1&amp;b=2">Confirm</a>`;
    const id = await send({
      ...{ subject: 'Grüße', html, text: undefined, headers: { 'X-Order': '7' }, bcc: 'bo@example.com' },
      ...{ track: { clicks: true }, to: 'ada@example.com', tags: [{ name: 'test', value: 'signup' }] },
      attachments: [
        { filename: 'größe.txt', content: base64('SECRET'), content_type: 'text/plain' },
        { filename: 'logo.png', content: base64('png'), content_type: 'image/png', content_id: 'logo' },
      ],
      bcc: undefined,
    });
    const { body } = await read(id);
    expect(body).toMatchObject({
      ...{
        object: 'inbox_email',
        id,
        subject: 'Grüße',
        to: ['ada@example.com'],
        last_event: 'queued',
        mode: 'test',
      },
      ...{ tags: [{ name: 'test', value: 'signup' }], codes: ['481516'] },
      links: [{ url: 'https://acme.example/x?a=1&b=2', text: 'Confirm' }],
      text: expect.stringContaining('Your code: 481516'),
      attachments: [
        { index: 0, filename: 'größe.txt', content_type: 'text/plain', size: 6, content_id: null },
        { index: 1, filename: 'logo.png', content_type: 'image/png', size: 3, content_id: 'logo' },
      ],
    });
    expect(body.html).toMatch(/href="https?:\/\/[^"]+\/c\//);
    expect(body.headers).toEqual(
      expect.arrayContaining([
        { name: 'Subject', value: 'Grüße' },
        { name: 'X-Order', value: '7' },
        { name: 'Message-ID', value: `<${id}@${api.domain.name}>` },
      ]),
    );
    expect(body.findings.map(({ code }) => code)).toContain('unfilled_variable');
  });

  it('has the whole message, and each file to be saved and not shown', async () => {
    const attachments = [
      { filename: 'a.html', content: base64('<script>alert(1)</script>'), content_type: 'text/html' },
    ];
    const id = await send({ attachments });
    const source = await api.get(`/inbox/${id}/source`);
    expect(source.headers.get('content-type')).toBe('message/rfc822');
    expect(source.headers.get('content-disposition')).toContain(`filename="${id}.eml"`);
    expect(source.text).toContain(`\r\nSubject: Hello\r\n`);
    expect(source.text).toContain(base64('<script>alert(1)</script>'));
    const file = await api.get(`/inbox/${id}/attachments/0`);
    expect(file.text).toBe('<script>alert(1)</script>');
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toContain('attachment; filename="a.html"');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect((await api.get(`/inbox/${id}/attachments/1`)).refusal).toBe('404 not_found');
    expect((await api.get(`/inbox/${id}/attachments/x`)).refusal).toBe('404 not_found');
  });

  it('shows the parts and files of an entity that is sent as it is', async () => {
    const lines = [
      ...['Content-Type: multipart/mixed; boundary=a', '', '--a', 'Content-Type: text/html', ''],
      ...['<p>Your PIN is 4815</p>', '--a', 'Content-Type: text/csv', 'Content-Transfer-Encoding: base64'],
      ...['Content-Disposition: attachment; filename=x.csv', '', base64('a,b'), '--a--', ''],
    ];
    const id = await send({ text: undefined, mime: base64(lines.join('\r\n')) });
    expect((await read(id)).body).toMatchObject({
      ...{ html: '<p>Your PIN is 4815</p>\n', codes: ['4815'] },
      attachments: [{ index: 0, filename: 'x.csv', content_type: 'text/csv', size: 3 }],
    });
    expect((await api.get(`/inbox/${id}/attachments/0`)).text).toBe('a,b');
    expect((await api.get(`/inbox/${id}/source`)).text).toContain(base64('a,b'));
  });
});

describe('GET /inbox', () => {
  it('lists the newest first, page by page, by address, tag, key, time and words', async () => {
    const other = await api.createKey({ mode: 'test', permission: 'SEND' });
    const first = await send({ to: 'grace@example.com', text: 'Your code is 100%_X' });
    const between = new Date().toISOString();
    const second = await send({ tags: [{ name: 'test', value: 'signup' }], html: '<p>Größe</p>' }, other);
    const third = await send({ subject: 'Reset your password' });
    expect(await list()).toEqual([third, second, first]);
    const page = await api.get<List>('/inbox?limit=2');
    expect(page.body.data.map(({ id }) => id)).toEqual([third, second]);
    expect(await list(`?limit=2&cursor=${page.body.next_cursor}`)).toEqual([first]);
    expect(await list('?to=Grace@example.com')).toEqual([first]);
    expect(await list('?tag=test:signup')).toEqual([second]);
    expect(await list(`?key=${other.id}`)).toEqual([second]);
    expect(await list(`?since=${between}`)).toEqual([third, second]);
    expect(await list(`?until=${between}`)).toEqual([first]);
    expect(await list('?search=PASSWORD')).toEqual([third]);
    expect(await list('?search=grace@')).toEqual([first]);
    expect(await list('?search=100%25_x')).toEqual([first]);
    expect(await list('?search=%25')).toEqual([first]);
    expect(await list('?search=nothing')).toEqual([]);
    expect((await api.get('/inbox?to=x')).refusal).toBe('422 validation_error');
    expect((await api.get('/inbox?serach=x')).refusal).toBe('422 validation_error');
  });

  it('waits until there is an email that matches', async () => {
    const answer = list('?to=grace@example.com&wait=60');
    await send();
    const id = await send({ to: 'grace@example.com' });
    expect(await answer).toEqual([id]);
    expect(await list('?to=other@example.com&wait=1')).toEqual([]);
  });

  it('does not read attachments', async () => {
    const id = await send();
    const content = Buffer.from('what is in the file').toString('base64');
    await api.pool.query(
      `INSERT INTO message_attachments (message_id, ordinal, filename, content_type, size, content)
       VALUES ($1, 0, 'a.bin', 'application/octet-stream', 19, $2)`,
      [id, content],
    );
    const reads = async (path: string): Promise<boolean> => {
      const statements = await recordStatements(api.pool, async () =>
        expect((await api.get(path)).status).toBe(200),
      );
      const results = await Promise.all(
        statements.map(({ text, values }) => api.pool.query<object>(text, [...values])),
      );
      return JSON.stringify(results.map(({ rows }) => rows)).includes(content);
    };
    expect(await reads('/inbox?search=hi')).toBe(false);
    expect(await reads(`/inbox/${id}`)).toBe(false);
    expect(await reads(`/inbox/${id}/attachments/0`)).toBe(true);
  });
});

describe('the inbox', () => {
  const expectNone = async (id: string, key: ApiKeyFixture): Promise<void> => {
    expect(await list('', key)).not.toContain(id);
    expect(await list('?search=secret', key)).toEqual([]);
    for (const part of ['', '/source', '/attachments/0']) {
      expect((await api.get(`/inbox/${id}${part}`, key)).refusal).toBe('404 not_found');
    }
    expect((await api.delete('/inbox', key)).body).toMatchObject({ deleted: 0, has_more: false });
  };
  const secret = { text: 'secret', attachments: [{ filename: 'a.txt', content: base64('secret') }] };

  it('never has live email, whatever key asks', async () => {
    const live = await api.createKey({ mode: 'live', permission: 'ADMIN' });
    const id = await send(secret, live);
    await settle();
    await expectNone(id, api.key);
    await expectNone(id, live);
    const { body } = await api.get<EmailResource>(`/emails/${id}`, live);
    expect([body.mode, body.text]).toEqual(['live', 'secret']);
  });

  it('is of one organization, and of the domains of the key', async () => {
    const id = await send(secret);
    await settle();
    const { id: organizationId } = await createOrganization(api.pool);
    const foreign = { organizationId, mode: 'test', permission: 'ADMIN' } as const;
    await createDomain(api.pool, { organizationId });
    await expectNone(id, await createApiKey(api.pool, foreign));
    const domain = await api.createDomain();
    await expectNone(id, await api.createKey({ mode: 'test', permission: 'SEND', domainIds: [domain.id] }));
    expect((await read(id)).body.text).toBe('secret');
  });
});

describe('DELETE /inbox', () => {
  it('deletes what matches; a scheduled email stays, and the history of a deleted one', async () => {
    const code = await send({ to: 'grace@example.com', attachments: [{ filename: 'a', content: 'SGk=' }] });
    const other = await send();
    const scheduled = await send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
    await settle();
    const cleared = await api.delete('/inbox?to=grace@example.com');
    expect(cleared.body).toEqual({ object: 'inbox_cleared', deleted: 1, has_more: false });
    expect(await list()).toEqual([scheduled, other]);
    expect((await read(code)).refusal).toBe('404 not_found');
    const { body } = await api.get<EmailResource>(`/emails/${code}`);
    expect([body.text, body.last_event, body.to]).toEqual([null, 'delivered', ['grace@example.com']]);
    expect((await api.delete('/inbox')).body).toMatchObject({ deleted: 1 });
    expect(await list()).toEqual([scheduled]);
    const kept = 'SELECT FROM message_attachments WHERE message_id = $1';
    expect((await api.pool.query(kept, [code])).rowCount).toBe(0);
  });

  it('is recorded in the audit log with the emails whose content was deleted', async () => {
    const ids = [await send(), await send()];
    await settle();
    await api.delete('/inbox');
    await api.delete('/inbox');
    const admin = await api.createKey();
    const { body } = await api.get<{ data: object[] }>('/audit-log', admin);
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{ action: 'message.delete_content', actor: expect.objectContaining({ id: api.key.id }) },
        target: expect.objectContaining({ type: 'organization', id: api.organizationId }),
        after: { messages: 2, message_ids: ids.toReversed() },
      }),
    ]);
  });
});
