import type { EmailResource, SendEmailResponse } from '@postrider/contracts/emails';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { useApi } from '../../test/use-api';

let test: ApiKeyFixture;

const api = useApi({ shared: true, domain: { name: 'mail.acme.test' } });
beforeAll(async () => {
  await api.createDomain({ name: 'news.acme.test', stream: 'bulk' });
  await api.createDomain({ name: 'new.acme.test', status: 'pending' });
  await api.createDomain({ name: 'tracked.acme.test', trackingVerified: true });
  test = await api.createKey({ mode: 'test' });
});

const plain = { from: 'Acme <hi@mail.acme.test>', to: 'ada@example.com', subject: 'Hello', text: 'Hi Ada' };
const send = (fields: object, key = api.key) =>
  api.post<SendEmailResponse>('/emails', key, { ...plain, ...fields });
const rowsOf = async (table: string, id: string): Promise<Record<string, unknown>[]> => {
  const column = table === 'messages' ? 'id' : 'message_id';
  const text = `SELECT * FROM ${table} WHERE ${column} = $1`;
  return (await api.pool.query<Record<string, unknown>>(text, [id])).rows;
};

describe('an accepted email', () => {
  it('hides its recipients only where that is asked for', async () => {
    const [hidden, shown, plainly] = await Promise.all([
      send({ hide_recipients: true }),
      send({ hide_recipients: false }),
      send({}),
    ]);
    const stored = async ({ body }: typeof hidden) =>
      (await rowsOf('messages', body.id))[0]?.['hide_recipients'];
    expect(await Promise.all([hidden, shown, plainly].map(stored))).toEqual([true, false, false]);
    const wrong = await send({ hide_recipients: 'yes' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('hide_recipients: ')]);
  });

  it('is committed whole before it is answered', async () => {
    const { status, body } = await send({
      cc: ['Bob <bob@example.com>'],
      bcc: ['carol@example.com'],
      reply_to: 'help@acme.test',
      html: '<p>Hi</p>',
      tags: [{ name: 'campaign', value: 'welcome' }],
      metadata: { order: '42' },
      headers: { 'X-Order': '42', 'List-Unsubscribe': '<https://elsewhere.test>' },
      attachments: [{ filename: 'a.txt', content: 'aGVsbG8=', content_type: 'text/plain' }],
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['id']);

    const [message] = await rowsOf('messages', body.id);
    expect(message).toMatchObject({
      organization_id: api.organizationId,
      domain_id: api.domain.id,
      api_key_id: api.key.id,
      status: 'queued',
      lane: 'transactional',
      source: 'api',
      from_header: 'Acme <hi@mail.acme.test>',
      from_address: 'hi@mail.acme.test',
      reply_to: 'help@acme.test',
      to_addresses: ['ada@example.com'],
      cc_addresses: ['Bob <bob@example.com>'],
      recipient_count: 3,
      tags: [{ name: 'campaign', value: 'welcome' }],
      final_at: null,
    });
    const [content] = await rowsOf('message_contents', body.id);
    expect(content).toMatchObject({ html: '<p>Hi</p>', text: 'Hi Ada', metadata: { order: '42' } });
    expect(content?.headers).toEqual({ 'X-Order': '42' });
    expect(await rowsOf('message_attachments', body.id)).toMatchObject([
      { ordinal: 0, filename: 'a.txt', content_type: 'text/plain', size: 5, content: 'aGVsbG8=' },
    ]);
    const recipients = await rowsOf('recipients', body.id);
    expect(recipients.map(({ address, role, status: state }) => [address, role, state])).toEqual([
      ['ada@example.com', 'to', 'queued'],
      ['bob@example.com', 'cc', 'queued'],
      ['carol@example.com', 'bcc', 'queued'],
    ]);
    const shown = await api.get<EmailResource>(`/emails/${body.id}`);
    expect(shown.body.events.map(({ type, recipient }) => [type, recipient])).toEqual([
      ['queued', 'ada@example.com'],
      ['queued', 'bob@example.com'],
      ['queued', 'carol@example.com'],
    ]);
  });

  it('is enqueued for the workers of its lane', async () => {
    const { body } = await send({});
    await eventually(() => api.jobs('send.transactional').some((job) => job.message_id === body.id));
    const { body: simulated } = await send({}, test);
    await eventually(() => api.jobs('send.test').some((job) => job.message_id === simulated.id));
    const { body: bulk } = await send({ from: 'n@news.acme.test', kind: 'bulk.news' });
    await eventually(() => api.jobs('send.bulk').some((job) => job.message_id === bulk.id));
  });

  it('is not enqueued before its time: workers find it by its row', async () => {
    const { body: scheduled } = await send({ scheduled_at: new Date(Date.now() + 60_000).toISOString() });
    const { body: next } = await send({});
    await eventually(() => api.jobs('send.transactional').some((job) => job.message_id === next.id));
    expect(api.jobs('send.transactional').some((job) => job.message_id === scheduled.id)).toBe(false);
  });

  it('collapses an address that is repeated into one recipient', async () => {
    const { body } = await send({ to: ['ada@example.com', 'Ada <ADA@EXAMPLE.com>'], cc: 'ada@example.com' });
    expect(await rowsOf('recipients', body.id)).toHaveLength(1);
    expect((await rowsOf('messages', body.id))[0]?.to_addresses).toHaveLength(2);
  });

  it('takes its kind from the tag named kind when the field is absent', async () => {
    const { body } = await send({ tags: [{ name: 'kind', value: 'receipt' }] });
    expect((await rowsOf('messages', body.id))[0]?.kind).toBe('receipt');
  });

  it('waits for its time, and a time that has passed is now', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await send({ scheduled_at: later });
    expect((await rowsOf('messages', scheduled.body.id))[0]).toMatchObject({
      status: 'queued',
      due_at: new Date(later),
      scheduled_at: new Date(later),
    });
    const past = await send({ scheduled_at: '2020-01-01T00:00:00Z' });
    const [message] = await rowsOf('messages', past.body.id);
    expect(message?.due_at).toEqual(message?.created_at);
  });

  it('says which addresses look mistyped or disposable, and is queued all the same', async () => {
    const { body } = await send({ to: ['ada@gmial.com', 'x@mailinator.com', 'ok@example.com'] });
    expect(body.warnings).toEqual([
      { code: 'possible_typo', address: 'ada@gmial.com', suggestion: 'ada@gmail.com' },
      { code: 'disposable_suspected', address: 'x@mailinator.com' },
    ]);
    expect((await rowsOf('messages', body.id))[0]?.status).toBe('queued');
  });

  it('carries ten attachments of 10 MiB together', async () => {
    const content = Buffer.alloc(1_048_576, 7).toString('base64');
    const attachments = Array.from({ length: 10 }, (_, index) => ({ filename: `${index}.bin`, content }));
    const { body } = await send({ attachments });
    expect(await rowsOf('message_attachments', body.id)).toHaveLength(10);
  });
});

