import type { ApiLogSummary } from '@postrider/contracts/api-logs';
import type { BatchResponse, SendEmailResponse } from '@postrider/contracts/emails';
import { createApiKey, createDomain, createOrganization, eventually } from '@postrider/testkit';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

let replica: TestApi;
let from: string;

const api = useApi({ shared: true });
beforeAll(async () => {
  replica = await api.startReplica();
  from = `hi@${(await api.createDomain()).name}`;
});

const email = (fields: object = {}) => ({
  ...{ from, to: 'ada@example.com', subject: 'Hello', text: 'Hi' },
  ...fields,
});
const send = (
  idempotencyKey: string,
  fields: object = {},
  via: TestApi = api,
): Promise<Answer<SendEmailResponse>> =>
  via.post('/emails', api.key, { ...email(fields), idempotency_key: idempotencyKey });
const marks = ({ headers }: Answer<unknown>) => [
  headers.get('idempotent-replayed'),
  headers.get('idempotent-mismatch'),
];
const fresh = [null, null];
const same = ['true', null];
const mismatched = ['true', 'true'];

it.each<[string, object, object]>([
  ['another subject', {}, { subject: 'Other' }],
  ['another recipient', {}, { to: 'grace@example.com' }],
  ['one recipient more', {}, { cc: 'grace@example.com' }],
  ['other metadata', { metadata: { order: '1' } }, { metadata: { order: '2' } }],
  ['another file', file('AAAA'), file('AAAB')],
  ['another time', { scheduled_at: '2030-01-01T00:00:00Z' }, { scheduled_at: '2030-01-02T00:00:00Z' }],
])(
  'an email with a used key and %s has the first id and is marked, on any gateway',
  async (name, one, two) => {
    const first = await send(name, one);
    const [again, onReplica] = [await send(name, two), await send(name, two, replica)];
    expect([first, again, onReplica].map(marks)).toEqual([fresh, mismatched, mismatched]);
    expect([again.body, onReplica.body]).toEqual([first.body, first.body]);
  },
);

function file(content: string) {
  return { attachments: [{ filename: 'a.bin', content, content_type: 'application/pdf' }] };
}

it('the same email is not, in whatever order its fields are, and however its recipients are written', async () => {
  await send('same', { metadata: { a: '1', b: '2' } });
  const metadata = { b: '2', a: '1' };
  const written = { metadata, ...email(), to: ['ada@example.com'], idempotency_key: 'same' };
  expect(marks(await api.post('/emails', api.key, written))).toEqual(same);
  const { idempotency_key: _field, ...body } = written;
  const headers = { 'idempotency-key': 'same' };
  expect(marks(await replica.send('/emails', { method: 'POST', key: api.key, body, headers }))).toEqual(same);
});

it('concurrent emails with one key: all but the first are replays, and those that differ from it are marked', async () => {
  const calls = Array.from({ length: 40 }, async (_none, n) => {
    const subject = n % 4 === 3 ? 'Odd' : 'Even';
    const answer = await send('rush', { subject }, n % 2 ? api : replica);
    return { subject, id: answer.body.id, marks: marks(answer) };
  });
  const answers = await Promise.all(calls);
  const first = answers.filter(({ marks: [replayed] }) => replayed === null);
  expect(first).toHaveLength(1);
  for (const { subject, id, marks: found } of answers.filter((answer) => answer !== first[0])) {
    expect([id, found]).toEqual([first[0]?.id, subject === first[0]?.subject ? same : mismatched]);
  }
});

it('an email that is refused by now is compared too', async () => {
  const { id } = await createOrganization(api.pool);
  const domain = await createDomain(api.pool, { organizationId: id });
  const own = await createApiKey(api.pool, { organizationId: id });
  const sendAs = (subject: string) =>
    api.post('/emails', own, { ...email({ from: `a@${domain.name}`, subject }), idempotency_key: 'k' });
  await sendAs('First');
  await api.pool.query('UPDATE organizations SET sending_paused_at = now() WHERE id = $1', [id]);
  await api.bumpCacheVersion(id);
  expect(marks(await sendAs('First'))).toEqual(same);
  expect(marks(await sendAs('Second'))).toEqual(mismatched);
});

it('a key from before hashes were stored is not a mismatch', async () => {
  await send('before');
  await api.pool.query('UPDATE idempotency_keys SET body_hash = NULL WHERE key = $1', ['before']);
  expect(marks(await send('before', { subject: 'Other' }, replica))).toEqual(same);
});

