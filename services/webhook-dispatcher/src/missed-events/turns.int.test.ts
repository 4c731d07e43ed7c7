import { systemClock } from '@postrider/runtime';
import {
  createEmailEvent,
  createMessage,
  createWebhookEndpoint,
  eventually,
  type WebhookReceiver,
} from '@postrider/testkit';
import { createWebhookTest, type WebhookTest } from '../../test/webhook-test';

/** For thousands of deliveries; a quiet machine takes a few seconds. */
const patience = { timeoutMs: 240_000, intervalMs: 100 };

let test: WebhookTest;
let flooded: WebhookReceiver;
let quiet: WebhookReceiver;

beforeEach(async () => {
  test = await createWebhookTest();
  [flooded, quiet] = await Promise.all([test.startReceiver(), test.startReceiver()]);
});
afterEach(() => test.close());

/** To its clock the events of the test are old enough for the sweep, all at once. */
async function startDispatcher({ missedIntervalMs = 100 } = {}): Promise<void> {
  const clock = { now: () => new Date(systemClock.now().getTime() + 11_000) };
  await test.startDispatcher({ clock, missedIntervalMs, dueIntervalMs: 100 });
}

async function recordEvents(organizationId: string, count: number): Promise<void> {
  const message = await createMessage(test.context.pool, { organizationId });
  for (let made = 0; made < count; made += 1) {
    await createEmailEvent(test.context.pool, message, { type: 'delivery_delayed' });
  }
}

async function one<T extends object>(sql: string, values: readonly string[]): Promise<T | undefined> {
  return (await test.context.pool.query<T>(sql, [...values])).rows[0];
}

describe('the missed events of an organization', () => {
  it('do not wait for those of one that has many', async () => {
    const [endpoints, events] = [100, 60];
    const many = await test.createTenant(flooded, { count: endpoints });
    const few = await test.createTenant(quiet);
    await recordEvents(many.organizationId, events);
    await recordEvents(few.organizationId, 1);
    await startDispatcher();
    await eventually(() => flooded.received.length >= endpoints * events, patience);
    await eventually(() => quiet.received.length === 1);
    const later = await one<{ deliveries: number }>(
      `SELECT count(*)::int AS deliveries FROM webhook_deliveries
        WHERE organization_id = $1
          AND created_at > (SELECT created_at FROM webhook_deliveries WHERE organization_id = $2)`,
      [many.organizationId, few.organizationId],
    );
    expect(later?.deliveries).toBeGreaterThan((endpoints * events) / 2);
  });

  it('become deliveries only while few are due for their endpoint, and all of them in the end', async () => {
    // More than the pass adds of one organization at a time.
    const events = 600;
    // Of the ten thousand that may be due for an organization, a hundred for each of a hundred endpoints.
    const { organizationId } = await test.createTenant(quiet, { count: 99, events: ['email.complained'] });
    const endpoint = await createWebhookEndpoint(test.context.pool, { organizationId, url: flooded.url });
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    flooded.answer({ kind: 'held', until });
    await recordEvents(organizationId, events);
    await startDispatcher();
    const cursor = `webhook-dispatcher.missed-events.${endpoint.id}`;
    const turn = (): Promise<{ at: Date } | undefined> =>
      one('SELECT updated_at AS at FROM sweep_cursors WHERE name = $1', [cursor]);
    const pending = async (): Promise<number> => {
      const sql = `SELECT count(*)::int AS rows FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'pending'`;
      return (await one<{ rows: number }>(sql, [endpoint.id]))?.rows ?? 0;
    };
    await eventually(async () => (await pending()) >= 100);
    // It has had another turn, and none of them was used.
    const before = await eventually(turn);
    await eventually(async () => (await turn())?.at.getTime() !== before?.at.getTime());
    // A hundred are due, and some are in work.
    expect(await pending()).toBeLessThan(200);

    flooded.answer({ kind: 'status', status: 200 });
    release();
    await eventually(async () => (await turn()) === undefined && (await pending()) === 0, patience);
    const delivered = new Set(flooded.received.map(({ headers }) => headers['postrider-delivery-id']));
    expect(delivered.size).toBe(events);
  });

  it('follow as soon as the endpoint has room, not with the next regular look', async () => {
    const events = 600;
    const { organizationId } = await test.createTenant(quiet, { count: 99, events: ['email.complained'] });
    await createWebhookEndpoint(test.context.pool, { organizationId, url: flooded.url });
    await recordEvents(organizationId, events);
    await startDispatcher({ missedIntervalMs: 600_000 });
    const delivered = (): number =>
      new Set(flooded.received.map(({ headers }) => headers['postrider-delivery-id'])).size;
    await eventually(() => delivered() === events, patience);
  });
});
