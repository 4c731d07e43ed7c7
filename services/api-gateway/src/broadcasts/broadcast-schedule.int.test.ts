import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import { createTurnedClock } from '../../test/turned-clock';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let segmentId: string;
const clock = createTurnedClock();
beforeAll(() => {
  clock.stop();
  clock.forward(Date.parse('2036-06-01T12:00:00Z') - clock.now().getTime());
});

const api = useApi({ clock, stream: 'bulk', domain: { trackingVerified: true } });
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  const segment = { name: 'All', filter: { all: [] } };
  segmentId = (await api.post<{ id: string }>('/segments', api.key, segment)).body.id;
});

const create = (change: object = {}): Promise<Answer<BroadcastResource>> =>
  api.post<BroadcastResource>('/broadcasts', api.key, {
    ...{ name: 'May', segment_id: segmentId, topic: 'news', from: `news@${api.domain.name}` },
    ...{ subject: 'Hi', html: '<p>{{ unsubscribe_url }}</p>', ...change },
  });
const send = async (body: object): Promise<Answer<BroadcastResource>> =>
  api.post(`/broadcasts/${(await create()).body.id}/send`, api.key, body);
const message = ({ body }: Answer<unknown>): string => (body as { error: { message: string } }).error.message;
const abTest = { variants: [{}, { subject: 'Other' }], percent: 20, wait_minutes: 60, metric: 'open' };
const none = {
  ...{ send_at_local: null, send_on_local: null, timezone_property: null, default_timezone: null },
};

it('begins when the time comes in the first zone, on the date in the default zone', async () => {
  // 01:00 on the third in Berlin.
  const scheduled = { scheduled_at: '2036-06-02T23:00:00Z', send_at_local: '09:30' };
  const inBerlin = await send({ ...scheduled, default_timezone: 'Europe/Berlin' });
  expect(inBerlin.body).toMatchObject({
    ...{ status: 'scheduled', scheduled_at: '2036-06-02T19:30:00.000Z', send_at_local: '09:30' },
    ...{ send_on_local: '2036-06-03', timezone_property: 'timezone', default_timezone: 'Europe/Berlin' },
  });
  const byDefault = await send({ ...scheduled, timezone_property: 'tz' });
  expect(byDefault.body).toMatchObject({
    ...{ scheduled_at: '2036-06-01T19:30:00.000Z', send_on_local: '2036-06-02' },
    ...{ timezone_property: 'tz', default_timezone: 'UTC' },
  });
});

it('begins now where the time has come somewhere, and takes today without a time', async () => {
  const { body } = await send({ send_at_local: '09:00' });
  expect(body).toMatchObject({ scheduled_at: '2036-06-01T12:00:00.000Z', send_on_local: '2036-06-01' });
});

it('a local time is set with a new broadcast, too, and by each further call', async () => {
  const local = { send_at_local: '09:00', scheduled_at: '2036-06-03T00:00:00Z' };
  const { status, body } = await create(local);
  expect([status, body.send_on_local, body.scheduled_at]).toEqual([
    201,
    '2036-06-03',
    '2036-06-02T19:00:00.000Z',
  ]);
  expect((await create()).body).toMatchObject(none);
  const again = await api.post<BroadcastResource>(`/broadcasts/${body.id}/send`, api.key, {
    scheduled_at: '2036-06-04T10:00:00Z',
  });
  expect(again.body).toMatchObject({ scheduled_at: '2036-06-04T10:00:00.000Z', ...none });
  await api.post(`/broadcasts/${body.id}/send`, api.key, local);
  const draft = await api.send<BroadcastResource>(`/broadcasts/${body.id}`, {
    ...{ method: 'PATCH', key: api.key, body: { scheduled_at: null } },
  });
  expect(draft.body).toMatchObject({ status: 'draft', scheduled_at: null, ...none });
});

it.each([
  [{ send_at_local: '9:00' }, 'send_at_local: must be a time of day'],
  [{ send_at_local: '24:00' }, 'send_at_local: must be a time of day'],
  [
    { send_at_local: '09:00', default_timezone: 'Mars/Phobos' },
    'default_timezone: must be an IANA time zone',
  ],
  [{ send_at_local: '09:00', scheduled_at: '2036-06-01T11:00:00Z' }, 'scheduled_at: must not be in the past'],
  [{ timezone_property: 'tz' }, 'timezone_property: requires send_at_local'],
  [{ default_timezone: 'UTC' }, 'default_timezone: requires send_at_local'],
])('refuses %j', async (body, expected) => {
  const refused = await send(body);
  expect([refused.refusal, message(refused)]).toEqual([
    '422 validation_error',
    expect.stringContaining(expected),
  ]);
});

it('cannot be combined with an A/B test, whichever comes first', async () => {
  const withTest = await create({ ab_test: abTest });
  const local = { send_at_local: '09:00', scheduled_at: '2036-06-03T00:00:00Z' };
  const sent = await api.post(`/broadcasts/${withTest.body.id}/send`, api.key, local);
  expect(message(sent)).toContain('send_at_local: cannot be combined with ab_test');
  expect(message(await create({ ...local, ab_test: abTest }))).toContain('send_at_local: cannot be combined');
  expect(message(await create({ send_at_local: '09:00' }))).toContain('send_at_local: requires scheduled_at');
  const { body } = await create(local);
  const change = (fields: object): Promise<Answer<unknown>> =>
    api.send(`/broadcasts/${body.id}`, { method: 'PATCH', key: api.key, body: fields });
  expect(message(await change({ ab_test: abTest }))).toContain(
    'ab_test: cannot be combined with send_at_local',
  );
  expect((await change({ ab_test: abTest, scheduled_at: null })).status).toBe(200);
});
