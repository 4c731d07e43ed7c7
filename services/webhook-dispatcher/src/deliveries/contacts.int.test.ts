import type { ContactEventType } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';
import { contactWebhooks } from '@postrider/contracts/webhooks';
import { systemClock } from '@postrider/runtime';
import {
  createOrganization,
  createTestContext,
  createWebhookEndpoint,
  eventually,
  startWebhookReceiver,
  type TestContext,
  type WebhookReceiver,
} from '@postrider/testkit';
import { isSignedBy } from '../../test/expected-signature';
import { askForReplay } from '../../test/replays';
import { startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';

const change = { status: true, topics: ['news'], actor: 'form', source: 'Footer' };

let context: TestContext;
let dispatcher: TestDispatcher;
let receiver: WebhookReceiver;
/** How far the dispatcher's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  context = await createTestContext();
  const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  dispatcher = await startTestDispatcher(context, { clock, missedIntervalMs: 100, dueIntervalMs: 100 });
});
afterAll(async () => {
  await dispatcher.close();
  await context.close();
});
beforeEach(async () => {
  aheadMs = 0;
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

async function tenant(...lists: readonly (readonly string[])[]) {
  const { id: organizationId } = await createOrganization(context.pool);
  const endpoints = await Promise.all(
    lists.map((events) => createWebhookEndpoint(context.pool, { organizationId, url: receiver.url, events })),
  );
  return { organizationId, endpoints };
}

async function createContact(organizationId: string): Promise<string> {
  const id = newId();
  await context.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties, status, created_at, updated_at)
     VALUES ($1::uuid, $2, $1 || '@example.com', $1 || '@example.com', 'Ada', '{"city": "London"}', 'SUBSCRIBED',
       '2026-05-04T10:00:00Z', '2026-05-04T10:00:00Z')`,
    [id, organizationId],
  );
  return id;
}

async function record(organizationId: string, contactId: string, type: ContactEventType): Promise<string> {
  const id = newId();
  const name = type.slice('contact.'.length);
  await context.pool.query(
    `INSERT INTO contact_events (id, organization_id, contact_id, type, actor, change, occurred_at)
     VALUES ($1, $2, $3, $4, 'form', $5, now())`,
    [id, organizationId, contactId, name, name.endsWith('subscribed') ? change : null],
  );
  return id;
}

const tell = (...ids: string[]) =>
  dispatcher.broker.publisher.publishJob('webhook-dispatcher.contacts', { event_ids: ids });

it('goes to the endpoints that name its type alone, signed, with the contact', async () => {
  const { organizationId, endpoints } = await tenant(
    ['contact.subscribed'],
    [],
    ['email.sent', 'contact.created'],
  );
  await tenant(['contact.subscribed']);
  const contactId = await createContact(organizationId);
  const id = await record(organizationId, contactId, 'contact.subscribed');
  await tell(id, id);
  await tell(id);
  await eventually(() => receiver.received.length > 0);
  // The queue keeps the order: the copies were seen before this one.
  await tell(await record(organizationId, contactId, 'contact.created'));
  await eventually(() => receiver.received.length === 2);
  const [webhook] = receiver.received;
  expect(webhook && endpoints[0] && isSignedBy(webhook, endpoints[0].signingSecret)).toBe(true);
  const [subscribed, created] = receiver.bodies();
  expect(subscribed).toEqual({
    type: 'contact.subscribed',
    created_at: expect.any(String),
    data: {
      object: 'contact',
      id: contactId,
      email: `${contactId}@example.com`,
      first_name: 'Ada',
      last_name: null,
      properties: { city: 'London' },
      status: 'SUBSCRIBED',
      topics: [],
      created_at: '2026-05-04T10:00:00.000Z',
      updated_at: '2026-05-04T10:00:00.000Z',
      change,
    },
  });
  expect(contactWebhooks['contact.subscribed'].parse(subscribed)).toEqual(subscribed);
  expect(contactWebhooks['contact.created'].parse(created)).toEqual(created);
});

it('of a deleted contact says its id and nothing else, and its other events are not delivered', async () => {
  const { organizationId } = await tenant(['contact.created', 'contact.deleted']);
  const contactId = newId();
  await tell(
    await record(organizationId, contactId, 'contact.created'),
    await record(organizationId, contactId, 'contact.deleted'),
  );
  await eventually(() => receiver.received.length === 1);
  const [body] = receiver.bodies();
  expect(body).toMatchObject({ data: { object: 'contact', id: contactId, deleted: true } });
  expect(contactWebhooks['contact.deleted'].parse(body)).toEqual(body);
});

it('a contact event is found when the broker lost it, once, and replayed with the same bytes', async () => {
  const { organizationId, endpoints } = await tenant(['contact.subscribed']);
  await record(organizationId, await createContact(organizationId), 'contact.subscribed');
  aheadMs = 12_000;
  await eventually(() => receiver.received.length === 1);
  const [endpoint] = endpoints;
  await eventually(async () => {
    const { rows } = await context.pool.query(
      `SELECT FROM webhook_deliveries WHERE organization_id = $1 AND status = 'delivered'`,
      [organizationId],
    );
    return rows.length === 1;
  });
  const since = new Date(Date.now() - 60_000);
  const until = new Date(Date.now() + 60_000);
  await askForReplay(context, { organizationId, endpointId: endpoint?.id ?? '', since, until });
  await eventually(() => receiver.received.length === 2);
  const [first, second] = receiver.received;
  expect(second?.rawBody.toString()).toBe(first?.rawBody.toString());
  expect(second?.headers['postrider-delivery-id']).toBe(first?.headers['postrider-delivery-id']);
});
