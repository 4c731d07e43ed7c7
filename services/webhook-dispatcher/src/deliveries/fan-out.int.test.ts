import assert from 'node:assert';
import { systemClock } from '@postrider/runtime';
import {
  createEmailEvent,
  createMessage,
  emailEvent,
  eventually,
  type MessageFixture,
  type WebhookReceiver,
} from '@postrider/testkit';
import { readEvents } from '@postrider/webhooks';
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

/** For thousands of deliveries; a quiet machine takes a few seconds. */
const patience = { timeoutMs: 240_000, intervalMs: 100 };

describe('events of an organization with a hundred endpoints', () => {
  it('reach each endpoint once, also those beyond its share, and let the event of another pass', async () => {
    // Half as many deliveries again as may be in work for an organization.
    const [endpoints, events] = [100, 30];
    // Events are old enough for the sweep as soon as they are a second old.
    const clock = { now: () => new Date(systemClock.now().getTime() + 9_000) };
    const intervals = { missedIntervalMs: 100, dueIntervalMs: 100 };
    const dispatcher = await test.startDispatcher({ clock, ...intervals });
    const { organizationId } = await test.createTenant(flooded, { count: endpoints });
    const other = await test.createTenant(quiet);
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    flooded.answer({ kind: 'held', until });

    await publishRecorded(dispatcher, await createMessage(test.context.pool, { organizationId }), events);
    await eventually(() => flooded.received.length > endpoints, patience);
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: other.organizationId }));
    await eventually(() => quiet.received.length === 1, { ...patience, what: 'the event of the other' });
    release();

    await eventually(() => flooded.received.length >= endpoints * events, patience);
    const ids = deliveryIds(flooded);
    expect(new Set(ids).size).toBe(endpoints * events);
    expect(ids).toHaveLength(endpoints * events);
  });
});

describe('a burst of an organization with several endpoints', () => {
  it('is delivered without the sweep, also beyond the share of the organization', async () => {
    // Half as many deliveries again as may be in work for an organization.
    const [endpoints, events] = [20, 150];
    // The sweep looks once, before there are events.
    const dispatcher = await test.startDispatcher({ missedIntervalMs: 3_600_000 });
    const { organizationId } = await test.createTenant(flooded, { count: endpoints });
    flooded.answer({ kind: 'slow', delayMs: 200 });
    await publishRecorded(dispatcher, await createMessage(test.context.pool, { organizationId }), events);
    const delivered = (): number => new Set(deliveryIds(flooded)).size;
    await eventually(() => delivered() === endpoints * events, patience);
    expect(await dispatcher.options.metrics.text()).toContain('webhook_events_left_total 0');
  });
});

describe('a delivery whose process was killed', () => {
  it.each([
    ['of an event without metadata, whose body is built again', undefined, false],
    ['of an event with metadata, whose body was stored', { order: '7' }, true],
  ])('is posted with the same bytes when its lease ends: %s', async (_name, metadata, isStored) => {
    const { pool } = test.context;
    const { broker } = await test.startDispatcher({ missedIntervalMs: 3_600_000 });
    const { organizationId, endpoint } = await test.createTenant(quiet);
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    quiet.answer((_webhook, ordinal) =>
      ordinal === 0 ? { kind: 'held', until } : { kind: 'status', status: 204 },
    );
    const message = await createMessage(pool, { organizationId, ...(metadata && { metadata }) });
    const { id } = await createEmailEvent(pool, message, { type: 'sent' });
    const [event] = await readEvents(pool, [{ id, messageId: message.id }]);
    assert(event);
    await broker.publisher.publishEvent(event);
    await eventually(() => quiet.received.length === 1);
    const { rows } = await pool.query(
      'SELECT payload IS NOT NULL AS "isStored" FROM webhook_deliveries WHERE endpoint_id = $1',
      [endpoint.id],
    );
    expect(rows).toEqual([{ isStored }]);
    const afterLease = { now: () => new Date(systemClock.now().getTime() + 61_000) };
    await test.startDispatcher({ clock: afterLease, missedIntervalMs: 3_600_000, dueIntervalMs: 100 });
    await eventually(() => quiet.received.length === 2);
    release();
    const [first, second] = quiet.received.map(({ rawBody }) => String(rawBody));
    expect(second).toBe(first);
  });
});