it('a key that has expired belongs to the next email, with its hash', async () => {
  await send('expired');
  await api.pool.query(`UPDATE idempotency_keys SET expires_at = now() - interval '1 s' WHERE key = $1`, [
    'expired',
  ]);
  expect(marks(await send('expired', { subject: 'Next' }))).toEqual(fresh);
  expect(marks(await send('expired', { subject: 'Next' }, replica))).toEqual(same);
  expect(marks(await send('expired', {}, replica))).toEqual(mismatched);
});

it('items of a batch are marked one by one, also against items of their own batch', async () => {
  const { body: known } = await send('known');
  const items = [
    email({ idempotency_key: 'known' }),
    email({ idempotency_key: 'known', text: 'Other' }),
    email({ idempotency_key: 'within' }),
    email({ idempotency_key: 'within', text: 'Other' }),
    email(),
  ];
  const answer = await api.post<BatchResponse>('/emails/batch', api.key, items);
  const [one, two, three, four, five] = answer.body.data as SendEmailResponse[];
  expect([one, two]).toEqual([known, { ...known, idempotent_mismatch: true }]);
  expect([four, five]).toEqual([
    { ...three, idempotent_mismatch: true },
    { id: expect.any(String) as string },
  ]);
  await expectWarned(answer, ['idempotency_mismatch']);
});

it('a copy of another email with the same key is marked', async () => {
  const [a, b] = [await send('original-a'), await send('original-b', { subject: 'B' })];
  const copy = ({ body: { id } }: typeof a) =>
    api.post(`/emails/${id}/send-again`, api.key, { idempotency_key: 'copy' });
  expect([marks(await copy(a)), marks(await copy(a)), marks(await copy(b))]).toEqual([
    ...[fresh, same, mismatched],
  ]);
});

it('an event with a used key and other properties is marked, on any gateway', async () => {
  const post = (properties: object, via: TestApi = api) =>
    via.post('/events', api.key, { event: 'paid', email: 'a@b.test', properties, idempotency_key: 'event' });
  expect(marks(await post({ order: 1 }))).toEqual(fresh);
  expect(marks(await post({ order: 1 }, replica))).toEqual(same);
  expect(marks(await post({ order: 2 }, replica))).toEqual(mismatched);
  await api.pool.query('UPDATE automation_event_keys SET body_hash = NULL');
  expect(marks(await post({ order: 2 }))).toEqual(same);
});

/** What the API log says of a request, once its row is written. */
async function expectWarned({ headers }: Answer<unknown>, warnings: readonly string[]): Promise<void> {
  const id = headers.get('x-request-id') ?? '';
  const entry = await eventually(
    async () => (await api.get<Page<ApiLogSummary>>(`/api-logs?request_id=${id}`)).body.data[0],
  );
  expect(entry?.warnings).toEqual(warnings);
}

describe('the API log', () => {
  const logged = async (warning: string): Promise<string[]> =>
    (await api.get<Page<ApiLogSummary>>(`/api-logs?warning=${warning}`)).body.data.map(
      ({ request_id: id }) => id,
    );

  it('marks requests that succeeded with a probable mistake, and finds them', async () => {
    await send('logged');
    const replay = await send('logged');
    const other = await send('logged', { subject: 'Other' });
    const unknown = await api.post('/emails', api.key, email({ colour: 'red' }));
    const digest = await api.post('/emails', api.key, email({ kind: 'digest', colour: 'red' }));
    const tagged = await api.post('/emails/batch', api.key, [
      email({ tags: [{ name: 'kind', value: 'Bulk' }] }),
    ]);
    await expectWarned(replay, []);
    await expectWarned(other, ['idempotency_mismatch']);
    await expectWarned(unknown, ['unknown_fields']);
    await expectWarned(digest, ['kind_not_bulk', 'unknown_fields']);
    await expectWarned(tagged, ['kind_not_bulk']);
    const idOf = ({ headers }: Answer<unknown>) => headers.get('x-request-id');
    expect((await logged('idempotency_mismatch'))[0]).toBe(idOf(other));
    expect((await logged('unknown_fields')).slice(0, 2)).toEqual([idOf(digest), idOf(unknown)]);
    expect(await logged('kind_not_bulk')).toEqual([idOf(tagged), idOf(digest)]);
    expect((await api.get('/api-logs?warning=teapot')).refusal).toBe('422 validation_error');
  });
});
