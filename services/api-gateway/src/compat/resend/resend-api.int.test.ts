import { createApiKey, createDomain, createOrganization, eventually } from '@postrider/testkit';
import { Resend } from 'resend';
import { useApi } from '../../../test/use-api';
import { createTurnedClock } from '../../../test/turned-clock';

let resend: Resend;
let bulkDomain: string;

const clock = createTurnedClock();
beforeAll(() => clock.toNoon());
const api = useApi({ clock, shared: true, domain: { name: 'mail.acme.test' } });
beforeAll(async () => {
  bulkDomain = (await api.createDomain({ stream: 'bulk' })).name;
  resend = clientOf(api.key.token);
});

const clientOf = (token: string): Resend => new Resend(token, { baseUrl: `${api.url}/compat/resend` });
const plain = { from: 'Acme <hi@mail.acme.test>', to: 'ada@example.com', subject: 'Hello', text: 'Hi' };
/** What a call answers; an error fails the test with its text. */
async function answer<Data>(
  call: PromiseLike<{ data: Data; error: null } | { data: null; error: { message: string } }>,
): Promise<Data> {
  const { data, error } = await call;
  if (error !== null) throw new Error(error.message);
  return data;
}
/** `status name code: message` of a call that fails. */
async function refusal(call: PromiseLike<{ error: unknown }>): Promise<string> {
  const { error } = await call;
  const { statusCode, name, code, message } = error as Record<string, string>;
  return `${statusCode} ${name} ${code}: ${message}`;
}

describe('emails', () => {
  it('are sent with everything that has a counterpart, and read, listed and canceled', async () => {
    const { id } = await answer(
      resend.emails.send({
        ...{ ...plain, html: '<p>Hi</p>', cc: ['bob@example.com'], replyTo: 'help@acme.test' },
        headers: { 'X-Order': '1' },
        tags: [{ name: 'order', value: '1' }],
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
        attachments: [{ filename: 'a.txt', content: Buffer.from('hello'), contentType: 'text/plain' }],
      }),
    );
    expect(await answer(resend.emails.get(id))).toMatchObject({
      ...{ object: 'email', id, from: plain.from, to: [plain.to], cc: ['bob@example.com'], bcc: null },
      ...{ reply_to: ['help@acme.test'], html: '<p>Hi</p>', last_event: 'scheduled' },
      tags: [{ name: 'order', value: '1' }],
    });
    const own = await api.get<{ attachments: unknown[] }>(`/emails/${id}`);
    expect(own.body.attachments).toEqual([{ filename: 'a.txt', content_type: 'text/plain', size: 5 }]);
    expect(await answer(resend.emails.cancel(id))).toEqual({ object: 'email', id });
    expect((await answer(resend.emails.get(id))).last_event).toBe('canceled');
  });

  it('are listed page by page, by the id behind which a page begins', async () => {
    for (const subject of ['One', 'Two', 'Three']) await answer(resend.emails.send({ ...plain, subject }));
    const first = await answer(resend.emails.list({ limit: 2 }));
    expect([first.object, first.has_more, first.data.map(({ subject }) => subject)]).toEqual([
      'list',
      true,
      ['Three', 'Two'],
    ]);
    const after = first.data[1]?.id ?? '';
    expect((await answer(resend.emails.list({ limit: 1, after }))).data[0]?.subject).toBe('One');
    expect(await refusal(resend.emails.list({ before: after }))).toContain('before: no counterpart');
  });

  it('take a list of one reply address, or of none, and say that there cannot be two', async () => {
    const send = (replyTo: string[]) => resend.emails.send({ ...plain, replyTo });
    const one = await answer(send(['help@acme.test']));
    expect((await answer(resend.emails.get(one.id))).reply_to).toEqual(['help@acme.test']);
    const none = await answer(send([]));
    expect((await answer(resend.emails.get(none.id))).reply_to).toBeNull();
    const { error } = await send(['help@acme.test', 'sales@acme.test']);
    expect(error?.message).toContain('reply_to: must be one address');
  });

  it('to the test addresses of Resend are test mail, also with a live key', async () => {
    const modeOf = async (id: string) => (await api.get<{ mode: string }>(`/emails/${id}`)).body.mode;
    const to = ['Bounce <bounced+label@resend.dev>', 'delivered@resend.dev'];
    const { id } = await answer(resend.emails.send({ ...plain, to }));
    expect(await modeOf(id)).toBe('test');
    const { data } = await answer(resend.batch.send([{ ...plain, to: 'complained@resend.dev' }]));
    expect(await modeOf(data[0]?.id ?? '')).toBe('test');
    expect(await modeOf((await answer(resend.emails.send(plain))).id)).toBe('live');
    expect(await refusal(resend.emails.send({ ...plain, to: [...to, 'ada@example.com'] }))).toContain(
      'cannot be combined with other recipients',
    );
  });

  it('with the same idempotency key are one', async () => {
    const send = () => answer(resend.emails.send(plain, { idempotencyKey: 'order-1' }));
    expect(await send()).toEqual(await send());
  });
});

