import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let segmentId: string;

const api = useApi({ stream: 'bulk', domain: { trackingVerified: true } });
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  const segment = { name: 'All', filter: { all: [] } };
  segmentId = (await api.post<{ id: string }>('/segments', api.key, segment)).body.id;
});

interface Called {
  readonly body?: object;
  readonly by?: typeof api.key;
}

const create = async (change: object = {}): Promise<string> => {
  const { body } = await api.post<BroadcastResource>('/broadcasts', api.key, {
    ...{ name: 'May', segment_id: segmentId, topic: 'news', from: `news@${api.domain.name}` },
    ...{ subject: 'Hi', html: '<p>{{ unsubscribe_url }}</p>', ...change },
  });
  return body.id;
};
const act = (
  id: string,
  action: string,
  { body, by = api.key }: Called = {},
): Promise<Answer<BroadcastResource>> => api.post(`/broadcasts/${id}/${action}`, by, body);
const read = async (id: string): Promise<BroadcastResource> =>
  (await api.get<BroadcastResource>(`/broadcasts/${id}`)).body;
const set = (id: string, sets: string): Promise<unknown> =>
  api.pool.query(`UPDATE broadcasts SET ${sets} WHERE id = $1`, [id]);
const message = ({ body }: Answer<unknown>): string => (body as { error: { message: string } }).error.message;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
const abTest = { variants: [{}, { subject: 'Other' }], percent: 20, wait_minutes: 60, metric: 'open' };

it.each([
  ['scheduled', `scheduled_at = now() + interval '1 day'`, 'scheduled'],
  ['being sent', `scheduled_at = now(), started_at = now()`, 'sending'],
  ['tested', `status = 'testing', scheduled_at = now(), started_at = now()`, 'testing'],
])('a broadcast that is %s can be paused and resumed, each once', async (_state, sets, phase) => {
  const id = await create({ scheduled_at: tomorrow, ab_test: abTest });
  await set(id, sets);
  const paused = await act(id, 'pause');
  expect(paused.status).toBe(200);
  expect(paused.body).toMatchObject({ phase, paused_at: expect.any(String) });
  expect(paused.body.waiting_for).toBe('the broadcast is paused');
  expect(paused.body.waiting).toEqual({
    ...{
      cause: 'sending_paused',
      actor: 'sender',
      advice: 'The broadcast is paused: resume it to continue.',
    },
    ...{ since: paused.body.paused_at, next_attempt_at: null, detail: 'the broadcast is paused' },
  });
  expect(await read(id)).toEqual(paused.body);
  expect(message(await act(id, 'pause'))).toBe('The broadcast is paused already.');
  const list = await api.get<{ data: BroadcastResource[] }>('/broadcasts');
  expect(list.body.data.map(({ paused_at: at }) => at)).toEqual([paused.body.paused_at]);
  const resumed = await act(id, 'resume');
  const isScheduled = phase === 'scheduled';
  expect(resumed.body).toMatchObject({ phase, paused_at: null });
  expect(resumed.body.waiting?.cause).toBe(isScheduled ? 'scheduled' : undefined);
  expect(resumed.body.waiting_for).toBe(isScheduled ? 'its scheduled time has not come' : null);
  expect((await act(id, 'resume')).refusal).toBe('409 not_paused');
  const { rows } = await api.pool.query(
    `SELECT action, after->'paused_at' AS at FROM audit_entries
     WHERE organization_id = $1 AND action LIKE 'broadcast.%' ORDER BY id`,
    [api.organizationId],
  );
  expect(rows).toEqual([
    { action: 'broadcast.create', at: null },
    { action: 'broadcast.pause', at: paused.body.paused_at },
    { action: 'broadcast.resume', at: null },
  ]);
});

it.each([
  ['a draft', `status = 'draft', scheduled_at = NULL`],
  ['already sent', `status = 'sent', finished_at = now()`],
  ['already canceled', `status = 'canceled', canceled_at = now()`],
])('one that is %s cannot be paused', async (words, sets) => {
  const id = await create({ scheduled_at: tomorrow });
  await set(id, sets);
  const refused = await act(id, 'pause');
  expect([refused.refusal, message(refused)]).toEqual(['409 not_pausable', `The broadcast is ${words}.`]);
  expect((await act(id, 'resume')).refusal).toBe('409 not_paused');
});

it('of concurrent calls one pauses it, and one resumes it', async () => {
  const id = await create({ scheduled_at: tomorrow });
  for (const [action, refusal] of [
    ['pause', '409 not_pausable'],
    ['resume', '409 not_paused'],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(id, action)));
    const refusals = answers.map(({ refusal: each }) => each).filter((each) => each !== null);
    expect(refusals).toEqual(Array.from({ length: 4 }, () => refusal));
  }
});

describe('a paused broadcast', () => {
  it('can be changed and rescheduled while it has not begun, and stays paused', async () => {
    const id = await create({ scheduled_at: tomorrow });
    const { paused_at: pausedAt } = (await act(id, 'pause')).body;
    const renamed = await api.send(`/broadcasts/${id}`, {
      ...{ method: 'PATCH', key: api.key, body: { name: 'June' } },
    });
    expect(renamed.body).toMatchObject({ name: 'June', status: 'scheduled', paused_at: pausedAt });
    const later = await act(id, 'send', { body: { scheduled_at: inTwoDays } });
    expect(later.body).toMatchObject({ scheduled_at: inTwoDays, paused_at: pausedAt });
  });

  it('is no longer paused as a draft, and when it is canceled', async () => {
    const [drafted, canceled] = [
      await create({ scheduled_at: tomorrow }),
      await create({ scheduled_at: tomorrow }),
    ];
    for (const id of [drafted, canceled]) await act(id, 'pause');
    const draft = await api.send(`/broadcasts/${drafted}`, {
      ...{ method: 'PATCH', key: api.key, body: { scheduled_at: null } },
    });
    expect(draft.body).toMatchObject({ status: 'draft', paused_at: null });
    expect((await act(canceled, 'cancel')).body).toMatchObject({ status: 'canceled', paused_at: null });
    expect((await act(canceled, 'resume')).refusal).toBe('409 not_paused');
  });

  it('can have its A/B test decided, and stays paused', async () => {
    const id = await create({ scheduled_at: tomorrow, ab_test: abTest });
    await set(id, `status = 'testing', scheduled_at = now(), started_at = now()`);
    await act(id, 'pause');
    const decided = await act(id, 'decide', { body: { winner: 1 } });
    expect(decided.body).toMatchObject({ status: 'scheduled', winner: 1, paused_at: expect.any(String) });
  });
});

it('keys of other domains do not find it, and test keys are refused', async () => {
  const id = await create({ scheduled_at: tomorrow });
  const other = await api.createKey({ domainIds: [(await api.createDomain()).id] });
  const test = await api.createKey({ mode: 'test' });
  for (const action of ['pause', 'resume']) {
    expect((await act(id, action, { by: other })).refusal).toBe('404 not_found');
    expect((await act(id, action, { by: test })).refusal).toBe('403 test_key_not_allowed');
    expect((await act('no-id', action)).refusal).toBe('404 not_found');
  }
});
