import {
  createEmailEvent,
  createMessage,
  createWebhookEndpoint,
  type WebhookEndpointFixture,
} from '@postrider/testkit';
import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { startConsole, type TestConsole } from '../../test/start-console';
import { describeInBrowser } from '../../test/start-browser';

describeInBrowser('webhooks and suppressions', () => {
  let site: TestConsole;
  let endpoint: WebhookEndpointFixture;
  let deliveryId: string;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    endpoint = await createWebhookEndpoint(pool, { organizationId, url: 'https://hooks.example.com/shop' });
    deliveryId = await failedDelivery();
  });
  afterAll(() => site.close());

  /** As the dispatcher leaves it after its last attempt. */
  async function failedDelivery(): Promise<string> {
    const id = newId();
    const { pool } = site.api.context;
    await pool.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, event_type, status, attempts, created_at)
       VALUES ($1, $2, $3, $4, 'email.bounced', 'exhausted', 1, now())`,
      [id, endpoint.id, site.organizationId, newId()],
    );
    await pool.query(
      `INSERT INTO webhook_attempts (delivery_id, number, at, status, latency_ms, response)
       VALUES ($1, 1, now(), 503, 120, 'database is down')`,
      [id],
    );
    return id;
  }

  it('no page breaks its policy, overflows, or is unusable without eyes', async () => {
    const paths = [
      ...['webhooks', 'webhooks/event-types', `webhooks/${endpoint.id}`],
      `webhooks/${endpoint.id}?delivery=${deliveryId}`,
      ...['suppressions', 'suppressions/imports'],
    ];
    expect(await site.problemsOf(paths)).toEqual([]);
  });

  it('adds an endpoint, whose secret is shown once, changes it and rotates the secret', async () => {
    const { page } = await site.open('webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://hooks.example.com/new');
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = (await page.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole('tab', { name: 'Python' }).click();
    await dialog.getByText('import hashlib').waitFor();
    await expectAccessible(page, 'webhook-secret');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'https://hooks.example.com/new', level: 1 }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Rotate secret');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = (await page.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '';
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await choose('Disable');
    await page.getByRole('alert').getByText('The endpoint is disabled').waitFor();
    await choose('Enable');
    await page.getByRole('alert').getByText('The endpoint is disabled').waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows the attempts of a delivery and sends it again', async () => {
    const { page } = await site.open(`webhooks/${endpoint.id}?status=exhausted`);
    await page.getByRole('button', { name: 'email.bounced' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('database is down').waitFor();
    await expectAccessible(page, 'webhook-delivery');
    expect(new URL(page.url()).searchParams.get('delivery')).toBe(deliveryId);
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await waitForNotice(page, 'The delivery is sent again');
    const { rows } = await site.api.context.pool.query(
      'SELECT status FROM webhook_deliveries WHERE id = $1',
      [deliveryId],
    );
    expect(rows).toEqual([{ status: 'pending' }]);
    await page.close();
  });

  it('shows the request of a webhook that was delivered', async () => {
    const { organizationId } = site;
    const { pool } = site.api.context;
    const message = await createMessage(pool, { organizationId });
    const event = await createEmailEvent(pool, message, { type: 'sent' });
    const id = webhookDeliveryId(event.id, endpoint.id);
    await pool.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, message_id, event_type, status, attempts, created_at)
       VALUES ($1, $2, $3, $4, $5, 'email.sent', 'delivered', 1, now())`,
      [id, endpoint.id, organizationId, event.id, message.id],
    );
    await pool.query(
      `INSERT INTO webhook_attempts (delivery_id, number, at, status, latency_ms, response)
       VALUES ($1, 1, now(), 200, 42, 'thanks')`,
      [id],
    );
    const { page } = await site.open(`webhooks/${endpoint.id}?delivery=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    const headers = await drawer.getByRole('region', { name: 'Request headers' }).textContent();
    expect(headers).toContain(`postrider-delivery-id: ${id}`);
    expect(headers).toContain('postrider-signature: (new at each attempt)');
    const body = await drawer.getByRole('region', { name: 'Request body' }).textContent();
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'email.sent', data: { email_id: message.id } });
    await drawer.getByText('The body was built again from the event').waitFor();
    await drawer.getByText('thanks').waitFor();
    await expectAccessible(page, 'webhook-delivered');
    await page.close();
  });

  it('sends a test of a chosen event and opens its delivery with the body', async () => {
    const { page } = await site.open(`webhooks/${endpoint.id}`);
    await page.getByRole('button', { name: 'Send test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'email.complained' }).click();
    await expectAccessible(page, 'webhook-test');
    await dialog.getByRole('button', { name: 'Send test' }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('There was no attempt yet.').waitFor();
    const body = await drawer.getByRole('region', { name: 'Request body' }).textContent();
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'email.complained', data: { mode: 'test' } });
    await page.close();
  });

  it('sends the selected deliveries again', async () => {
    const ids = [await failedDelivery(), await failedDelivery()];
    const filters = 'status=exhausted&event_type=email.bounced';
    const { page } = await site.open(`webhooks/${endpoint.id}?${filters}`);
    const rows = page.getByRole('row', { name: /email.bounced.*120 ms/ });
    for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
    await expectAccessible(page, 'webhook-selected');
    await page
      .getByRole('toolbar', { name: '2 selected' })
      .getByRole('button', { name: 'Send again' })
      .click();
    await waitForNotice(page, '2 deliveries are sent again');
    const { rows: stored } = await site.api.context.pool.query(
      'SELECT DISTINCT status FROM webhook_deliveries WHERE id = ANY($1)',
      [ids],
    );
    expect(stored).toEqual([{ status: 'pending' }]);
    await page.close();
  });

  it('starts a replay of a period and shows its progress', async () => {
    const { page } = await site.open(`webhooks/${endpoint.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Replay', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start replay' }).click();
    await page.getByText('Replay is running').waitFor();
    await expectAccessible(page, 'webhook-replay');
    await page.close();
  });

  it('suppresses one address at once, several as an import that shows refused rows, and removes them', async () => {
    const { page } = await site.open('suppressions');
    await page.getByRole('button', { name: 'Add addresses' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Addresses').fill('ann@example.com');
    await dialog.getByRole('button', { name: 'Add addresses' }).click();
    await page.getByRole('row', { name: /ann@example.com/ }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add addresses' }).click();
    await dialog.getByLabel('Addresses').fill('bea@example.com\nnot an address\ncleo@example.com');
    await dialog.getByRole('button', { name: 'Add addresses' }).click();
    await page.getByText('Finished').waitFor();
    await page.getByRole('cell', { name: 'not an address' }).waitFor();
    const above = page.getByRole('navigation', { name: 'Breadcrumb' });
    await above.getByRole('link', { name: 'Suppressions' }).click();
    for (const name of [/bea@example.com/, /cleo@example.com/])
      await page.getByRole('row', { name }).getByRole('checkbox').check();
    await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Remove' }).click();
    await dialog.getByLabel('Reason').fill('Wrong list');
    await expectAccessible(page, 'suppressions-remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await waitForNotice(page, '2 suppressions removed');
    await page.getByRole('row', { name: /bea@example.com/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Complaint 0' }).click();
    await page.getByText('No suppressions found').waitFor();
    await page.getByRole('button', { name: 'Manual 1' }).click();
    await page.getByRole('row', { name: /ann@example.com/ }).waitFor();
    const { rows } = await site.api.context.pool.query(
      `SELECT after FROM audit_entries WHERE organization_id = $1 AND action = 'suppression.delete'`,
      [site.organizationId],
    );
    const after = { removal_reason: 'Wrong list' };
    expect(rows).toEqual([{ after }, { after }]);
    await page.getByRole('row', { name: /ann@example.com/ }).waitFor();
    await page.close();
  });
});