describe('a batch', () => {
  const good = { ...plain, subject: 'Batch' };
  const bad = { ...good, from: 'hi@elsewhere.test' };
  const stored = async (): Promise<number> => {
    const { rows } = await api.pool.query<{ count: number }>(
      `SELECT count(*)::integer FROM messages WHERE organization_id = $1 AND subject = 'Batch'`,
      [api.organizationId],
    );
    return rows[0]?.count ?? 0;
  };

  it('is refused as a whole for one item, and stores nothing: their batches are strict by default', async () => {
    expect(await refusal(resend.batch.send([good, bad]))).toMatch(
      /^422 validation_error unknown_domain: \[1\] /,
    );
    expect(await stored()).toBe(0);
  });

  it('that is permissive sends the others, and names the one that it does not', async () => {
    const { data, errors } = await answer(resend.batch.send([bad, good], { batchValidation: 'permissive' }));
    expect([data.length, errors.map(({ index }) => index)]).toEqual([1, [0]]);
    expect(await stored()).toBe(1);
  });

  it('with an idempotency key makes each item once', async () => {
    const send = () => answer(resend.batch.send([good, good], { idempotencyKey: 'batch-1' }));
    const { data } = await send();
    expect(new Set(data.map(({ id }) => id)).size).toBe(2);
    expect((await send()).data).toEqual(data);
    expect(await stored()).toBe(3);
  });

  it('takes the longest idempotency key there is', async () => {
    const idempotencyKey = 'k'.repeat(256);
    const send = () => answer(resend.batch.send([plain, plain], { idempotencyKey }));
    const { data } = await send();
    expect(new Set(data.map(({ id }) => id)).size).toBe(2);
    expect((await send()).data).toEqual(data);
    const tooLong = `${idempotencyKey}k`;
    expect(await refusal(resend.batch.send([plain], { idempotencyKey: tooLong }))).toContain(
      'idempotency_key',
    );
  });

  it('over the quota is refused as a whole, and what was granted is given back', async () => {
    const { pool } = api;
    const { id } = await createOrganization(pool, { plan: 'free' });
    const { name } = await createDomain(pool, { organizationId: id });
    const client = clientOf((await createApiKey(pool, { organizationId: id })).token);
    const item = { ...plain, from: `hi@${name}` };
    const of = (count: number) => Array.from({ length: count }, () => item);
    await answer(client.batch.send(of(60)));
    expect(await refusal(client.batch.send(of(60)))).toMatch(
      /^429 monthly_quota_exceeded quota_exceeded: \[40\] /,
    );
    await answer(client.batch.send(of(40)));
  });
});

describe('domains', () => {
  it('are created, listed, read, verified and removed', async () => {
    const name = 'resend.acme.test';
    const created = await answer(resend.domains.create({ name, customReturnPath: 'back' }));
    const { id } = created;
    expect(created).toMatchObject({ name, status: 'pending', capabilities: { sending: 'disabled' } });
    expect(created.records.map(({ name: host }) => host)).toContain(`back.${name}`);
    expect((await answer(resend.domains.get(id))).records).toEqual(created.records);
    expect((await answer(resend.domains.list())).data[0]).toMatchObject({ id, name, status: 'pending' });
    expect(await answer(resend.domains.verify(id))).toEqual({ object: 'domain', id });
    expect(await answer(resend.domains.remove(id))).toEqual({ object: 'domain', id, deleted: true });
    expect(await refusal(resend.domains.get(id))).toMatch(/^404 not_found not_found/);
  });
});

