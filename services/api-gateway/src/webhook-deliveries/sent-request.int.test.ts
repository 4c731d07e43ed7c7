import type { WebhookEventType } from '@postrider/contracts/events';
import { newId } from '@postrider/contracts/ids';
import {
  webhookDeliveryId,
  type WebhookDeliveryResource,
  type WebhookFormat,
} from '@postrider/contracts/webhooks';
import {
  createApiKey,
  createDomain,
  createEmailEvent,
  createInboundEmail,
  createMember,
  createMessage,
  createOrganization,
  createWebhookEndpoint,
} from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

const api = useApi();

async function tenant(format: WebhookFormat = 'postrider') {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  const key = await createApiKey(pool, { organizationId });
  const url = 'https://hooks.example.com/';
  const { id: endpointId } = await createWebhookEndpoint(pool, { organizationId, url, format });
  return { organizationId, endpointId, key };
}
type Tenant = Awaited<ReturnType<typeof tenant>>;

interface Fact {
  readonly eventId: string;
  readonly type: WebhookEventType;
  readonly messageId?: string;
  readonly status?: 'delivered' | 'exhausted';
}

/** A row as the dispatcher leaves it when no attempt is left: without its body. @returns its id */
async function ended({ organizationId, endpointId }: Tenant, fact: Fact): Promise<string> {
  const { eventId, type, messageId = null, status = 'delivered' } = fact;
  const id = webhookDeliveryId(eventId, endpointId);
  await api.pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, message_id, event_type, status, attempts, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 1, now())`,
    [id, endpointId, organizationId, eventId, messageId, type, status],
  );
  return id;
}

async function read({ endpointId, key }: Tenant, id: string): Promise<WebhookDeliveryResource> {
  return (await api.get<WebhookDeliveryResource>(`/webhooks/${endpointId}/deliveries/${id}`, key)).body;
}

async function sentEmail(organizationId: string) {
  const message = await createMessage(api.pool, { organizationId });
  const event = await createEmailEvent(api.pool, message, { type: 'sent' });
  return { eventId: event.id, messageId: message.id, type: 'email.sent' as const };
}

it.each(['delivered', 'exhausted'] as const)(
  'rebuilds the request of a delivery that is %s',
  async (status) => {
    const owner = await tenant();
    const fact = await sentEmail(owner.organizationId);
    const id = await ended(owner, { ...fact, status });
    const { body, body_rebuilt: isRebuilt, request_headers: headers } = await read(owner, id);
    expect(isRebuilt).toBe(true);
    expect(JSON.parse(body ?? '')).toMatchObject({
      type: 'email.sent',
      data: { email_id: fact.messageId, subject: 'Hello' },
    });
    expect(headers).toEqual([
      { name: 'content-type', value: 'application/json' },
      { name: 'user-agent', value: 'postrider-webhooks/1' },
      { name: 'postrider-signature', value: null },
      { name: 'postrider-delivery-id', value: id },
      { name: 'postrider-event-type', value: 'email.sent' },
    ]);
  },
);

it('the request of a delivery has the body and the headers of the format that the endpoint has', async () => {
  const owner = await tenant('resend');
  const fact = await sentEmail(owner.organizationId);
  const id = await ended(owner, fact);
  const { body, request_headers: headers } = await read(owner, id);
  expect(JSON.parse(body ?? '')).toMatchObject({
    type: 'email.sent',
    data: { email_id: fact.messageId, to: ['jane@example.com'] },
  });
  expect(headers.slice(2)).toEqual([
    { name: 'svix-id', value: id },
    { name: 'svix-timestamp', value: null },
    { name: 'svix-signature', value: null },
  ]);
});

it('rebuilds the body of a reply', async () => {
  const owner = await tenant();
  const { pool } = api;
  const { id: domainId } = await createDomain(pool, { organizationId: owner.organizationId });
  const reply = await createInboundEmail(pool, {
    ...{ organizationId: owner.organizationId, domainId, subject: 'Re: Your order' },
  });
  const id = await ended(owner, { eventId: reply.id, type: 'email.received' });
  expect(JSON.parse((await read(owner, id)).body ?? '')).toMatchObject({
    type: 'email.received',
    data: { inbound_id: reply.id, subject: 'Re: Your order' },
  });
});

it('rebuilds the body of an event of a contact, with the contact as it is now', async () => {
  const owner = await tenant();
  const { pool } = api;
  const [contactId, eventId] = [newId(), newId()];
  await pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties, status, created_at, updated_at)
     VALUES ($1, $2, 'ada@example.com', 'ada@example.com', 'Ada', '{}', 'SUBSCRIBED', now(), now())`,
    [contactId, owner.organizationId],
  );
  await pool.query(
    `INSERT INTO contact_events (id, organization_id, contact_id, type, actor, occurred_at)
     VALUES ($1, $2, $3, 'created', 'form', now())`,
    [eventId, owner.organizationId, contactId],
  );
  const id = await ended(owner, { eventId, type: 'contact.created' });
  await pool.query(`UPDATE contacts SET first_name = 'Augusta' WHERE id = $1`, [contactId]);
  expect(JSON.parse((await read(owner, id)).body ?? '')).toMatchObject({
    type: 'contact.created',
    data: { id: contactId, first_name: 'Augusta' },
  });
});

describe('a test', () => {
  it.each(['webhook.test', 'email.bounced', 'contact.created', 'email.received'] as const)(
    'of %s has the same body after it was delivered, and when it is replayed',
    async (type) => {
      const owner = await tenant();
      const at = `/webhooks/${owner.endpointId}`;
      const { body: test } = await api.post<WebhookDeliveryResource>(`${at}/test`, owner.key, {
        event_type: type,
      });
      expect(JSON.parse(test.body ?? '')).toMatchObject({ type });
      await api.pool.query(
        `UPDATE webhook_deliveries SET status = 'delivered', next_attempt_at = NULL, payload = NULL WHERE id = $1`,
        [test.id],
      );
      expect((await read(owner, test.id)).body).toBe(test.body);
      const replayed = await api.post<WebhookDeliveryResource>(
        `${at}/deliveries/${test.id}/replay`,
        owner.key,
      );
      expect(replayed.body).toMatchObject({ status: 'pending', body: test.body });
    },
  );
});

it('shows no body to users who may not read content, and the headers', async () => {
  const owner = await tenant();
  const id = await ended(owner, await sentEmail(owner.organizationId));
  const { organizationId, endpointId } = owner;
  const member = await createMember(api.pool, { organizationId, role: 'admin', content: false });
  const { body } = await openBrowser(api, member).get<WebhookDeliveryResource>(
    `/webhooks/${endpointId}/deliveries/${id}`,
    { organizationId },
  );
  expect(body).toMatchObject({ body: null, body_rebuilt: false });
  expect(body.request_headers).toHaveLength(5);
});

it('never builds a body from an event of another organization', async () => {
  const [owner, other] = [await tenant(), await tenant()];
  const id = await ended(owner, await sentEmail(other.organizationId));
  expect(await read(owner, id)).toMatchObject({ body: null, body_rebuilt: false });
});
