import { isId } from '@postrider/contracts/ids';
import { emailWebhookBody, webhookDeliveryId } from '@postrider/contracts/webhooks';
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
import { patientTransport, startTestDispatcher, type TestDispatcher } from '../../test/start-test-dispatcher';
import { createWebhookTest } from '../../test/webhook-test';

let context: TestContext;
let dispatcher: TestDispatcher;
let receiver: WebhookReceiver;

beforeAll(async () => {
  context = await createTestContext();
  dispatcher = await startTestDispatcher(context);
});
afterAll(async () => {
  await dispatcher.close();
  await context.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

async function organizationWithEndpoint(events: string[] = []) {
  const organization = await createOrganization(context.pool);
  const url = `${receiver.url}/hook?a=1`;
  const endpoint = await createWebhookEndpoint(context.pool, {
    organizationId: organization.id,
    url,
    events,
  });
  return { organization, endpoint };
}

interface DeliveryRow {
  status: string;
  attempts: number;
  payload: string | null;
  next_attempt_at: Date | null;
  attempt_rows: {
    number: number;
    at: string;
    status: number | null;
    latency_ms: number;
    response: string | null;
  }[];
}

async function deliveriesOf(endpointId: string, { pool } = context): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `SELECT d.*, (SELECT json_agg(a ORDER BY a.number) FROM webhook_attempts a WHERE a.delivery_id = d.id) AS attempt_rows
       FROM webhook_deliveries d WHERE endpoint_id = $1 ORDER BY id`,
    [endpointId],
  );
  return rows;
}

/** The only delivery of the endpoint, once it was tried. */
async function tried(endpointId: string, of = context): Promise<DeliveryRow> {
  const rows = await eventually(async () => {
    const found = await deliveriesOf(endpointId, of);
    return found[0]?.attempt_rows && found;
  });
  const [row] = rows ?? [];
  if (!row) throw new Error('no delivery');
  return row;
}

async function settled(endpointId: string, status: string) {
  await eventually(async () => {
    const rows = await deliveriesOf(endpointId);
    return rows.length > 0 && rows.every((row) => row.status === status);
  });
  return deliveriesOf(endpointId);
}

describe('a webhook', () => {
  it('arrives once with the exact headers, signed over its raw bytes', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    const event = emailEvent({ organization_id: organization.id });
    await dispatcher.broker.publisher.publishEvent(event);
    const [row] = await settled(endpoint.id, 'delivered');

    expect(receiver.received).toHaveLength(1);
    const [webhook] = receiver.received;
    expect(webhook).toMatchObject({ method: 'POST', path: '/hook?a=1' });
    expect(webhook?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'postrider-webhooks/1',
      'postrider-delivery-id': webhookDeliveryId(event.id, endpoint.id),
      'postrider-event-type': 'email.delivered',
    });
    expect(JSON.parse(String(webhook?.rawBody))).toEqual(emailWebhookBody(event));
    expect(webhook && isSignedBy(webhook, endpoint.signingSecret)).toBe(true);
    expect(webhook && isSignedBy(webhook, 'whsec_other')).toBe(false);
    expect(row).toMatchObject({ attempts: 1, payload: null, event_id: event.id, message_id: event.email.id });
    expect(row?.attempt_rows).toMatchObject([{ number: 1, status: 200, error: null }]);
  });

  it('carries metadata whatever their keys are', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    const event = emailEvent({ organization_id: organization.id });
    const metadata = '{"constructor":"a","__proto__":"b"}';
    const email = { ...event.email, metadata: JSON.parse(metadata) as Record<string, string> };
    await dispatcher.broker.publisher.publishEvent({ ...event, email });
    await settled(endpoint.id, 'delivered');
    expect(String(receiver.received[0]?.rawBody)).toContain(`"metadata":${metadata}`);
  });

  it('goes only to the organization of the mail, and only for the chosen types', async () => {
    const mine = await organizationWithEndpoint(['email.bounced']);
    const other = await organizationWithEndpoint();
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: mine.organization.id }));
    const bounced = emailEvent({ organization_id: mine.organization.id, type: 'email.bounced' });
    await dispatcher.broker.publisher.publishEvent(bounced);
    await settled(mine.endpoint.id, 'delivered');
    expect(receiver.bodies().map(({ type }) => type)).toEqual(['email.bounced']);
    expect(await deliveriesOf(other.endpoint.id)).toEqual([]);
  });

  it('makes one row for the same event brought twice', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    const event = emailEvent({ organization_id: organization.id });
    const { publisher } = dispatcher.broker;
    await Promise.all([publisher.publishEvent(event), publisher.publishEvent(event)]);
    await publisher.publishEvent(event);
    await settled(endpoint.id, 'delivered');
    await eventually(() => receiver.received.length >= 1);
    expect(await deliveriesOf(endpoint.id)).toHaveLength(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['postrider-delivery-id'])).size).toBe(1);
  });

  it('is signed with both secrets while the previous one is valid', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    const other = await createWebhookEndpoint(context.pool, {
      organizationId: organization.id,
      url: receiver.url,
    });
    const { secretBox } = dispatcher.options;
    const previous = secretBox.seal('whsec_previous', endpoint.id);
    await context.pool.query(
      `UPDATE webhook_endpoints SET previous_secret = $2, previous_secret_until = now() + interval '1 hour' WHERE id = $1`,
      [endpoint.id, previous],
    );
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    await settled(endpoint.id, 'delivered');
    await settled(other.id, 'delivered');
    const signed = receiver.received.filter((webhook) => isSignedBy(webhook, 'whsec_previous'));
    expect(signed).toHaveLength(1);
    expect(signed[0] && isSignedBy(signed[0], endpoint.signingSecret)).toBe(true);
    const signatures = receiver.received.map(({ headers }) => String(headers['postrider-signature']));
    expect(signatures.map((header) => header.split(',v1=').length - 1).sort()).toEqual([1, 2]);
  });
});