describe('contacts', () => {
  it('are created, changed, listed, read by address, and removed', async () => {
    const email = 'grace@example.com';
    const properties = { city: 'London', visits: 3 };
    const { id } = await answer(resend.contacts.create({ email, firstName: 'Grace', properties }));
    expect(await answer(resend.contacts.get({ email }))).toMatchObject({
      ...{ object: 'contact', id, email, first_name: 'Grace', unsubscribed: false },
      properties: { city: { type: 'string', value: 'London' }, visits: { type: 'number', value: 3 } },
    });
    await answer(resend.contacts.update({ id, unsubscribed: true, lastName: 'Hopper' }));
    expect((await answer(resend.contacts.list())).data).toMatchObject([
      { id, first_name: 'Grace', last_name: 'Hopper', unsubscribed: true },
    ]);
    expect(await answer(resend.contacts.remove({ email }))).toEqual({
      object: 'contact',
      contact: id,
      deleted: true,
    });
    expect(await refusal(resend.contacts.update({ email, firstName: 'x' }))).toMatch(/^404 not_found/);
  });
});

describe('segments', () => {
  it('hold the contacts that were added, and no other', async () => {
    const { id: segmentId } = await answer(resend.segments.create({ name: 'Readers' }));
    await answer(resend.contacts.create({ email: 'in@example.com', properties: { city: 'Rome' } }));
    await answer(resend.contacts.create({ email: 'out@example.com' }));
    const members = async () =>
      (await answer(resend.contacts.list({ segmentId }))).data.map(({ email }) => email);
    expect(await members()).toEqual([]);
    await answer(resend.contacts.segments.add({ email: 'in@example.com', segmentId }));
    expect(await members()).toEqual(['in@example.com']);
    expect((await answer(resend.contacts.segments.list({ email: 'in@example.com' }))).data).toMatchObject([
      { id: segmentId, name: 'Readers' },
    ]);
    expect((await answer(resend.contacts.get('in@example.com'))).properties).toEqual({
      city: { type: 'string', value: 'Rome' },
    });
    await answer(resend.contacts.segments.remove({ email: 'in@example.com', segmentId }));
    expect(await members()).toEqual([]);
  });

  it('with a filter of their own take no contact', async () => {
    const { body } = await api.post<{ id: string }>('/segments', api.key, {
      name: 'All',
      filter: { all: [] },
    });
    await answer(resend.contacts.create({ email: 'some@example.com' }));
    const member = { email: 'some@example.com', segmentId: body.id };
    expect(await refusal(resend.contacts.segments.add(member))).toContain(
      'the filter of this segment decides',
    );
  });
});

describe('broadcasts', () => {
  it('are created, changed, scheduled, read, listed, canceled and removed', async () => {
    await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
    const segment = await api.post<{ id: string }>('/segments', api.key, {
      name: 'All',
      filter: { all: [] },
    });
    const wanted = { segmentId: segment.body.id, topicId: 'news', from: `News <news@${bulkDomain}>` };
    const html = '<p>{{ unsubscribe_url }}</p>';
    const theirs = '<p>{{{RESEND_UNSUBSCRIBE_URL}}}</p>';
    const { id } = await answer(
      resend.broadcasts.create({ ...wanted, subject: 'May', html: theirs, previewText: 'Soon' }),
    );
    await answer(resend.broadcasts.update(id, { subject: 'June' }));
    expect(await answer(resend.broadcasts.get(id))).toMatchObject({
      ...{ object: 'broadcast', id, name: 'May', subject: 'June', status: 'draft', topic_id: 'news', html },
      ...{ segment_id: segment.body.id, preview_text: 'Soon' },
    });
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    expect(await answer(resend.broadcasts.send(id, { scheduledAt }))).toEqual({ id });
    expect((await answer(resend.broadcasts.list())).data[0]).toMatchObject({ id, status: 'queued' });
    expect(await answer(resend.broadcasts.cancel(id))).toEqual({ object: 'broadcast', id });
    const copy = await answer(resend.broadcasts.duplicate(id));
    expect(await answer(resend.broadcasts.get(copy.id))).toMatchObject({
      subject: 'June',
      status: 'draft',
      html,
    });
    expect(await answer(resend.broadcasts.clickedLinks(id))).toEqual({
      object: 'list',
      has_more: false,
      data: [],
    });
    const draft = await answer(resend.broadcasts.create({ ...wanted, subject: 'July', html }));
    expect(await answer(resend.broadcasts.remove(draft.id))).toEqual({
      ...{ object: 'broadcast', id: draft.id, deleted: true },
    });
  });
});