describe('suppressed recipients', () => {
  const suppress = (email: string, reason: string, further: { domainId?: string; expired?: boolean } = {}) =>
    api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason, domain_id, expires_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
      [api.organizationId, email, reason, further.domainId ?? null, further.expired ? new Date(0) : null],
    );
  const bulkKind = { from: 'n@news.acme.test', kind: 'bulk.news' };

  it('are dropped and named; the rest is sent', async () => {
    await suppress('gone@example.com', 'hard_bounce');
    const { body } = await send({ to: ['Gone@example.com', 'here@example.com'] });
    expect(body.suppressed).toEqual(['Gone@example.com']);
    const [message] = await rowsOf('messages', body.id);
    expect(message).toMatchObject({ status: 'queued', recipient_count: 1 });
    const shown = await api.get<EmailResource>(`/emails/${body.id}`);
    const [entry] = (await api.get<{ data: { id: string }[] }>('/suppressions?email=gone@example.com')).body
      .data;
    expect(
      shown.body.events.map(({ type, recipient, suppression }) => [type, recipient, suppression]),
    ).toEqual([
      ['queued', 'here@example.com', undefined],
      ['suppressed', 'Gone@example.com', { id: entry?.id, reason: 'hard_bounce' }],
    ]);
  });

  it('leave a message that has no others stored and unsent', async () => {
    await suppress('alone@example.com', 'complaint');
    const { body } = await send({ to: 'alone@example.com' }, test);
    expect(body).toEqual({ id: body.id, suppressed: ['alone@example.com'] });
    const [message] = await rowsOf('messages', body.id);
    expect(message).toMatchObject({ status: 'suppressed', recipient_count: 0 });
    expect(message?.final_at).not.toBeNull();
  });

  it('leave no content of such a message where it is kept for 0 days', async () => {
    await suppress('unknown@example.com', 'complaint');
    const keep = (days: number) =>
      api.pool.query('UPDATE organizations SET body_retention_days = $2 WHERE id = $1', [
        api.organizationId,
        days,
      ]);
    await keep(0);
    const dropped = await send({ to: 'unknown@example.com', metadata: { a: 'b' } });
    const partly = await send({ to: ['unknown@example.com', 'another@example.com'] });
    await keep(30);
    expect(await rowsOf('message_contents', dropped.body.id)).toEqual([]);
    expect(await rowsOf('message_contents', partly.body.id)).toHaveLength(1);
  });

  it('leave no content of such a message that asks for it', async () => {
    await suppress('nowhere@example.com', 'complaint');
    const dropped = await send({ to: 'nowhere@example.com', keep_content: false });
    const kept = await send({ to: 'nowhere@example.com', keep_content: true });
    const partly = await send({ to: ['nowhere@example.com', 'another@example.com'], keep_content: false });
    const contents = await Promise.all(
      [dropped, kept, partly].map(({ body }) => rowsOf('message_contents', body.id)),
    );
    expect(contents.map(({ length }) => length)).toEqual([0, 1, 1]);
    expect(await rowsOf('messages', partly.body.id)).toMatchObject([{ keep_content: false }]);
  });

  it('are those of the organization or of the sending domain, and only until the entry expires', async () => {
    await suppress('elsewhere@example.com', 'manual', { domainId: '00000000-0000-7000-8000-000000000000' });
    await suppress('ours@example.com', 'manual', { domainId: api.domain.id });
    await suppress('past@example.com', 'manual', { expired: true });
    const { body } = await send({ to: ['elsewhere@example.com', 'ours@example.com', 'past@example.com'] });
    expect(body.suppressed).toEqual(['ours@example.com']);
  });

  it('stay reachable by transactional mail when they only unsubscribed', async () => {
    await suppress('reader@example.com', 'unsubscribe');
    expect((await send({ to: 'reader@example.com' })).body.suppressed).toBeUndefined();
    expect((await send({ to: 'reader@example.com', ...bulkKind })).body.suppressed).toEqual([
      'reader@example.com',
    ]);
  });
});

