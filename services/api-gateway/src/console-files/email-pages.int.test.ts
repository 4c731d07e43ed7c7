import { newId } from '@postrider/contracts/ids';
import { webhookDeliveryId } from '@postrider/contracts/webhooks';
import { deliveryTimeBounds, type Pool } from '@postrider/db';
import {
  createApiKey,
  createInboundEmail,
  createMember,
  createOrganization,
  createWebhookEndpoint,
  insertRow,
  type ApiKeyFixture,
} from '@postrider/testkit';
import {
  acceptEmail,
  downloadOf,
  focusFirstRow,
  openWindow,
  expectAccessible,
  waitForNotice,
  type ConsoleWindow,
} from '../../test/console-session';
import { insertEmail, insertEvent } from '../../test/email-fixture';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('emails in a browser', () => {
  let console: TestConsole;
  let key: ApiKeyFixture;
  let from: string;
  let window: ConsoleWindow;

  beforeAll(async () => {
    console = await startConsole();
    const { api, domain, organizationId } = console;
    key = await createApiKey(api.context.pool, { organizationId, name: 'Shop backend' });
    from = `Shop <orders@${domain.name}>`;
    window = await console.open('emails');
  });
  afterAll(() => console.close());

  const accept = (to: string, more: Readonly<Record<string, unknown>> = {}) =>
    acceptEmail(console.api, key, { from, to, subject: `For ${to}`, text: 'Hello', ...more });

  it('leads with the keyboard alone from the sign-in to the attempt that failed', async () => {
    const { pool } = console.api.context;
    const { organizationId, domain, origin, owner, password } = console;
    const id = await insertEmail(pool, { organizationId, domainId: domain.id, to: ['ada@example.com'] });
    const failedAt = new Date(Date.now() - 60_000);
    const nextAttemptAt = new Date(Date.now() + 300_000);
    await insertRow(pool, 'delivery_attempts', {
      ...{ message_id: id, ordinal: 0, worker_id: newId(), destination: 'mx1.example.com', round: 1 },
      ...{ started_at: failedAt, finished_at: failedAt, result: 'deferred', reply_code: 452 },
      ...{ reply: '452 4.2.2 mailbox full', transport: 'mx', source_address: '192.0.2.7' },
      conversation: 'S: 220 ready\nC: EHLO a.test',
    });
    await insertEvent(pool, {
      ...{ organizationId, emailId: id, type: 'delivery_delayed', at: failedAt },
      ...{ failureClass: 'full', nextAttemptAt },
    });
    const { page, context, problems } = await openWindow(console.browser);
    await page.goto(`${origin}/console/sign-in?next=${encodeURIComponent('/emails?to=ada@example.com')}`);
    await page.getByLabel('Email').focus();
    await page.keyboard.type(owner.email);
    await page.keyboard.press('Tab');
    await page.locator('input[type=password]:focus').waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
    await focusFirstRow(page);
    await page.keyboard.press('Enter');
    const timeline = page.getByRole('list', { name: 'Timeline of ada@example.com' });
    await timeline.getByText('Attempt 1: deferred').waitFor();
    await timeline.getByText('To mx1.example.com from 192.0.2.7 over mx').waitFor();
    await timeline.getByText('452 4.2.2 mailbox full').waitFor();
    await timeline.getByText('For the recipient to fix.').waitFor();
    await timeline.getByText('SMTP conversation').focus();
    await page.keyboard.press('Enter');
    await timeline.getByText('EHLO a.test').waitFor();
    await expectAccessible(page, 'email-attempt');
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/emails\?.*to=ada/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('begins with who accepted an email or why it waits, and how long that usually takes, at any width', async () => {
    const { pool } = console.api.context;
    const { organizationId, domain } = console;
    const deliveredAt = new Date(Date.now() - 60_000);
    const of = { organizationId, domainId: domain.id, to: ['ada@example.com'] };
    const delivered = await insertEmail(pool, { ...of, status: 'delivered' });
    const waiting = await insertEmail(pool, of);
    await pool.query(`UPDATE recipients SET provider = 'google' WHERE message_id = ANY($1)`, [
      [delivered, waiting],
    ]);
    await insertRow(pool, 'delivery_attempts', {
      ...{ message_id: delivered, ordinal: 0, worker_id: newId(), destination: 'mx1.example.com', round: 1 },
      ...{ started_at: new Date(deliveredAt.getTime() - 350), finished_at: deliveredAt, result: 'accepted' },
      ...{ reply_code: 250, reply: '250 2.0.0 OK 1764316800 gsmtp', transport: 'mx' },
    });
    await insertEvent(pool, { organizationId, emailId: delivered, type: 'delivered', at: deliveredAt });
    await insertDeliveries(pool, organizationId);

    const { page, context, problems } = await console.openAs(console.owner, `emails/${delivered}`);
    const state = page.getByRole('region', { name: 'State of the email' });
    await state.getByText('Accepted by Gmail at').waitFor();
    await state.getByText('250 2.0.0 OK 1764316800 gsmtp').waitFor();
    await state.getByText('Usually 1.2 s at Gmail at this hour').waitFor();
    await expectAccessible(page, 'email-delivered');

    // As the engine says it of a provider that has suspended us.
    await page.route(`**/api/v1/emails/${waiting}`, async (route) => {
      const response = await route.fetch();
      const cause = { cause: 'site_suspended', actor: 'none', since: deliveredAt.toISOString() };
      const advice =
        'The receiver limits the sending rate. No action needed: delivery continues more slowly.';
      const next = { next_attempt_at: new Date(Date.now() + 200_000).toISOString() };
      const detail = 'rate: 421 4.7.28 Our system has detected an unusual rate of mail';
      const json = { ...((await response.json()) as object), waiting: { ...cause, ...next, advice, detail } };
      await route.fulfill({ response, json });
    });
    await page.goto(`${console.origin}/console/emails/${waiting}`);
    await state.getByText('Gmail asked us to slow down. Next attempt').waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, `email-waiting-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    expect(problems).toEqual([]);
    // The page polls.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  it('shows the request that sent an email, and sends it again to another address', async () => {
    const { page } = window;
    const id = await accept('again@example.com', { html: '<p>Hi</p>' });
    await page.goto(`${console.origin}/console/emails/${id}`);
    await page.getByRole('link', { name: 'POST /api/v1/emails' }).waitFor();
    await page.getByText('Key: Shop backend').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Another address').check();
    await dialog.getByRole('textbox', { name: 'Address' }).fill('other@example.com');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('list', { name: 'Timeline of other@example.com' }).waitFor();
    await expectAccessible(page, 'email-again');
    expect(page.url()).not.toContain(id);
  });

  it('tries a deferred email now, and warns before it is sent again as another one', async () => {
    const { page } = window;
    const { pool } = console.api.context;
    const { organizationId, domain } = console;
    const hourMs = 3_600_000;
    const [failedAt, dueAt] = [new Date(Date.now() - hourMs), new Date(Date.now() + hourMs)];
    const id = await insertEmail(pool, {
      ...{ organizationId, domainId: domain.id, to: ['ada@example.com'] },
      ...{ firstAttemptAt: failedAt, dueAt },
    });
    await insertEvent(pool, {
      ...{ organizationId, emailId: id, type: 'delivery_delayed', at: failedAt },
      ...{ failureClass: 'full', nextAttemptAt: dueAt },
    });
    await page.goto(`${console.origin}/console/emails/${id}`);
    await page.getByRole('button', { name: 'Try now' }).waitFor();
    await expectAccessible(page, 'email-deferred');
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sending it again makes another email').waitFor();
    await expectAccessible(page, 'email-deferred-again');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Try now' }).click();
    await waitForNotice(page, 'The next attempt is due now');
    const { rows } = await pool.query('SELECT due_at <= now() AS is_due FROM messages WHERE id = $1', [id]);
    expect(rows).toEqual([{ is_due: true }]);

    const deliveredId = await insertEmail(pool, {
      ...{ organizationId, domainId: domain.id, to: ['done@example.com'], status: 'delivered' },
    });
    await page.goto(`${console.origin}/console/emails/${deliveredId}`);
    await page.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('A copy is sent as a new email.').waitFor();
    expect(await dialog.getByText('Sending it again makes another email').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Try now' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('shows that an email is held for review, and leads to its reply and its webhook delivery', async () => {
    const { page } = window;
    const { pool } = console.api.context;
    const { organizationId } = console;
    const id = await accept('held@example.com');
    await insertRow(pool, 'message_reviews', {
      message_id: id,
      organization_id: organizationId,
      status: 'pending',
    });
    await createInboundEmail(pool, { organizationId, emailId: id, from: 'Held <held@example.com>' });
    const endpoint = await createWebhookEndpoint(pool, { organizationId, url: 'https://hooks.example.com/' });
    const eventId = newId();
    await insertRow(pool, 'email_events', {
      ...{ message_id: id, id: eventId, organization_id: organizationId, ordinal: 0, type: 'sent' },
      ...{ recipient: 'held@example.com', identity: eventId, occurred_at: new Date(), mode: 'live' },
    });
    await insertRow(pool, 'webhook_deliveries', {
      ...{ id: webhookDeliveryId(eventId, endpoint.id), endpoint_id: endpoint.id },
      ...{ organization_id: organizationId, event_id: eventId, message_id: id, event_type: 'email.sent' },
      ...{ status: 'delivered', attempts: 1, created_at: new Date() },
    });
    await page.goto(`${console.origin}/console/emails/${id}`);
    const timeline = page.getByRole('list', { name: 'Timeline of held@example.com' });
    await timeline.getByText('Held for review').waitFor();
    await timeline.getByText('Sent once the screening passes or the platform releases it.').waitFor();
    await expectAccessible(page, 'email-held');
    await page.getByRole('link', { name: 'Held <held@example.com>' }).click();
    await page.getByRole('heading', { name: 'Re: Hello', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'email.sent' }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`/webhooks/${endpoint.id}`));
    await page.getByRole('dialog', { name: 'Delivery' }).waitFor();
  });

  it('suppresses a recipient, and removes the suppression', async () => {
    const { page } = window;
    const id = await accept('stop@example.com');
    await page.goto(`${console.origin}/console/emails/${id}`);
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await expectAccessible(page, 'email-suppress');
    await page.getByRole('dialog').getByRole('button', { name: 'Suppress' }).click();
    await page.getByRole('button', { name: 'Remove suppression' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove suppression' }).click();
    await page.getByRole('button', { name: 'Suppress', exact: true }).waitFor();
  });

  it('cancels the selected emails, and says how many were no longer queued', async () => {
    const { page } = window;
    const { pool } = console.api.context;
    const { organizationId, domain } = console;
    const to = ['bulk@example.com'];
    await insertEmail(pool, { organizationId, domainId: domain.id, to, status: 'delivered' });
    for (const [email] of [to, to]) await accept(email ?? '');
    await page.goto(`${console.origin}/console/emails?to=bulk%40example.com`);
    await page.getByRole('link', { name: 'bulk@example.com' }).nth(2).waitFor();
    await page.getByLabel('Select all loaded rows').check();
    await page.getByRole('toolbar', { name: '3 selected' }).getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page, 'emails-cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
    await waitForNotice(page, '2 emails canceled');
    await waitForNotice(page, '1 email was not canceled: no longer queued');
    await page
      .getByRole('row', { name: /Canceled/ })
      .nth(1)
      .waitFor();
  });

  it('sends the selected emails again that failed, bounced or were canceled, after an exact count', async () => {
    const { page } = window;
    await page.goto(`${console.origin}/console/emails?to=bulk%40example.com`);
    await page.getByRole('link', { name: 'bulk@example.com' }).nth(2).waitFor();
    await page.getByLabel('Select all loaded rows').check();
    const selected = page.getByRole('toolbar', { name: '3 selected' });
    await selected.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Emails that match now: 2').waitFor();
    await expectAccessible(page, 'emails-again');
    await dialog.getByRole('button', { name: 'Send 2 emails again' }).click();
    await dialog.getByText('Sent again: 2').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await selected.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'bulk@example.com' }).nth(4).waitFor();
  });

  it('says that an email does not exist', async () => {
    const { page } = window;
    await page.goto(`${console.origin}/console/emails/${newId()}`);
    await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
    await expectAccessible(page, 'email-not-found');
  });

  it('cancels all emails that match, then sends them again as new ones, each after an exact count', async () => {
    const { page } = window;
    for (const name of ['one', 'two']) await accept(`${name}@all.example`, { subject: 'All of these' });
    await page.goto(`${console.origin}/console/emails?subject=All+of+these&status=queued`);
    await page.getByRole('button', { name: 'Cancel all that match' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Emails that match now: 2').waitFor();
    await expectAccessible(page, 'emails-change');
    await dialog.getByRole('button', { name: 'Cancel 2 emails' }).click();
    await dialog.getByText('Canceled: 2').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('No emails found').waitFor();

    await page.goto(`${console.origin}/console/emails?subject=All+of+these&status=canceled`);
    for (const result of ['Sent again: 2', 'Sent again before: 2']) {
      await page.getByRole('button', { name: 'Send all that match again' }).click();
      await dialog.getByRole('button', { name: 'Send 2 emails again' }).click();
      await dialog.getByText(result, { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('exports what the filters show', async () => {
    const { page } = window;
    await accept('export@example.com', { subject: '=1+1' });
    await page.goto(`${console.origin}/console/emails?to=export%40example.com`);
    await page.getByRole('link', { name: 'export@example.com' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    const download = await downloadOf(page, () => page.getByRole('menuitem', { name: 'Export CSV' }).click());
    expect(download.suggestedFilename()).toMatch(/^emails-\d{4}-\d{2}-\d{2}\.csv$/);
    const content = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    expect(content.trim().split('\n')).toHaveLength(2);
    expect(content).toContain("'=1+1");
  });

  it('keeps filters by key and time in the address', async () => {
    const { page } = window;
    await page.goto(`${console.origin}/console/emails`);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'API key' }).click();
    await page.getByRole('option', { name: /Shop backend/ }).click();
    await page.waitForURL(new RegExp(`key=${key.id}`));
    await page.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('button', { name: 'Last hour' }).click();
    await expectAccessible(page, 'emails-filters');
    await page.waitForURL(/since=/);
    await page.getByRole('button', { name: /^Since/ }).waitFor();
    await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  it('sends a first email without a verified domain, and makes a test key only when asked', async () => {
    const { pool } = console.api.context;
    const { id: organizationId } = await createOrganization(pool, { kind: 'internal' });
    const user = await createMember(pool, { organizationId });
    const { page, context, problems } = await console.openAs(user, 'start', { width: 390 });
    await page.getByRole('combobox', { name: 'Your sending domain' }).fill(`first-${organizationId}.example`);
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByRole('list', { name: 'Timeline of ada@example.com' }).getByText('Accepted').waitFor();
    await page.getByText('2 of 5 done').waitFor();
    const keys = () =>
      pool.query<{ days: number; mode: string }>(
        `SELECT mode, round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days
           FROM api_keys WHERE organization_id = $1`,
        [organizationId],
      );
    expect((await keys()).rows).toEqual([]);
    await page.getByRole('button', { name: 'Create a test key for 7 days' }).click();
    await page.getByText('export POSTRIDER_API_KEY=pr_test_').waitFor();
    expect((await keys()).rows).toEqual([{ mode: 'test', days: 7 }]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(page, 'first-email');
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Deliveries to Gmail, of this hour and of the same one yesterday: all took about a second. */
async function insertDeliveries(pool: Pool, organizationId: string): Promise<void> {
  const hourMs = 3_600_000;
  const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
  // This bucket is from 1 to 1.4 seconds.
  const deliveries = deliveryTimeBounds.map((_bound, bucket) => (bucket === 5 ? 100 : 0));
  for (const hours of [0, 1, 24, 25]) {
    const hour = new Date(thisHour - hours * hourMs);
    const of = {
      organization_id: organizationId,
      lane: 'transactional',
      hour,
      provider: 'google',
      deliveries,
    };
    await insertRow(pool, 'delivery_hours', of);
  }
}
