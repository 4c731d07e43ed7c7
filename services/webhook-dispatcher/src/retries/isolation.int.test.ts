import {
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  emailEvent,
  eventually,
  startWebhookReceiver,
  type TestContext,
} from '@postrider/testkit';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';

let context: TestContext;
let dispatcher: TestDispatcher;

beforeAll(async () => {
  context = await createTestContext();
  // Few places in the process: held by one endpoint for longer than any test waits, they would stop all others.
  dispatcher = await startTestDispatcher(context, { prefetch: 60, eventsAtOnce: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await context.close();
});

/** On a quiet machine everything takes a few seconds, five of them the wait before a second attempt. */
const patience = { timeoutMs: 120_000 };

async function statusesOf(endpointId: string): Promise<Record<string, number>> {
  const { rows } = await context.pool.query<{ status: string; count: string }>(
    'SELECT status, count(*) FROM webhook_deliveries WHERE endpoint_id = $1 GROUP BY status',
    [endpointId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

describe('a dead endpoint', () => {
  it('does not delay another one, and gets everything once it is back', async () => {
    const dead = await startWebhookReceiver({ answer: { kind: 'hang' } });
    const healthy = await startWebhookReceiver();
    const [first, second] = [await createOrganization(context.pool), await createOrganization(context.pool)];
    const deadEndpoint = await createWebhookEndpoint(context.pool, {
      organizationId: first.id,
      url: dead.url,
    });
    const healthyEndpoint = await createWebhookEndpoint(context.pool, {
      organizationId: second.id,
      url: healthy.url,
    });
    const events = 300;
    for (let count = 0; count < events; count += 1) {
      void dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: first.id }));
      void dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: second.id }));
    }
    await eventually(async () => (await statusesOf(healthyEndpoint.id))['delivered'] === events, {
      ...{ ...patience, what: 'all of the healthy one' },
    });

    dead.answer({ kind: 'status', status: 200 });
    await eventually(async () => (await statusesOf(deadEndpoint.id))['delivered'] === events, {
      ...{ ...patience, what: 'recovery' },
    });
    const ids = dead.received.map(({ headers }) => headers['postrider-delivery-id']);
    expect(new Set(ids).size).toBe(events);
    await Promise.all([dead.close(), healthy.close()]);
  });
});

describe('a slow endpoint', () => {
  it('does not delay another one whose events share its messages', async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const slow = await startWebhookReceiver({ answer: { kind: 'held', until } });
    const healthy = await startWebhookReceiver();
    const [first, second] = [await createOrganization(context.pool), await createOrganization(context.pool)];
    await createWebhookEndpoint(context.pool, { organizationId: first.id, url: slow.url });
    await createWebhookEndpoint(context.pool, { organizationId: second.id, url: healthy.url });
    // Ten times what the process works on at a time, and behind them the only one of another organization.
    for (let count = 0; count < 1_000; count += 1) {
      void dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: first.id }));
    }
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: second.id }));
    await eventually(() => healthy.received.length === 1, { ...patience, what: 'the healthy one' });
    release();
    await Promise.all([slow.close(), healthy.close()]);
  });

  it('is never sent more at a time than it may have, and gets all', async () => {
    let open = 0;
    let most = 0;
    const slow = await startWebhookReceiver({
      answer: { kind: 'slow', delayMs: 150 },
      onWebhook: () => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => (open -= 1), 150);
      },
    });
    const { id: organizationId } = await createOrganization(context.pool);
    const endpoint = await createWebhookEndpoint(context.pool, { organizationId, url: slow.url });
    for (let count = 0; count < 400; count += 1) {
      void dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organizationId }));
    }
    await eventually(async () => (await statusesOf(endpoint.id))['delivered'] === 400, patience);
    expect(most).toBeLessThanOrEqual(55);
    await slow.close();
  });
});
