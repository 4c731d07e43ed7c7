import { lowestId } from '@postrider/contracts/ids';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  eventually,
  startWebhookReceiver,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';
import { isSignedBy } from '../../test/expected-signature';

let context: TestContext;
let dispatcher: TestDispatcher;
let receiver: WebhookReceiver;
/** The dispatcher's clock, which moves only when a test moves it. */
let nowMs = Date.now();

/** The sweep looks at all events that are recorded by now, and at no later one: it cannot pass one that is being written. */
function letSweepLook(): void {
  nowMs = Date.now() + 10_010;
}

beforeAll(async () => {
  context = await createTestContext();
  receiver = await startWebhookReceiver();
  const clock = { now: () => new Date(nowMs) };
  dispatcher = await startTestDispatcher(context, { clock, missedIntervalMs: 100, dueIntervalMs: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await receiver.close();
  await context.close();
});
beforeEach(() => receiver.clear());

describe('an event that no broker brought', () => {
  it('is email.late, which no service publishes', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
    const message = await createMessage(context.pool, { organizationId, status: 'queued', finalAt: null });
    const detail = 'not handed over after 120 seconds';
    await createEmailEvent(context.pool, message, { type: 'late', identity: 'late', detail });
    letSweepLook();
    await eventually(() => receiver.received.length === 1);
    expect(receiver.bodies()).toEqual([
      expect.objectContaining({
        type: 'email.late',
        data: expect.objectContaining({ email_id: message.id, recipient: 'jane@example.com', detail }),
      }),
    ]);
  });

  it('is delivered once, with the body it would have had', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    const endpoint = await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
    const message = await createMessage(context.pool, {
      organizationId,
      metadata: { order: '7' },
      kind: 'receipt',
    });
    const bounced = await createEmailEvent(context.pool, message, { type: 'bounced', bounceType: 'hard' });
    await createEmailEvent(context.pool, message, { type: 'queued' });
    letSweepLook();
    await eventually(() => receiver.received.length === 1);
    const [webhook] = receiver.received;
    expect(webhook && isSignedBy(webhook, endpoint.signingSecret)).toBe(true);
    expect(webhook?.headers['postrider-event-type']).toBe('email.bounced');
    expect(receiver.bodies()).toEqual([
      {
        type: 'email.bounced',
        created_at: bounced.occurredAt.toISOString(),
        data: {
          email_id: message.id,
          message_id: `<${message.id}@mail.example.com>`,
          from: 'Shop <shop@mail.example.com>',
          to: ['jane@example.com'],
          subject: 'Hello',
          recipient: 'jane@example.com',
          kind: 'receipt',
          metadata: { order: '7' },
          mode: 'live',
          bounce_type: 'hard',
        },
      },
    ]);
    // It is still one when the sweep has gone over it again.
    const cursor = async (): Promise<string> =>
      (
        await context.pool.query<{ position: string }>(
          `SELECT position FROM sweep_cursors WHERE name = 'webhook-dispatcher.missed-events'`,
        )
      ).rows[0]?.position ?? '';
    await context.pool.query(
      `UPDATE sweep_cursors SET position = $1 WHERE name = 'webhook-dispatcher.missed-events'`,
      [lowestId],
    );
    await eventually(async () => (await cursor()) > lowestId);
    expect(receiver.received).toHaveLength(1);
  });

  it('is found for many organizations, and only for those with endpoints', async () => {
    const organizations = await Promise.all(
      Array.from({ length: 20 }, () => createOrganization(context.pool)),
    );
    for (const [index, { id: organizationId }] of organizations.entries()) {
      if (index % 2 === 0) await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
      const message = await createMessage(context.pool, { organizationId });
      await createEmailEvent(context.pool, message, { type: 'sent' });
      await createEmailEvent(context.pool, message, { type: 'delivered' });
    }
    letSweepLook();
    await eventually(() => receiver.received.length === 20);
    const { rows } = await context.pool.query<{ count: string }>(
      `SELECT count(*) FROM webhook_deliveries WHERE organization_id = ANY($1)`,
      [organizations.map(({ id }) => id)],
    );
    expect(Number(rows[0]?.count)).toBe(20);
  });

  it('is not delivered when it was recorded before the endpoint existed', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    const message = await createMessage(context.pool, { organizationId });
    await createEmailEvent(context.pool, message, { type: 'sent', recordedAt: new Date(Date.now() - 5) });
    const later = await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
    const seen = await createEmailEvent(context.pool, message, {
      type: 'delivered',
      recordedAt: new Date(Date.now() + 5),
    });
    letSweepLook();
    await eventually(() => receiver.received.length === 1);
    const { rows } = await context.pool.query<{ event_id: string }>(
      'SELECT event_id FROM webhook_deliveries WHERE endpoint_id = $1',
      [later.id],
    );
    expect(rows).toEqual([{ event_id: seen.id }]);
  });
});

describe('a retry', () => {
  it('comes without Redis, which may be wiped at any time', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    const endpoint = await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
    receiver.answer((_webhook, ordinal) => ({ kind: 'status', status: ordinal % 2 === 0 ? 500 : 200 }));
    const message = await createMessage(context.pool, { organizationId });
    await createEmailEvent(context.pool, message, { type: 'sent' });
    letSweepLook();
    // The clock is ahead, so the second attempt may follow before this looks again.
    await eventually(async () => {
      const { rows } = await context.pool.query<{ attempts: number }>(
        'SELECT attempts FROM webhook_deliveries WHERE endpoint_id = $1',
        [endpoint.id],
      );
      return (rows[0]?.attempts ?? 0) >= 1;
    });
    const { Redis } = await import('ioredis');
    const redis = new Redis(context.redisUrl);
    await redis.flushdb();
    redis.disconnect();
    // Now the second attempt is due in any case.
    letSweepLook();
    await eventually(async () => {
      const { rows } = await context.pool.query<{ status: string }>(
        'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1',
        [endpoint.id],
      );
      return rows[0]?.status === 'delivered';
    });
    expect(new Set(receiver.received.map(({ headers }) => headers['postrider-delivery-id'])).size).toBe(1);
  });
});