describe('an attempt that fails', () => {
  it.each([
    [
      '500',
      { kind: 'status', status: 500, body: 'broken' },
      { status: 500, response: 'broken', error: null },
    ],
    ['redirect', { kind: 'redirect', location: 'http://127.0.0.1:1/' }, { status: 302, error: null }],
    ['reset', { kind: 'reset' }, { status: null, error: 'ECONNRESET' }],
  ] as const)('is stored as pending with its body: %s', async (_name, answer, attempt) => {
    const { organization, endpoint } = await organizationWithEndpoint();
    receiver.answer(answer);
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    const row = await tried(endpoint.id);
    expect(row.status).toBe('pending');
    expect(row.attempt_rows).toMatchObject([attempt]);
    expectToWaitFiveSeconds(row);
    expect(receiver.received).toHaveLength(1);
    expect(row.payload).toBe(String(receiver.received[0]?.rawBody));
  });

  it('is stored as pending with its body: silence', async () => {
    const test = await createWebhookTest();
    try {
      const silent = await test.startReceiver();
      silent.answer({ kind: 'hang' });
      const { organizationId, endpoint } = await test.createTenant(silent);
      const { broker } = await test.startDispatcher({ transport: { ...patientTransport, timeoutMs: 500 } });
      const event = emailEvent({ organization_id: organizationId });
      await broker.publisher.publishEvent(event);
      const row = await tried(endpoint.id, test.context);
      expect(row).toMatchObject({ status: 'pending', attempt_rows: [{ status: null, error: 'timeout' }] });
      expectToWaitFiveSeconds(row);
      expect(JSON.parse(String(row.payload))).toEqual(emailWebhookBody(event));
    } finally {
      await test.close();
    }
  });

  /** More or less by a tenth. */
  function expectToWaitFiveSeconds({ attempt_rows: [first], next_attempt_at }: DeliveryRow): void {
    const waitMs = Number(next_attempt_at) - Date.parse(first?.at ?? '') - (first?.latency_ms ?? 0);
    expect(waitMs).toBeGreaterThanOrEqual(4_490);
    expect(waitMs).toBeLessThanOrEqual(5_510);
  }

  it('is made again about 5 s later with the same id and bytes, under a new time', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    receiver.answer((_webhook, ordinal) => ({ kind: 'status', status: ordinal === 0 ? 503 : 204 }));
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    await eventually(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    expect(second?.rawBody.equals(first?.rawBody ?? Buffer.alloc(0))).toBe(true);
    expect(second?.headers['postrider-delivery-id']).toBe(first?.headers['postrider-delivery-id']);
    expect(isId(String(first?.headers['postrider-delivery-id']))).toBe(true);
    expect(second?.headers['postrider-signature']).not.toBe(first?.headers['postrider-signature']);
    expect(second && isSignedBy(second, endpoint.signingSecret)).toBe(true);
    const [row] = await settled(endpoint.id, 'delivered');
    expect(row).toMatchObject({ attempts: 2, payload: null, next_attempt_at: null });
    expect(row?.attempt_rows).toMatchObject([{ status: 503 }, { status: 204 }]);
  });

  it('keeps at most 4 KB of the answer, without NUL', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    receiver.answer({ kind: 'status', status: 400, body: '\0'.repeat(10) + 'x'.repeat(200_000) });
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    const row = await tried(endpoint.id);
    expect(row.attempt_rows[0]?.status).toBe(400);
    expect(row.attempt_rows[0]?.response).toHaveLength(4_096);
  });
});

