import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import type { InboundResource, InboundSummary } from '@postrider/contracts/inbound';
import { createApiKey, createInboundEmail, createOrganization } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ permission: 'SEND' });

type Overrides = Partial<Parameters<typeof createInboundEmail>[1]>;
const received = async (overrides: Overrides = {}): Promise<string> =>
  (await createInboundEmail(api.pool, { organizationId: api.organizationId, ...overrides })).id;

interface List {
  readonly data: readonly InboundSummary[];
  readonly next_cursor?: string;
}
const list = async (query = '', as = api.key): Promise<readonly string[]> =>
  (await api.get<List>(`/inbound${query}`, as)).body.data.map(({ id }) => id);
const read = (id: string, as = api.key) => api.get<InboundResource>(`/inbound/${id}`, as);

describe('GET /inbound', () => {
  it('lists replies newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await received());
    expect(await list()).toEqual(ids);
    const first = await api.get<List>('/inbound?limit=2');
    expect(first.body.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await list(`?limit=3&cursor=${first.body.next_cursor}`)).toEqual(ids.slice(2));
    expect((await api.get('/inbound?cursor=x')).refusal).toBe('422 invalid_cursor');
  });

  it('by email, sender, domain and time', async () => {
    const emailId = newId();
    const receivedAt = new Date(Date.now() - 3_600_000);
    const answer = await received({ emailId });
    const ada = await received({ from: 'Ada <Ada@Example.org>', fromAddress: 'ada@example.org', receivedAt });
    expect(await list(`?email_id=${emailId}`)).toEqual([answer]);
    expect(await list('?from=ADA@example.org')).toEqual([ada]);
    expect(await list('?domain=Mail.Example.com')).toEqual([ada, answer]);
    expect(await list('?domain=other.example.com')).toEqual([]);
    expect(await list(`?until=${receivedAt.toISOString()}`)).toEqual([ada]);
    expect(await list(`?since=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual([answer]);
    for (const query of ['email_id=x', 'from=x', 'domain=a..b', 'since=x', 'limit=0']) {
      expect((await api.get(`/inbound?${query}`)).refusal).toBe('422 validation_error');
    }
  });
});

describe('GET /inbound, by what received it', () => {
  it('shows and filters by address, in any spelling, and by rule', async () => {
    const reply = await received();
    const receivedFor = ['sales+may@acme.example', 'info@acme.example'];
    const sales = await received({ rule: 'addresses', to: ['list@example.com'], receivedFor });
    const { body } = await api.get<List>('/inbound?received_for=Sales%2BMay@ACME.example');
    expect(body.data).toMatchObject([
      { id: sales, to: ['list@example.com'], received_for: receivedFor, rule: 'addresses' },
    ]);
    expect(await list('?received_for=info@acme.example')).toEqual([sales]);
    expect(await list('?received_for=sales@acme.example')).toEqual([]);
    expect(await list('?rule=replies')).toEqual([reply]);
    expect(await list('?rule=catch_all')).toEqual([]);
    for (const query of ['received_for=x', 'rule=x']) {
      expect((await api.get(`/inbound?${query}`)).refusal).toBe('422 validation_error');
    }
  });
});

describe('GET /inbound with a search', () => {
  it('finds text in subject, sender and content, in any case, and nothing with wildcards', async () => {
    const bySubject = await received({ subject: 'Your ORDER 1042' });
    const bySender = await received({ from: 'Grace Orderly <g@x.test>', fromAddress: 'g@x.test' });
    const byText = await received({ text: `${'x'.repeat(40_000)} my order?` });
    const beyond = await received({ text: `${'x'.repeat(50_000)} my order?` });
    expect(await list('?search=order')).toEqual([byText, bySender, bySubject]);
    expect(await list('?search=order&from=jane@example.com')).toEqual([byText, bySubject]);
    expect(await list('?search=%25')).toEqual([]);
    expect(await list('?search=thanks')).toEqual([bySender, bySubject]);
    expect(await list('?search=x')).toContain(beyond);
    for (const query of ['search=', `search=${'x'.repeat(201)}`]) {
      expect((await api.get(`/inbound?${query}`)).refusal).toBe('422 validation_error');
    }
  });

  it('does not tell a test key what a text says', async () => {
    const id = await received({ subject: 'Code', text: 'It is 481516.' });
    const test = await api.createKey({ mode: 'test' });
    expect(await list('?search=481516')).toEqual([id]);
    expect(await list('?search=481516', test)).toEqual([]);
    expect(await list('?search=code', test)).toEqual([id]);
  });
});

describe('GET /inbound/{id}', () => {
  it('shows a reply with its content', async () => {
    const emailId = newId();
    const id = await received({
      emailId,
      inReplyToMessageId: '<0@mail.example.com>',
      metadata: { order: '7' },
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('abc') }],
    });
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'inbound_email',
      id,
      domain: 'mail.example.com',
      email_id: emailId,
      from: 'Jane <jane@example.com>',
      to: ['reply@reply.mail.example.com'],
      received_for: ['reply@reply.mail.example.com'],
      rule: 'replies',
      subject: 'Re: Hello',
      automatic: false,
      spf: 'pass',
      dkim: 'none',
      dmarc: 'pass',
      received_at: expect.any(String) as string,
      replied_at: null,
      message_id: '<1@example.com>',
      in_reply_to_message_id: '<0@mail.example.com>',
      metadata: { order: '7' },
      html: '<p>Thanks!</p>',
      text: 'Thanks!\n\nOn 1/2/24 03:04, Shop wrote:\n> Hello',
      reply_text: 'Thanks!',
      headers: [{ name: 'Subject', value: 'Re: Hello' }],
      authentication: {
        spf: { result: 'pass', domain: 'example.com' },
        dkim: { result: 'none', signatures: [] },
        dmarc: { result: 'pass', domain: 'example.com' },
      },
      attachments: [{ index: 0, filename: 'a.txt', content_type: 'text/plain', size: 3 }],
      reply_defaults: {
        from: null,
        to: ['Jane <jane@example.com>'],
        reply_to: 'reply@reply.mail.example.com',
        subject: 'Re: Hello',
      },
    });
  });

  it('has nulls for the content after retention, and still says what was attached', async () => {
    const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('abc') }];
    const id = await received({ content: false, attachments });
    expect((await read(id)).body).toMatchObject({
      subject: 'Re: Hello',
      ...{ html: null, text: null, reply_text: null, headers: null, metadata: null },
      attachments: [{ index: 0, filename: 'a.txt' }],
    });
    expect((await api.get(`/inbound/${id}/attachments/0`)).refusal).toBe('404 not_found');
  });

  it('shows a test key that there is one, but not what it says', async () => {
    const id = await received({
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('abc') }],
    });
    const test = await api.createKey({ mode: 'test' });
    expect(await list('', test)).toEqual([id]);
    expect((await read(id, test)).body).toMatchObject({
      subject: 'Re: Hello',
      ...{ html: null, text: null, reply_text: null, headers: null },
    });
    expect((await api.get(`/inbound/${id}/attachments/0`, test)).refusal).toBe('403 test_key_not_allowed');
  });

  it('is seen by keys of its domain and of all, by no other and by no other organization', async () => {
    const { pool } = api;
    const [mine, other] = [await api.createDomain(), await api.createDomain()];
    const id = await received({ domainId: mine.id });
    const withMine = await api.createKey({ domainIds: [mine.id] });
    const withOther = await api.createKey({ domainIds: [other.id] });
    const stranger = await createApiKey(pool, { organizationId: (await createOrganization(pool)).id });
    expect(await list('', withMine)).toEqual([id]);
    expect((await read(id, withMine)).status).toBe(200);
    for (const each of [withOther, stranger]) {
      expect(await list('', each)).toEqual([]);
      expect((await read(id, each)).refusal).toBe('404 not_found');
      expect((await api.get(`/inbound/${id}/attachments/0`, each)).refusal).toBe('404 not_found');
    }
    expect((await read('x')).refusal).toBe('404 not_found');
  });
});

describe('GET /inbound/{id}/attachments/{index}', () => {
  it('answers the bytes, to be saved and not to be shown', async () => {
    const content = Buffer.from([0, 255, 1, 254, 13, 10]);
    const filename = 'Grüße "1"%\\x.html';
    const id = await received({ attachments: [{ filename, contentType: 'text/html', content }] });
    const answer = await fetch(`${api.url}/api/v1/inbound/${id}/attachments/0`, {
      headers: { authorization: `Bearer ${api.key.token}` },
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Gr__e _1___x.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22%25%5Cx.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('answers a large file piece by piece, whole and with its length', async () => {
    const content = randomBytes(1_000_001);
    const id = await received({ attachments: [{ filename: 'a.bin', contentType: 'a/b', content }] });
    const answer = await fetch(`${api.url}/api/v1/inbound/${id}/attachments/0`, {
      headers: { authorization: `Bearer ${api.key.token}` },
    });
    expect(answer.headers.get('content-length')).toBe('1000001');
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  it('answers a file of 0 bytes', async () => {
    const id = await received({
      attachments: [{ filename: 'empty.log', contentType: 'text/plain', content: Buffer.alloc(0) }],
    });
    const answer = await fetch(`${api.url}/api/v1/inbound/${id}/attachments/0`, {
      headers: { authorization: `Bearer ${api.key.token}` },
    });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '0',
      '',
    ]);
    expect((await read(id)).body).toMatchObject({ attachments: [{ filename: 'empty.log', size: 0 }] });
  });

  it.each(['1', '-1', '0.5', '0x0', 'x', '99999999999'])('has none at %s', async (index) => {
    const id = await received({
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('abc') }],
    });
    expect((await api.get(`/inbound/${id}/attachments/${index}`)).refusal).toBe('404 not_found');
  });
});
