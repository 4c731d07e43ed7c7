import { systemClock } from '@postrider/runtime';
import {
  createEmailEvent,
  createMessage,
  emailEvent,
  eventually,
  type MessageFixture,
  type WebhookReceiver,
} from '@postrider/testkit';
import type { TestDispatcher } from '../../test/start-test-dispatcher';
import { createWebhookTest, type WebhookTest } from '../../test/webhook-test';

let test: WebhookTest;
let flooded: WebhookReceiver;
let quiet: WebhookReceiver;

beforeEach(async () => {
  test = await createWebhookTest();
  [flooded, quiet] = await Promise.all([test.startReceiver(), test.startReceiver()]);
});
afterEach(() => test.close());

/** All at once, when their rows are there. */
async function publishRecorded(
  { broker }: TestDispatcher,
  message: MessageFixture,
  events: number,
): Promise<void> {
  const { organizationId } = message;
  const ids: string[] = [];
  while (ids.length < events) {
    const { id } = await createEmailEvent(test.context.pool, message, { type: 'delivery_delayed' });
    ids.push(id);
  }
  for (const id of ids) {
    const event = emailEvent({ id, organization_id: organizationId, type: 'email.delivery_delayed' });
    void broker.publisher.publishEvent({ ...event, email: { ...event.email, id: message.id } });
  }
}

function deliveryIds(receiver: WebhookReceiver): string[] {
  return receiver.received.map(({ headers }) => String(headers['postrider-delivery-id']));
}

describe('events of an organization with a hundred endpoints', () => {
  it('reach each endpoint once, also those beyond its share, and let the event of another pass', async () => {
    const [endpoints, events] = [100, 60];
    // Events are old enough for the sweep as soon as they are a second old.
    const clock = { now: () => new Date(systemClock.now().getTime() + 9_000) };
    const options = { clock, missedIntervalMs: 100, dueIntervalMs: 100 };
    const dispatcher = await test.startDispatcher(options);
    const { organizationId } = await test.createTenant(flooded, { count: endpoints });
    const other = await test.createTenant(quiet);
    flooded.answer({ kind: 'slow', delayMs: 50 });
    let receivedBefore = Infinity;
    quiet.answer(() => {
      receivedBefore = flooded.received.length;
      return { kind: 'status', status: 200 };
    });

    await publishRecorded(dispatcher, await createMessage(test.context.pool, { organizationId }), events);
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: other.organizationId }));

    await eventually(() => flooded.received.length >= endpoints * events, { timeoutMs: 90_000 });
    expect(receivedBefore).toBeLessThan((endpoints * events) / 2);
    const ids = deliveryIds(flooded);
    expect(new Set(ids).size).toBe(endpoints * events);
    expect(ids).toHaveLength(endpoints * events);
  }, 120_000);
});

describe('a burst of an organization with several endpoints', () => {
  it('is delivered without the sweep, also beyond the share of the organization', async () => {
    // Half as many deliveries again as may be in work for an organization.
    const [endpoints, events] = [20, 150];
    // The sweep looks once, before there are events.
    const dispatcher = await test.startDispatcher({ missedIntervalMs: 600_000 });
    const { organizationId } = await test.createTenant(flooded, { count: endpoints });
    flooded.answer({ kind: 'slow', delayMs: 200 });
    await publishRecorded(dispatcher, await createMessage(test.context.pool, { organizationId }), events);
    const delivered = (): number => new Set(deliveryIds(flooded)).size;
    await eventually(() => delivered() === endpoints * events, { timeoutMs: 30_000, intervalMs: 200 });
    expect(await dispatcher.options.metrics.text()).toContain('webhook_events_left_total 0');
  }, 60_000);
});
