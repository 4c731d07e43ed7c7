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

/** More deliveries than one organization may have in work. */
const endpoints = 100;
const events = 60;

let context: TestContext;
let dispatcher: TestDispatcher;
let flooded: WebhookReceiver;
let quiet: WebhookReceiver;

beforeAll(async () => {
  context = await createTestContext();
  [flooded, quiet] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  // Events are old enough for the sweep as soon as they are a second old.
  const clock = { now: () => new Date(systemClock.now().getTime() + 9_000) };
  dispatcher = await startTestDispatcher(context, { clock, missedIntervalMs: 100, dueIntervalMs: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await Promise.all([flooded.close(), quiet.close()]);
  await context.close();
});

describe('events of an organization with a hundred endpoints', () => {
  it('reach each endpoint once, also those beyond its share, and let the event of another pass', async () => {
    const { id: organizationId } = await createOrganization(context.pool);
    for (let made = 0; made < endpoints; made += 1) {
      await createWebhookEndpoint(context.pool, { organizationId, url: flooded.url });
    }
    const { id: otherId } = await createOrganization(context.pool);
    await createWebhookEndpoint(context.pool, { organizationId: otherId, url: quiet.url });
    flooded.answer({ kind: 'slow', delayMs: 50 });
    let receivedBefore = Infinity;
    quiet.answer(() => {
      receivedBefore = flooded.received.length;
      return { kind: 'status', status: 200 };
    });

    const message = await createMessage(context.pool, { organizationId });
    const { publisher } = dispatcher.broker;
    for (let made = 0; made < events; made += 1) {
      const { id } = await createEmailEvent(context.pool, message, { type: 'delivery_delayed' });
      const event = emailEvent({ id, organization_id: organizationId, type: 'email.delivery_delayed' });
      void publisher.publishEvent({ ...event, email: { ...event.email, id: message.id } });
    }
    await publisher.publishEvent(emailEvent({ organization_id: otherId }));

    await eventually(() => flooded.received.length >= endpoints * events, { timeoutMs: 90_000 });
    expect(receivedBefore).toBeLessThan((endpoints * events) / 2);
    const ids = flooded.received.map(({ headers }) => headers['postrider-delivery-id']);
    expect(new Set(ids).size).toBe(endpoints * events);
    expect(ids).toHaveLength(endpoints * events);
  }, 120_000);
});
