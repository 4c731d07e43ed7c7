import { newId } from '@postrider/contracts/ids';
import { createOrganization, createWebhookEndpoint, useTestContext } from '@postrider/testkit';
import { makePending, type Replay } from '../replays/replays.repository';
import { recordDeliveries } from './deliveries.repository';
import { afterAttempt } from './delivery';

let endpointId: string;
let organizationId: string;

const context = useTestContext();
beforeAll(async () => {
  organizationId = (await createOrganization(context.pool)).id;
  endpointId = (await createWebhookEndpoint(context.pool, { organizationId, url: 'https://hooks.test/' })).id;
});

/** A delivery that was tried so often, and is to be tried again. */
async function triedDelivery(attempts: number): Promise<{ id: string; eventId: string }> {
  const [id, eventId] = [newId(), newId()];
  await context.pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, event_type, status, attempts,
            next_attempt_at, created_at)
     VALUES ($1, $2, $3, $4, 'email.sent', 'pending', $5, now(), now())`,
    [id, endpointId, organizationId, eventId, attempts],
  );
  await context.pool.query(
    `INSERT INTO webhook_attempts (delivery_id, number, at, status, latency_ms)
     SELECT $1, n, now(), 500, 5 FROM generate_series(1, $2::int) AS n`,
    [id, attempts],
  );
  return { id, eventId };
}

async function numbersOf(id: string): Promise<number[]> {
  const { rows } = await context.pool.query<{ number: number }>(
    'SELECT number FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number',
    [id],
  );
  return rows.map(({ number }) => number);
}

it('keeps the newest fifty attempts of a delivery that is replayed again and again', async () => {
  const often = await triedDelivery(53);
  const seldom = await triedDelivery(49);
  const endpoint = { id: endpointId, organizationId } as Parameters<typeof afterAttempt>[0]['endpoint'];
  const attempt = { startedAt: new Date(), latencyMs: 5, status: 200, error: null, response: 'ok' };
  const record = ({ id, eventId }: { id: string; eventId: string }, attempts: number) => {
    const known = {
      ...{ messageId: null, eventType: 'email.sent' as const, body: '{}', isReproducible: false },
      createdAt: new Date(),
    };
    return afterAttempt({ id, eventId, endpoint, attempts, attemptsBefore: attempts, ...known }, attempt);
  };
  await recordDeliveries(context.pool, [record(often, 53), record(seldom, 49)]);
  expect(await numbersOf(often.id)).toEqual(Array.from({ length: 50 }, (_none, n) => n + 5));
  expect(await numbersOf(seldom.id)).toEqual(Array.from({ length: 50 }, (_none, n) => n + 1));
});

it('leaves deliveries that were tried a thousand times out of a replay', async () => {
  const [often, seldom] = [await triedDelivery(1_000), await triedDelivery(999)];
  const replay = { organizationId, endpoint: { id: endpointId } } as Replay;
  const deliveries = [often, seldom].map(({ id, eventId }) => ({
    ...{ id: eventId, messageId: newId(), organizationId, type: 'email.sent' as const, deliveryId: id },
  }));
  expect(await makePending(context.pool, replay, { deliveries, now: new Date() })).toBe(1);
  const { rows } = await context.pool.query<{ id: string }>(
    'SELECT id FROM webhook_deliveries WHERE attempts_before > 0',
  );
  expect(rows).toEqual([{ id: seldom.id }]);
});
