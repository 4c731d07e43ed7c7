import { ConflictError, NotFoundError, Postrider, ServerError, ValidationError } from '../index';
import { FakePostrider } from './index';

const fake = new FakePostrider();
const client = new Postrider({ ...fake.options, maxRetries: 0 });
afterEach(() => fake.clear());

const email = { from: 'Ada <ada@example.com>', to: 'grace@example.com', subject: 'Hello', text: 'It works.' };

test.each([
  ['grace@example.com', 'delivered', ['queued', 'sent', 'delivered']],
  ['bounce@example.com', 'bounced', ['queued', 'sent', 'bounced']],
  ['Bounce+tuesday@example.com', 'bounced', ['queued', 'sent', 'bounced']],
  ['Bo <complaint@example.com>', 'complained', ['queued', 'sent', 'delivered', 'complained']],
  ['suppressionlist@example.com', 'failed', ['queued', 'sent', 'rejected']],
  ['softbounce@example.com', 'bounced', ['queued', 'sent', 'bounced']],
  ['delay@example.com', 'delivered', ['queued', 'delivery_delayed', 'sent', 'delivered']],
  ['greylist@example.com', 'delivered', ['queued', 'delivery_delayed', 'sent', 'delivered']],
  ['open+label@example.com', 'delivered', ['queued', 'sent', 'delivered', 'opened']],
  ['bounced@resend.dev', 'bounced', ['queued', 'sent', 'bounced']],
  ['bounced@example.com', 'delivered', ['queued', 'sent', 'delivered']],
  ['click@example.com', 'delivered', ['queued', 'sent', 'delivered', 'opened', 'clicked']],
])('a test send to %s is %s', async (to, lastEvent, events) => {
  const { id } = await client.emails.send({ ...email, to });
  const read = await client.emails.get(id);
  expect([read.last_event, read.events.map(({ type }) => type)]).toEqual([lastEvent, events]);
  expect(fake.emailsTo(to)).toHaveLength(1);
});

test('a test send with the tag simulate ends as its value says', async () => {
  const { id } = await client.emails.send({ ...email, tags: [{ name: 'simulate', value: 'softbounce' }] });
  expect((await client.emails.get(id)).events.at(-1)).toMatchObject({ type: 'bounced', bounce_type: 'soft' });
});

test.each([
  ['bounce@example.com', { bounce_type: 'hard' }],
  ['softbounce@example.com', { bounce_type: 'soft' }],
  ['click@example.com', { url: 'https://example.com/?a=1&b=2' }],
])('the last event of %s has its details', async (to, details) => {
  const html = '<a class="button" href="https://example.com/?a=1&amp;b=2">Open</a>';
  const { id } = await client.emails.send({ ...email, to, html });
  expect((await client.emails.get(id)).events.at(-1)).toMatchObject(details);
});

test('a key is good for one email', async () => {
  const first = await client.emails.send(email, { idempotencyKey: 'k' });
  const again = await client.emails.send(email, { idempotencyKey: 'k' });
  expect([again.id, again.response.replayed, first.response.replayed]).toEqual([first.id, true, false]);
});

test('what is scheduled waits, and can be canceled once', async () => {
  const { id } = await client.emails.send({ ...email, scheduled_at: new Date(Date.now() + 60_000) });
  expect((await client.emails.get(id)).last_event).toBe('queued');
  expect((await client.emails.cancel(id)).status).toBe('canceled');
  await expect(client.emails.cancel(id)).rejects.toThrow(ConflictError);
});

test('a scheduled email gets another time, and one that was sent does not', async () => {
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { id } = await client.emails.send({ ...email, scheduled_at: later(1) });
  const scheduled_at = later(2);
  expect(await client.emails.update(id, { scheduled_at })).toMatchObject({ id, scheduled_at });
  expect((await client.emails.get(id)).scheduled_at).toBe(scheduled_at);
  const sent = await client.emails.send(email);
  await expect(client.emails.update(sent.id, { scheduled_at })).rejects.toThrow(ConflictError);
});

test.each([
  [{ from: 'no-address' }, 'invalid_from'],
  [{ to: [] }, 'validation_error'],
  [{ to: 'not an address' }, 'validation_error'],
  [{ subject: 'two\nlines' }, 'validation_error'],
  [{ text: '' }, 'validation_error'],
  [{ to: Array<string>(51).fill('a@example.com') }, 'validation_error'],
])('the fake refuses %j', async (change, code) => {
  const error: unknown = await client.emails.send({ ...email, ...change }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ code });
});

test('the fake fails with the given error', async () => {
  fake.fail({ status: 500, code: 'internal_error', retryAfterSeconds: 60 }, 'lost');
  await expect(client.emails.send(email)).rejects.toThrow(ServerError);
  expect(fake.emails).toHaveLength(0);
  await expect(client.emails.send(email)).rejects.toMatchObject({ code: 'connection_failed' });
  expect(fake.emails).toHaveLength(1);
  await expect(client.domains.list().page()).rejects.toThrow(NotFoundError);
  await expect(client.emails.get('em_none')).rejects.toThrow(NotFoundError);
});
