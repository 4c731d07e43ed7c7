import type { EmailResource } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization, insertRow, type ApiKeyFixture } from '@postrider/testkit';
import { insertEmail, insertEvent, type EmailFixture } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, permission: 'SEND' });

const insert = (email: Partial<EmailFixture> = {}): Promise<string> =>
  insertEmail(api.pool, { organizationId: api.organizationId, ...email });

it('answers every field of the email with its content, attachments and events', async () => {
  const { pool } = api;
  const createdAt = new Date(1_800_000_000_123);
  const id = await insert({
    createdAt,
    scheduledAt: new Date(1_800_000_060_000),
    status: 'bounced',
    kind: 'receipt',
    to: ['Ada <ada@example.com>'],
    cc: ['bob@example.com'],
    bcc: ['carol@example.com'],
  });
  await pool.query(
    `UPDATE messages SET reply_to = 'reply@acme.test', tags = '[{"name": "n", "value": "v"}]', message_id_header = $2,
       sent_at = $3, first_attempt_at = $3 WHERE id = $1`,
    [id, `<${id}@acme.test>`, createdAt],
  );
  await pool.query(
    `INSERT INTO message_contents (message_id, organization_id, html, text, metadata)
     VALUES ($1, $2, '<p>Hello</p>', 'Hello', '{"order": "7"}')`,
    [id, api.organizationId],
  );
  await pool.query(
    `INSERT INTO message_attachments (message_id, ordinal, filename, content_type, size, content)
     VALUES ($1, 1, 'b.pdf', 'application/pdf', 3, 'QUJD'), ($1, 0, 'a.txt', 'text/plain', 1, 'QQ==')`,
    [id],
  );
  const { status, body } = await api.get(`/emails/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'email',
    id,
    from: 'Acme <hi@acme.test>',
    to: ['Ada <ada@example.com>'],
    cc: ['bob@example.com'],
    bcc: ['carol@example.com'],
    reply_to: 'reply@acme.test',
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    kind: 'receipt',
    tags: [{ name: 'n', value: 'v' }],
    created_at: '2027-01-15T08:00:00.123Z',
    scheduled_at: '2027-01-15T08:01:00.000Z',
    expires_at: null,
    claimed_at: '2027-01-15T08:00:00.123Z',
    sent_at: '2027-01-15T08:00:00.123Z',
    last_event: 'bounced',
    waiting: null,
    mode: 'live',
    message_id: `<${id}@acme.test>`,
    metadata: { order: '7' },
    attachments: [
      { filename: 'a.txt', content_type: 'text/plain', size: 1 },
      { filename: 'b.pdf', content_type: 'application/pdf', size: 3 },
    ],
    holds: [],
    events: ['Ada <ada@example.com>', 'bob@example.com', 'carol@example.com'].map((recipient) => ({
      type: 'queued',
      recipient,
      at: '2027-01-15T08:00:00.123Z',
    })),
    events_truncated: false,
  });
});

it('answers events in order of time, those of one moment as they were recorded, with only the fields they have', async () => {
  const { pool } = api;
  const at = (ms: number): Date => new Date(1_800_000_000_000 + ms);
  const emailId = await insert({ createdAt: at(1) });
  const event = { organizationId: api.organizationId, emailId };
  await insertEvent(pool, { ...event, type: 'clicked', at: at(900), url: 'https://example.com/?a=b' });
  await insertEvent(pool, { ...event, type: 'opened', at: at(950), machine: true });
  await insertEvent(pool, { ...event, type: 'sent', at: at(5) });
  await insertEvent(pool, {
    ...event,
    type: 'bounced',
    at: at(5),
    bounceType: 'hard',
    failureClass: 'recipient',
    detail: '5.1.1 unknown',
  });
  const delayed = { type: 'delivery_delayed', failureClass: 'full', nextAttemptAt: at(1_234) } as const;
  await insertEvent(pool, { ...event, ...delayed, at: at(7) });
  const { body } = await api.get<EmailResource>(`/emails/${emailId}`);
  const recipient = 'ada@example.com';
  expect(body.events).toEqual([
    { type: 'queued', recipient, at: '2027-01-15T08:00:00.001Z' },
    { type: 'sent', recipient, at: '2027-01-15T08:00:00.005Z' },
    {
      type: 'bounced',
      recipient,
      at: '2027-01-15T08:00:00.005Z',
      bounce_type: 'hard',
      detail: '5.1.1 unknown',
      diagnosis: { class: 'recipient', actor: 'sender', advice: expect.stringContaining('does not exist') },
    },
    {
      type: 'delivery_delayed',
      recipient,
      at: '2027-01-15T08:00:00.007Z',
      diagnosis: { class: 'full', actor: 'recipient', advice: expect.any(String) },
      next_attempt_at: '2027-01-15T08:00:01.234Z',
    },
    { type: 'clicked', recipient, at: '2027-01-15T08:00:00.900Z', url: 'https://example.com/?a=b' },
    { type: 'opened', recipient, at: '2027-01-15T08:00:00.950Z', automatic: true },
  ]);
});

it('returns the newest thousand events of an email that has more, and says so', async () => {
  const { pool } = api;
  const createdAt = new Date(1_800_000_000_000);
  const id = await insert({ createdAt });
  const record = (first: number, last: number) =>
    pool.query(
      `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail)
       SELECT $1, gen_random_uuid(), $2, 0, 'ada@example.com', 'opened', n::text, $3::timestamptz + n * interval '1 second', 'live', n::text
         FROM generate_series($4::int, $5::int) n`,
      [id, api.organizationId, createdAt, first, last],
    );
  const read = async () => (await api.get<EmailResource>(`/emails/${id}`)).body;
  const opens = ({ events }: EmailResource) => events.slice(1).map(({ detail }) => Number(detail));
  await record(1, 1_000);
  expect((await read()).events_truncated).toBe(false);
  await record(1_001, 1_001);
  const email = await read();
  expect([email.events_truncated, email.events[0]?.type]).toEqual([true, 'queued']);
  expect(opens(email)).toEqual(Array.from({ length: 1_000 }, (_none, index) => index + 2));
});

it('lists the review of an email and the hold of an operator, without who decided and why', async () => {
  const { pool } = api;
  const id = await insert({ createdAt: new Date(1_800_000_000_000) });
  await insertRow(pool, 'message_reviews', {
    ...{ message_id: id, organization_id: api.organizationId, status: 'released' },
    reasons: JSON.stringify([{ code: 'link_mismatch', detail: 'secret' }]),
    ...{
      created_at: new Date(1_800_000_000_000),
      decided_at: new Date(1_800_000_060_000),
      decided_by: 'ops',
    },
  });
  await insertRow(pool, 'message_holds', {
    ...{ message_id: id, organization_id: api.organizationId, reason: 'secret', operator: 'ops' },
    ...{ held_at: new Date(1_800_000_120_000), due_at: new Date(1_800_000_060_000) },
  });
  const { body } = await api.get<EmailResource>(`/emails/${id}`);
  expect(body.holds).toEqual([
    { reason: 'review', since: '2027-01-15T08:00:00.000Z', until: '2027-01-15T08:01:00.000Z' },
    { reason: 'operator', since: '2027-01-15T08:02:00.000Z', until: null },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret|ops/);
});

it('shows null for content that retention has deleted', async () => {
  const { body } = await api.get(`/emails/${await insert()}`);
  expect(body).toMatchObject({ html: null, text: null, metadata: null, message_id: null, attachments: [] });
});

it('does not exist for another organization', async () => {
  const foreign = await createOrganization(api.pool);
  const foreignKey = await createApiKey(api.pool, { organizationId: foreign.id });
  expect((await api.get(`/emails/${await insert()}`, foreignKey)).refusal).toBe('404 not_found');
});

it('exists for a restricted key in its domains only', async () => {
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  const own = await insert({ domainId: domain.id });
  const other = await insert({ domainId: newId() });
  expect((await api.get(`/emails/${own}`, restricted)).status).toBe(200);
  expect((await api.get(`/emails/${other}`, restricted)).refusal).toBe('404 not_found');
});

it.each(['x', '1', '0199', newId(), `${newId()}0`, '%00', "'--", '018f0000-0000-7000-8000-00000000000g'])(
  'answers not_found to the id %s',
  async (id) => {
    expect((await api.get(`/emails/${id}`)).refusal).toBe('404 not_found');
  },
);

it('does not show a test key what live mail says; everything else of it, and test mail, as any other key', async () => {
  const { pool } = api;
  const testKey = await api.createKey({ permission: 'SEND', mode: 'test' });
  const stored = async (mode: 'live' | 'test'): Promise<string> => {
    const id = await insert({ mode });
    await pool.query(
      `INSERT INTO message_contents (message_id, organization_id, html, text, metadata)
       VALUES ($1, $2, '<p>Your code</p>', 'Your code', '{"order": "7"}')`,
      [id, api.organizationId],
    );
    await insertEvent(pool, {
      emailId: id,
      organizationId: api.organizationId,
      type: 'clicked',
      url: 'https://acme.test/reset?token=1',
    });
    return id;
  };
  const read = async (id: string, by: ApiKeyFixture) =>
    (await api.get<EmailResource>(`/emails/${id}`, by)).body;
  const urls = ({ events }: EmailResource) => events.flatMap(({ url }) => url ?? []);
  const live = await stored('live');
  const [shown, whole] = [await read(live, testKey), await read(live, api.key)];
  expect([shown.html, shown.text, urls(shown)]).toEqual([null, null, []]);
  expect(JSON.stringify(shown)).not.toMatch(/Your code|reset/);
  expect([whole.html, whole.text, urls(whole)]).toEqual([
    '<p>Your code</p>',
    'Your code',
    ['https://acme.test/reset?token=1'],
  ]);
  const kept = ({ html: _html, text: _text, events, ...rest }: EmailResource) => ({
    ...rest,
    types: events.map(({ type }) => type),
  });
  expect(kept(shown)).toEqual(kept(whole));
  const simulated = await read(await stored('test'), testKey);
  expect([simulated.html, simulated.text, urls(simulated)]).toEqual([whole.html, whole.text, urls(whole)]);
});
