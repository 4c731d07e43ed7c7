import assert from 'node:assert';
import type { EmailEventMessage } from '@postrider/contracts';
import { systemClock } from '@postrider/runtime';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  emailEvent,
  eventually,
  startWebhookReceiver,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';

jest.setTimeout(180_000);

let context: TestContext;
let dispatchers: readonly TestDispatcher[] = [];
let receiver: WebhookReceiver;

beforeEach(async () => {
  context = await createTestContext();
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  for (const dispatcher of dispatchers) await dispatcher.close();
  await receiver.close();
  await context.close();
});

async function organizationWithEndpoint(): Promise<string> {
  const { id: organizationId } = await createOrganization(context.pool);
  await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
  return organizationId;
}

async function areDelivered(count: number): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await context.pool.query<{ delivered: number }>(
        `SELECT count(*)::int AS delivered FROM webhook_deliveries WHERE status = 'delivered'`,
      );
      return rows[0]?.delivered === count;
    },
    { timeoutMs: 120_000 },
  );
}

function publish(event: EmailEventMessage): Promise<boolean> {
  const [dispatcher] = dispatchers;
  assert(dispatcher);
  return dispatcher.broker.publisher.publishEvent(event);
}

/** The queue keeps the order: once this event is delivered, the dispatcher has seen all earlier ones. */
function publishMarker(organizationId: string): Promise<boolean> {
  return publish(emailEvent({ organization_id: organizationId }));
}

function deliveryIds(): string[] {
  return receiver.received.map(({ headers }) => String(headers['postrider-delivery-id']));
}

describe('an event that comes twice', () => {
  it.each([
    ['while its first attempt waits for an answer', { kind: 'slow', delayMs: 100 }],
    ['while its endpoint is too slow for the broker to wait', { kind: 'slow', delayMs: 600 }],
  ] as const)('is posted once, %s', async (_when, answer) => {
    dispatchers = [await startTestDispatcher(context)];
    const organizationId = await organizationWithEndpoint();
    receiver.answer(answer);
    const events = Array.from({ length: 10 }, () => emailEvent({ organization_id: organizationId }));
    await Promise.all([...events, ...events].map(publish));
    await Promise.all(events.map(publish));
    await publishMarker(organizationId);
    await areDelivered(events.length + 1);
    expect(deliveryIds()).toHaveLength(events.length + 1);
  });

  it('is posted once, after it was delivered', async () => {
    dispatchers = [await startTestDispatcher(context)];
    const organizationId = await organizationWithEndpoint();
    const event = emailEvent({ organization_id: organizationId });
    await publish(event);
    await areDelivered(1);
    await publish(event);
    await publishMarker(organizationId);
    await areDelivered(2);
    expect(deliveryIds()).toHaveLength(2);
  });
});

describe('an event that the broker brings late', () => {
  it('is posted once, although the sweep of another replica finds it at the same time', async () => {
    // To this clock an event of `recordedAt` below is nearly 10 s old: the sweep looks at it while the broker's copy is attempted.
    const clock = { now: () => new Date(systemClock.now().getTime() + 20_000) };
    const options = { clock, missedIntervalMs: 5, dueIntervalMs: 20 };
    dispatchers = [await startTestDispatcher(context, options), await startTestDispatcher(context, options)];
    const organizationId = await organizationWithEndpoint();
    receiver.answer({ kind: 'slow', delayMs: 150 });
    const message = await createMessage(context.pool, { organizationId });
    const count = 200;
    for (let made = 0; made < count; made += 1) {
      const recordedAt = new Date(systemClock.now().getTime() + 10_050 + made);
      const { id } = await createEmailEvent(context.pool, message, { type: 'delivery_delayed', recordedAt });
      const event = emailEvent({ id, organization_id: organizationId, type: 'email.delivery_delayed' });
      void publish({ ...event, email: { ...event.email, id: message.id } });
    }
    await areDelivered(count);
    expect(deliveryIds()).toHaveLength(count);
  });
});
