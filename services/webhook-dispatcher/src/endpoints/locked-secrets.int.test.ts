import {
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  emailEvent,
  eventually,
  startWebhookReceiver,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import { isSignedBy } from '../../test/expected-signature';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';

let context: TestContext;
let dispatcher: TestDispatcher;
let receiver: WebhookReceiver;

beforeAll(async () => {
  context = await createTestContext();
  [dispatcher, receiver] = await Promise.all([
    startTestDispatcher(context, { dueIntervalMs: 200 }),
    startWebhookReceiver(),
  ]);
});
afterAll(async () => {
  await dispatcher.close();
  await receiver.close();
  await context.close();
});

interface Delivery {
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
}

async function deliveryOf(endpointId: string): Promise<Delivery | undefined> {
  const { rows } = await context.pool.query<Delivery>(
    'SELECT status, attempts, next_attempt_at FROM webhook_deliveries WHERE endpoint_id = $1',
    [endpointId],
  );
  return rows[0];
}

test('what is for an endpoint whose secret cannot be opened waits, its neighbours do not, and it is sent when it opens', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const create = (path: string) =>
    createWebhookEndpoint(context.pool, { organizationId, url: `${receiver.url}${path}` });
  const [locked, fine] = [await create('/locked'), await create('/fine')];
  const sealed = await context.pool.query<{ signing_secret: string }>(
    `UPDATE webhook_endpoints e SET signing_secret = 'v1.deadbeef.AAAA.BBBB' FROM webhook_endpoints before
      WHERE e.id = $1 AND before.id = e.id RETURNING before.signing_secret`,
    [locked.id],
  );
  await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organizationId }));

  await eventually(() => receiver.received.some(({ path }) => path === '/fine'));
  const waiting = await eventually(() => deliveryOf(locked.id));
  expect(waiting).toMatchObject({ status: 'pending', attempts: 0 });
  expect((waiting?.next_attempt_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
  await expect(dispatcher.secretsOpen()).rejects.toMatchObject({ code: 'secrets_locked' });
  expect((await dispatcher.broker.queueDepth('webhook-dispatcher.events', 30_000)).ready).toBe(0);
  expect(fine.id).not.toBe(locked.id);

  await context.pool.query('UPDATE webhook_endpoints SET signing_secret = $2 WHERE id = $1', [
    locked.id,
    sealed.rows[0]?.signing_secret,
  ]);
  // Endpoints are read again after five seconds.
  await eventually(
    async () => {
      await context.pool.query(
        'UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = $1',
        [locked.id],
      );
      return receiver.received.some(({ path }) => path === '/locked');
    },
    { intervalMs: 500 },
  );
  const [webhook] = receiver.received.filter(({ path }) => path === '/locked');
  expect(webhook && isSignedBy(webhook, locked.signingSecret)).toBe(true);
  await eventually(async () => (await deliveryOf(locked.id))?.status === 'delivered');
  await dispatcher.secretsOpen();
});
