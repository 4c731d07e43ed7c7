import type { BatchResponse } from '@postrider/contracts/emails';
import { createApiKey, createDomain, createOrganization, eventually } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true, domain: { name: 'mail.acme.test' } });

const plain = { from: 'hi@mail.acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hi' };
const batch = (items: unknown, key = api.key) => api.post<BatchResponse>('/emails/batch', key, items);
/** `id` or the code of the error. */
const outcomes = ({ data }: BatchResponse): string[] =>
  data.map((entry) => ('error' in entry ? entry.error.code : 'id'));
const ids = ({ data }: BatchResponse): (string | null)[] =>
  data.map((entry) => ('error' in entry ? null : entry.id));
const stored = async (id: string | null | undefined): Promise<Record<string, unknown> | undefined> =>
  (await api.pool.query('SELECT * FROM messages WHERE id = $1', [id])).rows[0] as
    Record<string, unknown> | undefined;

it('stores a hundred emails in order, enqueued and marked as a batch', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ ...plain, subject: `Nr ${index}` }));
  const { status, body } = await batch(items);
  expect(status).toBe(200);
  const list = ids(body);
  expect(new Set(list).size).toBe(100);
  expect(await stored(list[37])).toMatchObject({ subject: 'Nr 37', source: 'batch', status: 'queued' });
  const jobs = api.jobs('send.transactional');
  await eventually(() => list.every((id) => jobs.some((job) => job.message_id === id)));
});

it('answers each failing item with its own code and accepts the others', async () => {
  const { body } = await batch([
    plain,
    { ...plain, from: 'Acme' },
    { ...plain, from: 'a@elsewhere.test' },
    { ...plain, to: 'no-address' },
    { ...plain, attachments: [{ filename: 'a', content: 'YQ==' }] },
    { ...plain, headers: { Subject: 'x' } },
    { ...plain, kind: 'bulk.x' },
    { ...plain, template: { id: 'x' }, subject: undefined, text: undefined },
    'not an object',
    null,
    { ...plain, attachments: [] },
  ]);
  expect(outcomes(body)).toEqual([
    'id',
    'invalid_from',
    'unknown_domain',
    'validation_error',
    'attachments_not_in_batch',
    'reserved_header',
    'stream_mismatch',
    'template_not_found',
    'validation_error',
    'validation_error',
    'id',
  ]);
});

it('items that share an idempotency key meet the first of them that succeeds', async () => {
  const { body } = await batch([
    { ...plain, idempotency_key: 'twin', to: 'no-address' },
    { ...plain, idempotency_key: 'twin', subject: 'First' },
    { ...plain, idempotency_key: 'twin', subject: 'Second' },
    { ...plain, idempotency_key: 'lone' },
  ]);
  const [failed, first, second, lone] = ids(body);
  expect(failed).toBeNull();
  expect(first).toBe(second);
  expect(lone).not.toBe(first);
  expect(await stored(first)).toMatchObject({ subject: 'First' });
  expect(ids((await batch([{ ...plain, idempotency_key: 'twin' }])).body)).toEqual([first]);
});

it('does not apply the Idempotency-Key header', async () => {
  const call = () =>
    api.send<BatchResponse>('/emails/batch', {
      method: 'POST',
      key: api.key,
      body: [plain, plain],
      headers: { 'idempotency-key': 'whole' },
    });
  const list = [...ids((await call()).body), ...ids((await call()).body)];
  expect(new Set(list).size).toBe(4);
});

it('batches that hold the same keys in opposite order both get through', async () => {
  const keys = Array.from({ length: 50 }, (_, index) => `cross-${index}`);
  const items = keys.map((key) => ({ ...plain, idempotency_key: key }));
  const [one, other] = await Promise.all([batch(items), batch(items.toReversed())]);
  expect(ids(one.body)).toEqual(ids(other.body).toReversed());
});

it('names the suppressed and the mistyped of each item', async () => {
  await api.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason) VALUES (gen_random_uuid(), $1, 'gone@example.com', 'manual')`,
    [api.organizationId],
  );
  const { body } = await batch([{ ...plain, to: ['gone@example.com', 'ada@gmial.com'] }, plain]);
  expect(body.data[0]).toMatchObject({
    suppressed: ['gone@example.com'],
    warnings: [{ code: 'possible_typo', address: 'ada@gmial.com' }],
  });
  expect(Object.keys(body.data[1] ?? {})).toEqual(['id']);
});

it('counts as one request, and reserves quota item by item', async () => {
  const { pool } = api;
  const { id } = await createOrganization(pool, { plan: 'free', kind: 'client' });
  const { name } = await createDomain(pool, { organizationId: id });
  const key = await createApiKey(pool, { organizationId: id, rateLimit: 2 });
  const item = (recipients: number) => ({
    ...plain,
    from: `a@${name}`,
    to: Array.from({ length: recipients }, (_, index) => `r${index}@example.com`),
  });
  // The daily cap of the plan is 100 recipients.
  const { body, headers } = await batch([item(50), item(40), item(20), item(10), item(1)], key);
  expect(outcomes(body)).toEqual(['id', 'id', 'quota_exceeded', 'id', 'quota_exceeded']);
  expect(headers.get('ratelimit-remaining')).toBe('1');
});

it.each([
  ['no array', {}],
  ['no items', []],
  ['101 items', Array.from({ length: 101 }, () => plain)],
])('refuses %s as a whole', async (_what, items) => {
  expect((await batch(items)).refusal).toBe('422 validation_error');
});
