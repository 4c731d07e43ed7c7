import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { uuidV7Floor } from '@postrider/db';
import {
  createEmailEvent,
  createMessage,
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  eventually,
  eventuallyPasses,
  startWebhookReceiver,
  type MessageFixture,
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

beforeAll(async () => {
  context = await createTestContext();
  dispatcher = await startTestDispatcher(context, { missedIntervalMs: 100, dueIntervalMs: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await context.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

const hourAgo = new Date(Date.now() - 3_600_000);
/** Old enough for every sweep. */
const halfAnHourAgo = new Date(Date.now() - 1_800_000);

interface Tenant {
  readonly organizationId: string;
  readonly endpoint: WebhookEndpointFixture;
  readonly endpointId: string;
  readonly message: MessageFixture;
}

async function tenant(options: { url?: string; events?: string[] } = {}): Promise<Tenant> {
  const { id: organizationId } = await createOrganization(context.pool);
  const { url = receiver.url, events = [] } = options;
  const endpoint = await createWebhookEndpoint(context.pool, { organizationId, url, events });
  await context.pool.query(`UPDATE webhook_endpoints SET created_at = $2 WHERE id = $1`, [
    endpoint.id,
    hourAgo,
  ]);
  const message = await createMessage(context.pool, { organizationId, metadata: { order: '7' } });
  return { organizationId, endpoint, endpointId: endpoint.id, message };
}

/** Events that no dispatcher will find by itself any more. @returns their ids */
async function oldEvents(message: MessageFixture, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const recordedAt = new Date(halfAnHourAgo.getTime() + n);
    ids.push((await createEmailEvent(context.pool, message, { type: 'opened', recordedAt })).id);
  }
  return ids;
}

/** Until the sweeps have gone by everything that is half an hour old. */
async function sweepsPassed(): Promise<void> {
  const passed = uuidV7Floor(new Date(halfAnHourAgo.getTime() + 60_000));
  await eventually(async () => {
    const { rows } = await context.pool.query('SELECT FROM sweep_cursors WHERE position > $1', [passed]);
    return rows.length === 6;
  });
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly attempts_before: number;
}

async function deliveriesOf(endpointId: string): Promise<Row[]> {
  const { rows } = await context.pool.query<Row>(
    'SELECT * FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id',
    [endpointId],
  );
  return rows;
}

async function enable(endpointId: string, status: 'enabled' | 'disabled'): Promise<void> {
  await context.pool.query('UPDATE webhook_endpoints SET status = $2 WHERE id = $1', [endpointId, status]);
}

const idOf = (webhook: { headers: Record<string, unknown> }): string =>
  String(webhook.headers['postrider-delivery-id']);

/** What arrived, by delivery id. */
function bytesById(): Map<string, string> {
  return new Map(receiver.received.map((webhook) => [idOf(webhook), String(webhook.rawBody)]));
}

/** On a busy machine some deliveries are deferred, and their endpoint is tried again after seconds. */
const patience = { timeoutMs: 120_000 };

describe('a replay of a stretch', () => {
  it('sends 500 deliveries again, the same bytes under the same ids', async () => {
    const { organizationId, endpointId, endpoint, message } = await tenant();
    await sweepsPassed();
    await oldEvents(message, 500);
    const asked = { organizationId, endpointId, since: hourAgo };
    const first = await askForReplay(context, asked);
    await eventually(() => bytesById().size === 500, patience);
    await eventually(
      async () => (await deliveriesOf(endpointId)).every(({ status }) => status === 'delivered'),
      patience,
    );
    const before = bytesById();
    // It ends with the page that finds no more.
    await eventuallyPasses(async () =>
      expect(await replayState(context, first)).toMatchObject({ status: 'finished', deliveries: 500 }),
    );

    receiver.clear();
    const again = await askForReplay(context, asked);
    await eventually(() => bytesById().size === 500, patience);
    expect(bytesById()).toEqual(before);
    expect(receiver.received.every((webhook) => isSignedBy(webhook, endpoint.signingSecret))).toBe(true);
    await eventuallyPasses(async () => {
      const rows = await deliveriesOf(endpointId);
      expect(rows).toHaveLength(500);
      for (const row of rows) expect(row.status).toBe('delivered');
      // The attempts of the first time stay in the log.
      for (const row of rows) expect(row.attempts).toBeGreaterThan(row.attempts_before);
      for (const row of rows) expect(row.attempts_before).toBeGreaterThan(0);
    });
    await eventuallyPasses(async () =>
      expect(await replayState(context, again)).toMatchObject({
        ...{ status: 'finished', deliveries: 500, finished_at: expect.any(Date) },
      }),
    );
  });

  it('brings what happened while the endpoint was disabled', async () => {
    const { organizationId, endpointId, message } = await tenant();
    await enable(endpointId, 'disabled');
    await sweepsPassed();
    const [eventId = ''] = await oldEvents(message, 1);
    await enable(endpointId, 'enabled');
    await askForReplay(context, { organizationId, endpointId, since: hourAgo });
    await eventually(() => receiver.received.length === 1);
    expect([...bytesById().keys()]).toEqual([webhookDeliveryId(eventId, endpointId)]);
    expect(receiver.bodies()).toMatchObject([{ type: 'email.opened', data: { metadata: { order: '7' } } }]);
  });

  it('keeps to its times, its types and its organization', async () => {
    const mine = await tenant();
    const other = await tenant();
    await sweepsPassed();
    const at = (offsetMs: number): Date => new Date(halfAnHourAgo.getTime() + offsetMs);
    const record = (type: 'opened' | 'clicked', offsetMs: number) =>
      createEmailEvent(context.pool, mine.message, { type, recordedAt: at(offsetMs) });
    const first = await record('opened', 0);
    const last = await record('opened', 10);
    await record('opened', -1);
    await record('opened', 11);
    await record('clicked', 5);
    await oldEvents(other.message, 3);
    const replay = await askForReplay(context, {
      ...{ organizationId: mine.organizationId, endpointId: mine.endpointId },
      ...{ since: at(0), until: at(10), events: ['email.opened'] },
    });
    await eventually(() => receiver.received.length === 2);
    expect([...bytesById().keys()].sort()).toEqual(
      [first, last].map(({ id }) => webhookDeliveryId(id, mine.endpointId)).sort(),
    );
    expect(await replayState(context, replay)).toMatchObject({ status: 'finished', deliveries: 2 });
    expect(await deliveriesOf(other.endpointId)).toEqual([]);
  });

  it('has what waits for its next attempt attempted now, once', async () => {
    const { organizationId, endpointId, message } = await tenant();
    await sweepsPassed();
    receiver.answer({ kind: 'status', status: 500 });
    await oldEvents(message, 1);
    const asked = { organizationId, endpointId, since: hourAgo };
    await askForReplay(context, asked);
    // Between two attempts: one that is under way would write its own time.
    await eventually(async () => {
      const { rowCount } = await context.pool.query(
        `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '10 hours'
          WHERE endpoint_id = $1 AND attempts > 0 AND lease_until IS NULL`,
        [endpointId],
      );
      return rowCount === 1;
    });
    const failed = await deliveriesOf(endpointId);
    receiver.answer({ kind: 'status', status: 200 });
    await askForReplay(context, asked);
    await eventually(async () => (await deliveriesOf(endpointId))[0]?.status === 'delivered');
    const rows = await deliveriesOf(endpointId);
    expect(rows.map(({ id }) => id)).toEqual(failed.map(({ id }) => id));
    expect(rows[0]?.attempts_before).toBeGreaterThan(0);
    expect([...bytesById().keys()]).toEqual(failed.map(({ id }) => id));
  });

  it('begins where the delivery log begins, when events are kept longer', async () => {
    const { organizationId, endpointId, message } = await tenant();
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    const longAgo = daysAgo(90);
    await context.pool.query('UPDATE webhook_endpoints SET created_at = $2 WHERE id = $1', [
      endpointId,
      longAgo,
    ]);
    await sweepsPassed();
    await createEmailEvent(context.pool, message, { type: 'sent', recordedAt: daysAgo(60) });
    const [kept = ''] = await oldEvents(message, 1);
    const replay = await askForReplay(context, { organizationId, endpointId, since: longAgo });
    await eventually(() => receiver.received.length === 1);
    expect([...bytesById().keys()]).toEqual([webhookDeliveryId(kept, endpointId)]);
    expect(await replayState(context, replay)).toMatchObject({ status: 'finished', deliveries: 1 });
  });

  it('ends when the endpoint is disabled, and sends nothing', async () => {
    const { organizationId, endpointId, message } = await tenant();
    await enable(endpointId, 'disabled');
    await oldEvents(message, 2);
    const replay = await askForReplay(context, { organizationId, endpointId, since: hourAgo });
    await eventually(async () => (await replayState(context, replay)).status === 'stopped');
    expect(await deliveriesOf(endpointId)).toEqual([]);
    expect(receiver.received).toHaveLength(0);
  });

  it('of a dead endpoint delays no other, and does not heap up deliveries for it', async () => {
    const dead = await startWebhookReceiver({ answer: { kind: 'hang' } });
    const stuck = await tenant({ url: dead.url });
    const healthy = await tenant();
    await sweepsPassed();
    await context.pool.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, event_type, status, attempts,
              next_attempt_at, created_at)
       SELECT ($3 || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, $4, 'email.sent', 'pending', 1,
              now() + interval '1 hour', now()
         FROM generate_series(1, 2000) n`,
      [stuck.endpointId, stuck.organizationId, newId().slice(0, 24), newId()],
    );
    await oldEvents(stuck.message, 10);
    await oldEvents(healthy.message, 10);
    const waits = await askForReplay(context, { ...nameOf(stuck), since: hourAgo });
    const done = await askForReplay(context, { ...nameOf(healthy), since: hourAgo });
    await eventually(() => receiver.received.length === 10);
    // It was asked for later, so the one before it has had its turn.
    expect(await replayState(context, done)).toMatchObject({ status: 'finished' });
    expect(await replayState(context, waits)).toMatchObject({ status: 'running', deliveries: 0 });
    await context.pool.query(`UPDATE webhook_deliveries SET status = 'exhausted' WHERE endpoint_id = $1`, [
      stuck.endpointId,
    ]);
    await eventually(async () => (await replayState(context, waits)).status === 'finished');
    await enable(stuck.endpointId, 'disabled');
    await dead.close();
  });
});

function nameOf({ organizationId, endpointId }: Tenant) {
  return { organizationId, endpointId };
}

/** As the API inserts a test, and sets a delivery back: pending, and without a body. */
async function insertPending(
  of: Tenant,
  delivery: { eventType: string; eventId?: string; messageId?: string },
) {
  const id = newId();
  const createdAt = new Date();
  await context.pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, message_id, event_type, status,
            attempts, attempts_before, next_attempt_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', 8, 8, $7, $7)`,
    [
      ...[id, of.endpointId, of.organizationId, delivery.eventId ?? newId(), delivery.messageId ?? null],
      ...[delivery.eventType, createdAt],
    ],
  );
  return { id, createdAt };
}

describe('a delivery that is pending without a body', () => {
  it('gets it from its event, and a schedule of its own', async () => {
    const mine = await tenant();
    await sweepsPassed();
    receiver.answer({ kind: 'status', status: 503 });
    const [eventId = ''] = await oldEvents(mine.message, 1);
    const delivery = { eventType: 'email.opened', eventId, messageId: mine.message.id };
    const { id } = await insertPending(mine, delivery);
    // The ninth failure would be the last; the first of a replay is followed by a second after 5 s.
    await eventually(() => receiver.received.length === 2);
    expect(receiver.received.map(idOf)).toEqual([id, id]);
    const [first, second] = receiver.received;
    expect(second?.rawBody.equals(first?.rawBody ?? Buffer.alloc(0))).toBe(true);
    expect(receiver.bodies()[0]).toMatchObject({ type: 'email.opened', data: { email_id: mine.message.id } });
  });

  it('is a test when it is of that type, signed like any other, whatever the endpoint chose', async () => {
    const mine = await tenant({ events: ['email.bounced'] });
    const { id, createdAt } = await insertPending(mine, { eventType: 'webhook.test' });
    await eventually(() => receiver.received.length === 1);
    const [webhook] = receiver.received;
    expect(webhook?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'postrider-webhooks/1',
      'postrider-delivery-id': id,
      'postrider-event-type': 'webhook.test',
    });
    expect(webhook && isSignedBy(webhook, mine.endpoint.signingSecret)).toBe(true);
    expect(receiver.bodies()).toEqual([
      { type: 'webhook.test', created_at: createdAt.toISOString(), data: { webhook_id: mine.endpointId } },
    ]);
    await eventually(async () => (await deliveriesOf(mine.endpointId))[0]?.status === 'delivered');
  });

  it('ends when its event is gone', async () => {
    const mine = await tenant();
    await insertPending(mine, { eventType: 'email.sent', messageId: newId() });
    await eventually(async () => (await deliveriesOf(mine.endpointId))[0]?.status === 'exhausted');
    expect(receiver.received).toHaveLength(0);
  });
});
