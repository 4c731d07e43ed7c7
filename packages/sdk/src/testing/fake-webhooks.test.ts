import { Postrider } from '../index';
import { verifyWebhook, webhookHandler, type WebhookEvent } from '../webhooks';
import { FakePostrider } from './index';

const fake = new FakePostrider();
const client = new Postrider({ ...fake.options, maxRetries: 0 });
const email = { from: 'ada@example.com', to: 'grace@example.com', subject: 'Hello', text: 'It works.' };

const seen: [WebhookEvent, string][] = [];
let failing = false;
fake.onWebhook(
  webhookHandler({
    secret: fake.webhookSecret,
    onEvent: (event, deliveryId) => {
      if (failing) throw new Error('the database is away');
      seen.push([event, deliveryId]);
    },
  }),
);
beforeEach(() => {
  fake.clear();
  seen.length = 0;
  failing = false;
});

test('delivers the events of each email in order, signed for the handler of the package', async () => {
  const click = { ...email, to: 'click@example.com', html: '<a href="https://example.com/">x</a>' };
  const { id } = await client.emails.send({
    ...click,
    metadata: { order: '7' },
    tags: [{ name: 'a', value: 'b' }],
  });
  await client.emails.send({ ...email, to: ['bounce@example.com', 'suppressionlist@example.com'] });
  expect(seen).toEqual([]);
  const attempts = await fake.deliverWebhooks();
  expect(attempts.map(({ status }) => status)).toEqual(Array(attempts.length).fill(204));
  expect(seen.map(([{ type }]) => type)).toEqual([
    ...['email.sent', 'email.delivered', 'email.opened', 'email.clicked'],
    ...['email.sent', 'email.bounced', 'email.sent', 'email.rejected'],
  ]);
  expect(seen[3]?.[0].data).toEqual({
    email_id: id,
    mode: 'test',
    from: 'ada@example.com',
    to: ['click@example.com'],
    subject: 'Hello',
    recipient: 'click@example.com',
    url: 'https://example.com/',
    metadata: { order: '7' },
    tags: [{ name: 'a', value: 'b' }],
  });
  expect(new Set(attempts.map(({ deliveryId }) => deliveryId)).size).toBe(attempts.length);
  expect(await fake.deliverWebhooks()).toEqual([]);
});

test('delivers again, with the same ids, what the handler did not take', async () => {
  const { id } = await client.emails.send(email);
  failing = true;
  const [first] = await fake.deliverWebhooks();
  expect(first).toMatchObject({ type: 'email.sent', emailId: id, recipient: email.to, status: 500 });
  expect(first?.error).toMatchObject({ message: 'the database is away' });
  failing = false;
  await fake.deliverWebhooks();
  expect(seen.map(([{ type }]) => type)).toEqual(['email.sent', 'email.delivered']);
  expect(seen[0]?.[1]).toBe(first?.deliveryId);
});

test('a handler with another secret refuses, and the attempt has its reason', async () => {
  const other = new FakePostrider({ webhookSecret: 'whsec_right' });
  other.onWebhook(webhookHandler({ secret: 'whsec_wrong', onEvent: () => undefined }), {
    events: ['email.sent'],
  });
  await new Postrider(other.options).emails.send(email);
  const attempts = await other.deliverWebhooks();
  expect(attempts).toMatchObject([
    { status: 401, response: expect.stringContaining('wrong_signature') as string },
  ]);
});

test('an endpoint gets its types only, of emails accepted after it was added', async () => {
  const own = new FakePostrider();
  const sender = new Postrider(own.options);
  await sender.emails.send(email);
  const types: string[] = [];
  own.onWebhook(
    async (request) => {
      const verified = await verifyWebhook({ body: request, secret: own.webhookSecret });
      if (verified.ok) types.push(verified.event.type);
      return new Response(null, { status: 200 });
    },
    { events: ['email.bounced'] },
  );
  await sender.emails.send({ ...email, to: ['bounce@example.com', 'a@example.com'] });
  await own.deliverWebhooks();
  expect(types).toEqual(['email.bounced']);
});

test('an email with a template has it in its webhooks', async () => {
  const { id } = fake.addTemplate({ slug: 'hello', subject: 'Hi', text: 'Hi' });
  await client.emails.send({ from: email.from, to: email.to, template: { slug: 'hello' } });
  await fake.deliverWebhooks();
  expect(seen[0]?.[0].data).toMatchObject({
    subject: 'Hi',
    tags: { template: { id, slug: 'hello', version: 1 }, tags: [] },
  });
});

test('what is scheduled has no webhooks', async () => {
  await client.emails.send({ ...email, scheduled_at: new Date(Date.now() + 60_000) });
  expect(await fake.deliverWebhooks()).toEqual([]);
});