describe('is refused', () => {
  const fifty = Array.from({ length: 51 }, (_, index) => `a${index}@example.com`);

  it.each<[string, string, object]>([
    ['invalid_from', 'a from that is no mailbox', { from: 'Acme' }],
    ['unknown_domain', 'a domain that is not registered', { from: 'hi@elsewhere.test' }],
    ['domain_not_verified', 'a domain that is pending', { from: 'hi@new.acme.test' }],
    [
      'bulk_single_recipient',
      'a bulk kind to two',
      { from: 'n@news.acme.test', kind: 'bulk.x', cc: 'b@example.com' },
    ],
    ['stream_mismatch', 'a bulk kind from a transactional domain', { kind: 'broadcast.x' }],
    ['stream_mismatch', 'a bulk kind in other letters', { kind: 'Broadcast.x' }],
    ['stream_mismatch', 'a bulk kind by tag', { tags: [{ name: 'kind', value: 'digest.x' }] }],
    ['reserved_header', 'a header that the platform sets', { headers: { 'message-id': '<x@y>' } }],
    [
      'template_not_found',
      'a template',
      { subject: undefined, text: undefined, template: { slug: 'welcome' } },
    ],
    ['validation_error', 'a missing subject', { subject: undefined }],
    ['validation_error', 'a subject of two lines', { subject: 'a\nb' }],
    ['validation_error', 'no content', { text: undefined }],
    ['validation_error', 'a template beside content', { template: { slug: 'x' } }],
    ['validation_error', 'an empty to', { to: [] }],
    ['validation_error', 'more than 50 recipients', { to: fifty }],
    ['validation_error', 'a recipient that is no address', { to: 'ada' }],
    ['validation_error', 'a reply_to that is no address', { reply_to: 'help' }],
    ['validation_error', 'html of over 2 MB', { html: 'é'.repeat(1_000_001) }],
    ['validation_error', 'attachments of over 10 MiB', { attachments: [big(6_000_000), big(6_000_000)] }],
    ['validation_error', 'content that is not base64', { attachments: [{ filename: 'a', content: '!!' }] }],
    ['validation_error', 'tracking without a tracking host', { track: { opens: true } }],
    [
      'validation_error',
      'tracking of two',
      { from: 'a@tracked.acme.test', track: { clicks: true }, cc: 'b@example.com' },
    ],
    ['validation_error', 'a time without an offset', { scheduled_at: '2030-01-01T00:00:00' }],
    ['validation_error', 'a time before 1970', { expires_at: '0001-01-01T00:00:00-23:59' }],
    ['validation_error', 'a time after 9998', { scheduled_at: '9999-12-31T23:59:59.999999+14:00' }],
    ['validation_error', 'a kind of over 64 characters', { tags: [{ name: 'kind', value: 'k'.repeat(65) }] }],
    ['validation_error', 'metadata that is not flat', { metadata: { a: { b: 'c' } } }],
    ['validation_error', 'a NUL character', { text: 'a\0b' }],
  ])('%s: %s', async (code, _what, fields) => {
    expect((await send(fields)).refusal).toBe(`422 ${code}`);
  });

  it('with a message that names each bad field', async () => {
    const answer = await api.post<{ error: { message: string } }>('/emails', api.key, {
      from: plain.from,
      to: ['ada@example.com', 'no-address'],
      subject: 'a\nb',
      reply_to: 'x',
    });
    const { message } = answer.body.error;
    for (const part of ['to[1]: not an email address', 'subject: ', 'reply_to: ', 'html: html or text']) {
      expect(message).toContain(part);
    }
  });

  it('forbidden_domain for a restricted key, whether the domain exists or not', async () => {
    const key = await api.createKey({ domainIds: [api.domain.id] });
    expect((await send({}, key)).status).toBe(200);
    expect((await send({ from: 'n@news.acme.test' }, key)).refusal).toBe('403 forbidden_domain');
    expect((await send({ from: 'n@elsewhere.test' }, key)).refusal).toBe('403 forbidden_domain');
  });

  it.each([
    ['sending_paused', { sendingPausedAt: new Date() }],
    ['under_review', { underReviewAt: new Date() }],
  ])('%s, while test keys go on', async (code, hold) => {
    const { pool } = api;
    const held = await createOrganization(pool, hold);
    const domain = await createDomain(pool, { organizationId: held.id });
    const [key, simulating] = await Promise.all([
      createApiKey(pool, { organizationId: held.id }),
      createApiKey(pool, { organizationId: held.id, mode: 'test' }),
    ]);
    const from = `a@${domain.name}`;
    expect((await send({ from }, key)).refusal).toBe(`403 ${code}`);
    expect((await send({ from }, simulating)).status).toBe(200);
  });

  it('and leaves nothing behind', async () => {
    const count = async (): Promise<unknown> =>
      (await api.pool.query('SELECT count(*) FROM messages')).rows[0];
    const before = await count();
    await send({ from: 'hi@elsewhere.test' });
    await send({ to: 'no-address' });
    expect(await count()).toEqual(before);
  });
});

function big(bytes: number): object {
  return { filename: 'big.bin', content: Buffer.alloc(bytes).toString('base64') };
}
