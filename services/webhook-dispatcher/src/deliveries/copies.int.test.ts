import assert from 'node:assert';
import type { EmailEventMessage } from '@postrider/contracts/events';
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

describe('an event that the sweep of another replica looks at while it is attempted', () => {
  const count = 200;

  /** Events of the next second, which are in the database before a sweep looks at their time. */
  async function recordEvents(organizationId: string): Promise<EmailEventMessage[]> {
    const message = await createMessage(context.pool, { organizationId });
    const events: EmailEventMessage[] = [];
    const startMs = systemClock.now().getTime() + 5_000;
    for (let made = 0; made < count; made += 1) {
      const recordedAt = new Date(startMs + 5 * made);
      const { id } = await createEmailEvent(context.pool, message, { type: 'delivery_delayed', recordedAt });
      const event = emailEvent({ id, organization_id: organizationId, type: 'email.delivery_delayed' });
      events.push({ ...event, email: { ...event.email, id: message.id } });
    }
    await eventually(() => systemClock.now().getTime() >= startMs);
    return events;
  }

  it.each([
    // To this clock, an event is as old as the sweep waits: the broker's copy is late.
    ['brings it late', { aheadMs: 10_000 }],
    // This replica is slow: what takes it no time takes the other one ten seconds.
    ['brings it in time', { aheadMs: 0 }],
  ])('is posted once, if the broker %s', async (_when, { aheadMs }) => {
    const clockAhead = (ms: number) => ({ now: () => new Date(systemClock.now().getTime() + ms) });
    const looks = { missedIntervalMs: 5, dueIntervalMs: 20 };
    dispatchers = [
      await startTestDispatcher(context, { clock: clockAhead(aheadMs), ...looks }),
      await startTestDispatcher(context, { clock: clockAhead(10_000), ...looks }),
    ];
    const organizationId = await organizationWithEndpoint();
    receiver.answer({ kind: 'slow', delayMs: 150 });
    for (const event of await recordEvents(organizationId)) void publish(event);
    await areDelivered(count);
    expect(deliveryIds()).toHaveLength(count);
  });
});