describe('an endpoint', () => {
  interface NoticeRow {
    readonly kind: string;
    readonly recipient: string;
    readonly subject: string;
    readonly text: string;
    readonly sent_at: Date | null;
  }

  async function noticesOf(organizationId: string): Promise<NoticeRow[]> {
    const { rows } = await context.pool.query<NoticeRow>('SELECT * FROM notices WHERE organization_id = $1', [
      organizationId,
    ]);
    return rows;
  }

  async function setAlertAddress(organizationId: string): Promise<void> {
    await context.pool.query(`UPDATE organizations SET alert_email = 'ops@shop.example' WHERE id = $1`, [
      organizationId,
    ]);
  }

  async function disabledFor(endpointId: string, reason: string): Promise<void> {
    await eventually(async () => {
      const { rows } = await context.pool.query('SELECT * FROM webhook_endpoints WHERE id = $1', [
        endpointId,
      ]);
      return rows[0].status === 'disabled' && rows[0].disabled_reason === reason;
    });
  }

  it('that answers 410 is disabled at once, and the alert address hears of it once', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    await setAlertAddress(organization.id);
    receiver.answer({ kind: 'status', status: 410 });
    const { publisher } = dispatcher.broker;
    const events = [1, 2, 3].map(() => emailEvent({ organization_id: organization.id }));
    await Promise.all(events.map((event) => publisher.publishEvent(event)));
    await disabledFor(endpoint.id, 'gone');
    await settled(endpoint.id, 'exhausted');
    const notices = await noticesOf(organization.id);
    expect(notices).toMatchObject([
      { kind: 'webhook_disabled', recipient: 'ops@shop.example', sent_at: null },
    ]);
    expect(notices[0]?.subject).toContain('127[.]0[.]0.1');
    expect(notices[0]?.text).toContain(endpoint.id);
    expect(notices[0]?.text).toContain('410');
    // Some put their secrets into the query.
    expect(notices[0]?.text).not.toContain('?a=1');
    expect(JSON.stringify(notices)).not.toContain(endpoint.signingSecret);
  });

  it('that is disabled sends no notice without an alert address', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    receiver.answer({ kind: 'status', status: 410 });
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    await disabledFor(endpoint.id, 'gone');
    expect(await noticesOf(organization.id)).toEqual([]);
  });

  it('that only failed for 5 days is disabled, what waits for it ends, and the alert address hears of it', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    await setAlertAddress(organization.id);
    await context.pool.query(
      `UPDATE webhook_endpoints SET failing_since = now() - interval '121 hours' WHERE id = $1`,
      [endpoint.id],
    );
    receiver.answer({ kind: 'status', status: 500 });
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    await disabledFor(endpoint.id, 'failing');
    await settled(endpoint.id, 'exhausted');
    const [notice, ...more] = await noticesOf(organization.id);
    expect(more).toEqual([]);
    expect(notice?.text).toContain('for 5 days or longer');
  });

  it('that delivered something since it began to fail is not disabled', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    const { publisher } = dispatcher.broker;
    await publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    await settled(endpoint.id, 'delivered');
    // A success that this process has not heard of, of a delivery that waits again because it was replayed.
    await context.pool.query(
      `UPDATE webhook_endpoints SET failing_since = now() - interval '121 hours' WHERE id = $1`,
      [endpoint.id],
    );
    await context.pool.query(
      `UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now() + interval '1 hour' WHERE endpoint_id = $1`,
      [endpoint.id],
    );
    receiver.answer({ kind: 'status', status: 500 });
    const failed = emailEvent({ organization_id: organization.id });
    await publisher.publishEvent(failed);
    const id = webhookDeliveryId(failed.id, endpoint.id);
    await eventually(async () => {
      const { rows } = await context.pool.query('SELECT FROM webhook_attempts WHERE delivery_id = $1', [id]);
      return rows.length > 0;
    });
    const { rows } = await context.pool.query('SELECT status FROM webhook_endpoints WHERE id = $1', [
      endpoint.id,
    ]);
    expect(rows).toEqual([{ status: 'enabled' }]);
  });

  it('that works again is no longer failing', async () => {
    const { organization, endpoint } = await organizationWithEndpoint();
    await context.pool.query(`UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1`, [
      endpoint.id,
    ]);
    await dispatcher.broker.publisher.publishEvent(emailEvent({ organization_id: organization.id }));
    await eventually(async () => {
      const { rows } = await context.pool.query('SELECT * FROM webhook_endpoints WHERE id = $1', [
        endpoint.id,
      ]);
      return rows[0].failing_since === null;
    });
  });
});
