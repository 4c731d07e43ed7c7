import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { uuidV7Floor } from '@postrider/db';
import { systemClock } from '@postrider/runtime';
import {
  createInboundEmail,
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  eventually,
  startWebhookReceiver,
  type InboundEmailFixture,
  type TestContext,
  type WebhookEndpointFixture,
  type WebhookReceiver,
} from '@postrider/testkit';
import { isSignedBy } from '../../test/expected-signature';
import { askForReplay, replayState } from '../../test/replays';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';

let context: TestContext;
let dispatcher: TestDispatcher;
let receiver: WebhookReceiver;
/** How far the dispatcher's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  context = await createTestContext();
  const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  dispatcher = await startTestDispatcher(context, { clock, missedIntervalMs: 100, dueIntervalMs: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await context.close();
});
beforeEach(async () => {
  aheadMs = 0;
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

interface Tenant {
  readonly organizationId: string;
  readonly endpoint: WebhookEndpointFixture;
}

async function tenant(events: readonly string[] = []): Promise<Tenant> {
  const { id: organizationId } = await createOrganization(context.pool);
  const endpoint = await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url, events });
  return { organizationId, endpoint };
}

const tell = (...ids: string[]) =>
  dispatcher.broker.publisher.publishJob('webhook-dispatcher.inbound', { inbound_ids: ids });

async function deliveryOf(reply: InboundEmailFixture, { endpoint }: Tenant) {
  const { rows } = await context.pool.query<{
    status: string;
    attempts: number;
    event_id: string;
    event_type: string;
    message_id: string | null;
    payload: string | null;
  }>('SELECT * FROM webhook_deliveries WHERE id = $1', [webhookDeliveryId(reply.id, endpoint.id)]);
  return rows[0];
}

it('a reply is reported without its body, with its first hundred attachments', async () => {
  const to = await tenant();
  const emailId = newId();
  const reply = await createInboundEmail(context.pool, {
    ...to,
    emailId,
    inReplyToMessageId: `<${emailId}@mail.example.com>`,
    metadata: { order: '7' },
    subject: 'Re: Grüße ✓',
    attachments: Array.from({ length: 101 }, (_, nth) => ({
      ...{ filename: `${nth}.txt`, contentType: 'text/plain', content: Buffer.from('abc') },
    })),
  });
  await tell(reply.id);
  await eventually(() => receiver.received.length === 1);
  const [webhook] = receiver.received;
  expect(webhook && isSignedBy(webhook, to.endpoint.signingSecret)).toBe(true);
  expect(webhook?.headers).toMatchObject({
    'postrider-event-type': 'email.received',
    'postrider-delivery-id': webhookDeliveryId(reply.id, to.endpoint.id),
  });
  expect(receiver.bodies()).toEqual([
    {
      type: 'email.received',
      created_at: reply.receivedAt.toISOString(),
      data: {
        inbound_id: reply.id,
        message_id: '<1@example.com>',
        email_id: emailId,
        in_reply_to_message_id: `<${emailId}@mail.example.com>`,
        metadata: { order: '7' },
        from: 'Jane <jane@example.com>',
        to: ['reply@reply.mail.example.com'],
        received_for: ['reply@reply.mail.example.com'],
        rule: 'replies',
        subject: 'Re: Grüße ✓',
        attachments: Array.from({ length: 100 }, (_, index) => ({
          ...{ index, filename: `${index}.txt`, content_type: 'text/plain', size: 3 },
        })),
      },
    },
  ]);
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'delivered');
  expect(await deliveryOf(reply, to)).toMatchObject({
    event_id: reply.id,
    event_type: 'email.received',
    message_id: null,
  });
});

it('of a reply to no known mail omits fields without a value', async () => {
  const reply = await createInboundEmail(context.pool, { ...(await tenant()), messageId: null });
  await tell(reply.id);
  await eventually(() => receiver.received.length === 1);
  const [body] = receiver.bodies<{ data: object }>();
  expect(Object.keys(body?.data ?? {})).toEqual([
    ...['inbound_id', 'from', 'to', 'received_for', 'rule', 'subject'],
  ]);
});

// Before the others: the sweep never goes back, and they turn its clock forward.
it('a reply without a job is found', async () => {
  const to = await tenant();
  const reply = await createInboundEmail(context.pool, { ...to, metadata: { order: '7' } });
  aheadMs = 11_000;
  await eventually(() => receiver.received.length === 1);
  expect(receiver.bodies()).toMatchObject([
    { type: 'email.received', data: { inbound_id: reply.id, metadata: { order: '7' } } },
  ]);
});

it('goes to endpoints that asked for it or for everything, and to no other endpoint or organization', async () => {
  const [all, chosen, other, stranger] = [
    await tenant(),
    await tenant(['email.received']),
    await tenant(['email.sent']),
    await tenant(),
  ];
  const replies = await Promise.all(
    [all, chosen, other].map((to) => createInboundEmail(context.pool, { ...to })),
  );
  await tell(...replies.map(({ id }) => id));
  await eventually(() => receiver.received.length === 2);
  aheadMs = 60_000;
  // The sweep has gone by them, too.
  const passed = uuidV7Floor(new Date(Date.now() + 20_000));
  await eventually(async () => {
    const { rows } = await context.pool.query(
      `SELECT FROM sweep_cursors WHERE name = 'webhook-dispatcher.missed-replies' AND position > $1`,
      [passed],
    );
    return rows.length === 1;
  });
  expect(receiver.received).toHaveLength(2);
  const { rows } = await context.pool.query('SELECT FROM webhook_deliveries WHERE endpoint_id = ANY($1)', [
    [other.endpoint.id, stranger.endpoint.id],
  ]);
  expect(rows).toEqual([]);
});

it('a reply that the broker brings twice makes one delivery', async () => {
  const to = await tenant();
  const reply = await createInboundEmail(context.pool, { ...to });
  await tell(reply.id);
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'delivered');
  // Old enough to have been handled before.
  aheadMs = 9_000;
  await tell(reply.id, newId());
  const after = await createInboundEmail(context.pool, { ...to });
  await tell(after.id);
  await eventually(async () => (await deliveryOf(after, to))?.status === 'delivered');
  expect(receiver.received).toHaveLength(2);
});

it('a delivery of email.received is tried again under one id with the same bytes', async () => {
  const to = await tenant();
  receiver.answer((_webhook, ordinal) => ({ kind: 'status', status: ordinal === 0 ? 500 : 200 }));
  const reply = await createInboundEmail(context.pool, { ...to, metadata: { order: '7' } });
  await tell(reply.id);
  await eventually(async () => ((await deliveryOf(reply, to))?.attempts ?? 0) > 0);
  // The payload does not change any more.
  await context.pool.query('DELETE FROM inbound_contents WHERE inbound_id = $1', [reply.id]);
  aheadMs = 7_000;
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'delivered');
  const [first, second] = receiver.received;
  expect(second?.rawBody.equals(first?.rawBody ?? Buffer.of())).toBe(true);
  expect(second?.headers['postrider-delivery-id']).toBe(first?.headers['postrider-delivery-id']);
});

it('a replay builds it again, without the metadata that has been deleted', async () => {
  const to = await tenant();
  const reply = await createInboundEmail(context.pool, { ...to, metadata: { order: '7' } });
  await tell(reply.id);
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'delivered');
  expect((await deliveryOf(reply, to))?.payload).toBeNull();
  await context.pool.query('DELETE FROM inbound_contents WHERE inbound_id = $1', [reply.id]);
  const replay = await askForReplay(context, {
    organizationId: to.organizationId,
    endpointId: to.endpoint.id,
    since: new Date(Date.now() - 60_000),
    events: ['email.received'],
  });
  await eventually(() => receiver.received.length === 2);
  expect(receiver.bodies()[1]).toMatchObject({ type: 'email.received', data: { inbound_id: reply.id } });
  expect(receiver.bodies()[1]).not.toHaveProperty('data.metadata');
  expect(await replayState(context, replay)).toMatchObject({ status: 'finished', deliveries: 1 });
});

it('a single delivery is sent again, and ends when the reply is gone', async () => {
  const to = await tenant();
  const reply = await createInboundEmail(context.pool, { ...to });
  await tell(reply.id);
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'delivered');
  const again = () =>
    context.pool.query(
      `UPDATE webhook_deliveries SET status = 'pending', attempts_before = attempts, next_attempt_at = now() WHERE id = $1`,
      [webhookDeliveryId(reply.id, to.endpoint.id)],
    );
  await again();
  await eventually(() => receiver.received.length === 2);
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'delivered');
  await context.pool.query('DELETE FROM inbound_emails WHERE id = $1', [reply.id]);
  await again();
  await eventually(async () => (await deliveryOf(reply, to))?.status === 'exhausted');
  expect(receiver.received).toHaveLength(2);
});
