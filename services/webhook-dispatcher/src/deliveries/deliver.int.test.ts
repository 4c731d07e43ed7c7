import { createSecretKey } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { createLogger } from '@postrider/runtime';
import {
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  startWebhookReceiver,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import { createConcurrencyLimits } from '../endpoints/concurrency-limit';
import { createEndpointHealth } from '../endpoints/endpoint-health';
import { createWebhookTransport, type WebhookTransport } from '../transport/webhook-transport';
import { createDeliver, leaseMs, type Deliver } from './deliver';
import { createDeliveryRecorder } from './deliveries.repository';
import type { Delivery } from './delivery';

const log = createLogger({ name: 'deliver test', level: 'silent' });
/** It stands still: a recorded attempt is remembered for ten seconds. */
const startedAt = new Date();
const clock = { now: () => startedAt };
const leaseUntil = new Date(startedAt.getTime() + leaseMs);
const ignore = (): void => undefined;

let context: TestContext;
let receiver: WebhookReceiver;
let transport: WebhookTransport;
let deliver: Deliver;

beforeAll(async () => {
  context = await createTestContext();
  const { pool } = context;
  receiver = await startWebhookReceiver();
  const bounds = { timeoutMs: 60_000, connectionsPerEndpointMax: 5, dnsServers: [], allowLoopback: true };
  transport = createWebhookTransport(bounds);
  deliver = createDeliver({
    ...{ transport, clock, log, onPending: ignore, onRecorded: ignore },
    limits: createConcurrencyLimits({ inFlightMax: 5, waitMaxMs: 250, onRoom: ignore }),
    recorder: createDeliveryRecorder({
      ...{ pool, log, stopping: new AbortController().signal },
      attempting: () => 0,
    }),
    health: createEndpointHealth({ pool, clock, log, onDisabled: ignore }),
  });
});
afterAll(async () => {
  await deliver.drain();
  await transport.close();
  await receiver.close();
  await context.close();
});

async function claimedDelivery(): Promise<Delivery> {
  const { id: organizationId } = await createOrganization(context.pool);
  const { id } = await createWebhookEndpoint(context.pool, { organizationId, url: receiver.url });
  const url = new URL(receiver.url);
  const secrets = [{ key: createSecretKey(Buffer.from('secret')), validUntil: null }];
  return {
    endpoint: {
      ...{ id, organizationId, url, secrets, events: new Set(), format: 'postrider' },
      ...{ createdAt: clock.now(), failingSince: null, siblings: 1 },
    },
    ...{ id: newId(), eventId: newId(), messageId: null, eventType: 'email.delivered', body: '{}' },
    ...{ isReproducible: false, attempts: 0, attemptsBefore: 0, createdAt: clock.now() },
  };
}

it('does not repeat an attempt that was recorded after its delivery was claimed again', async () => {
  const claimed = await claimedDelivery();
  await deliver.attempt(claimed, leaseUntil);
  await deliver.attempt(claimed, leaseUntil);
  expect(receiver.received).toHaveLength(1);
  const replayed = { ...claimed, attempts: 1, attemptsBefore: 1 };
  await deliver.attempt(replayed, leaseUntil);
  expect(receiver.received).toHaveLength(2);
});

it('makes no attempt when the lease of the delivery is about to end, and leaves its row to the next process', async () => {
  receiver.clear();
  const claimed = await claimedDelivery();
  await deliver.attempt(claimed, new Date(startedAt.getTime() + leaseMs / 2));
  expect(receiver.received).toHaveLength(0);
  const { rows } = await context.pool.query('SELECT FROM webhook_deliveries WHERE id = $1', [claimed.id]);
  expect(rows).toHaveLength(0);
  await deliver.attempt(claimed, leaseUntil);
  expect(receiver.received).toHaveLength(1);
});