describe('webhooks', () => {
  it("have Resend's format and names of events, of which one may be several of ours", async () => {
    const endpoint = 'https://hooks.example.com/';
    const events = ['email.failed', 'email.delivered'] as const;
    const { id } = await answer(resend.webhooks.create({ endpoint, events: [...events] }));
    expect((await api.get(`/webhooks/${id}`)).body).toMatchObject({
      format: 'resend',
      events: ['email.delivered', 'email.rejected', 'email.failed'],
    });
    const shown = await answer(resend.webhooks.get(id));
    expect(shown).toMatchObject({ endpoint, events: ['email.delivered', 'email.failed'] });
    await answer(resend.webhooks.update(id, { events: ['email.bounced'] }));
    expect(await answer(resend.webhooks.get(id))).toMatchObject({ events: ['email.bounced'] });
    expect(await refusal(resend.webhooks.create({ endpoint, events: ['domain.created'] }))).toContain(
      'events[0]: domain.created: Postrider has no such event',
    );
  });
});

describe('what is refused', () => {
  it('has the form that their client expects', async () => {
    const wrongKey = clientOf('pr_live_nobody').emails.list();
    expect(await refusal(wrongKey)).toMatch(/^401 invalid_api_key unauthorized: The API key is missing/);
    expect(await refusal(resend.emails.send({ ...plain, to: 'no-address' }))).toMatch(
      /^422 validation_error .*to/,
    );
    expect(await refusal(resend.emails.get('x'))).toMatch(/^404 not_found not_found/);
  });

  it('names each field that has no counterpart, and sends nothing', async () => {
    const call = resend.emails.send({
      ...plain,
      topicId: 'news',
      attachments: [{ path: 'https://x.test/a' }],
    });
    const message = await refusal(call);
    expect(message).toContain('topic_id: no counterpart in Postrider');
    expect(message).toContain('attachments[0]: path: no counterpart');
    const region = await refusal(resend.domains.create({ name: 'b.acme.test', region: 'eu-west-1' }));
    expect(region).toContain('region: no counterpart');
    expect(await refusal(resend.batch.send([{ ...plain, topicId: 'x' }]))).toContain(
      '[0]: topic_id: no counterpart',
    );
  });

  it('is refused by the same rules as in our own API', async () => {
    const { pool } = api;
    const test = clientOf((await api.createKey({ mode: 'test' })).token);
    expect(await refusal(test.broadcasts.list())).toMatch(/^403 invalid_access test_key_not_allowed/);
    const send = clientOf((await api.createKey({ permission: 'SEND' })).token);
    expect(await refusal(send.domains.create({ name: 'c.acme.test' }))).toMatch(
      /^403 restricted_api_key forbidden/,
    );
    const stranger = await createApiKey(pool, { organizationId: (await createOrganization(pool)).id });
    const { id } = await answer(resend.emails.send(plain));
    expect(await refusal(clientOf(stranger.token).emails.get(id))).toMatch(/^404 not_found/);
  });
});

it('a request of Resend’s API is in the API log like any other request', async () => {
  await answer(resend.emails.send(plain));
  const logged = `SELECT 1 FROM api_request_logs
    WHERE organization_id = $1 AND method = 'POST' AND path = '/compat/resend/emails' AND status = 200`;
  await eventually(async () => (await api.pool.query(logged, [api.organizationId])).rows.length > 0);
});

it('reads the API log page by page', async () => {
  // Ten contents are kept in a second: requests of other tests would use them up.
  const { id: ownId } = await createOrganization(api.pool);
  const own = await createApiKey(api.pool, { organizationId: ownId });
  await createDomain(api.pool, { organizationId: ownId, name: 'log.acme.test' });
  const client = clientOf(own.token);
  const logged = { ...plain, from: 'hi@log.acme.test' };
  for (const to of ['ada@example.com', 'none']) await client.emails.send({ ...logged, to });
  const sends = async () =>
    (await answer(client.logs.list({ limit: 100 }))).data.filter(({ endpoint, method }) => {
      return endpoint === '/compat/resend/emails' && method === 'POST';
    });
  await eventually(async () => (await sends()).some(({ response_status: status }) => status === 422));
  const failed = (await sends()).find(({ response_status: status }) => status === 422);
  const log = await answer(client.logs.get(failed?.id ?? ''));
  expect(log).toMatchObject({
    object: 'log',
    id: failed?.id,
    request_body: { to: 'none' },
    response_body: { statusCode: 422 },
  });
  const first = await answer(client.logs.list({ limit: 1 }));
  const second = await answer(client.logs.list({ limit: 1, after: first.data[0]?.id ?? '' }));
  expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
  expect(first.has_more).toBe(true);
});
