import { createApiKey, createMember, createOrganization } from '@postrider/testkit';
import {
  acceptEmail,
  focusFirstRow,
  openWindow,
  expectAccessible,
  signOut,
  waitForNotice,
} from '../../test/console-session';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

const hostile = '<img src=x onerror="document.title=\'broken\'">';
const html = `<style>h1{color:#b00020}</style><h1 style="margin:0">Order</h1>
<script>document.title = 'broken'</script><img src="https://elsewhere.example/pixel.png" alt="Logo">
<a href="https://elsewhere.example/">Track</a>`;

const paths = [
  ...['start', 'emails', 'api-logs', 'domains', 'api-keys', 'members', 'audit-log', 'usage', 'settings'],
  ...['profile', 'metrics', 'webhooks', 'suppressions', 'templates', 'contacts', 'segments', 'broadcasts'],
  ...['automations', 'deliverability', 'deliverability/google'],
];

describeInBrowser('in a browser', () => {
  let console: TestConsole;
  let origin: string;
  let emailId: string;

  beforeAll(async () => {
    console = await startConsole();
    ({ origin } = console);
    const { api, domain, organizationId } = console;
    const key = await createApiKey(api.context.pool, { organizationId, domainIds: [domain.id] });
    const from = `Shop <orders@${domain.name}>`;
    emailId = await acceptEmail(api, key, { from, to: 'jane@example.com', subject: hostile, html });
    for (const subject of ['Invoice', 'Welcome'])
      await acceptEmail(api, key, { from, to: 'bob@example.com', subject, text: 'Hello' });
    await countWeek();
  });
  afterAll(() => console.close());

  /** A week of mail to three providers, one of which blocks it, and a domain that is on a blocklist. */
  async function countWeek(): Promise<void> {
    const { api, domain, organizationId } = console;
    const { pool } = api.context;
    const blocked = `microsoft\tblock\t550 5.7.1 part of their network is on our block list (S3140) …`;
    await pool.query(
      `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard, complained, delayed, blocked)
       SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date - ago, f.facet, f.key, f.sent, f.sent, f.bounced, f.complained, f.delayed, f.delayed
         FROM generate_series(0, 6) AS ago, (VALUES
              ('provider', 'google', 900, 4, 0, 2), ('provider', 'microsoft', 300, 2, 1, 90), ('provider', 'yahoo', 200, 1, 1, 0),
              ('reply', $3, 0, 0, 0, 90), ('reply', $4, 0, 4, 0, 0)) AS f (facet, key, sent, bounced, complained, delayed)`,
      [organizationId, domain.id, blocked, 'google\trecipient\t550 5.1.1 The email account does not exist.'],
    );
    await pool.query(
      `INSERT INTO blocklist_lookups (list, subject, kind, codes, listed_since)
       VALUES ('multi.uribl.com', $1, 'domain', '{127.0.0.2}', now() - interval '3 days')`,
      [domain.name],
    );
  }

  it('no page breaks its policy, overflows, or is unusable without eyes', async () => {
    const all = [
      ...paths,
      'emails?status=failed',
      'emails?mode=test',
      `emails/${emailId}`,
      `domains/${console.domain.id}`,
    ];
    expect(await console.problemsOf(all)).toEqual([]);
  });

  it('shows what is wrong with deliverability first, then the figures of each provider, of one domain if asked', async () => {
    const { page, problems } = await console.open('deliverability?days=7');
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.getByText('On a blocklist').waitFor();
    expect(await findings.getByRole('listitem').count()).toBe(3);
    expect(await findings.getByRole('link').getAttribute('href')).toBe('https://admin.uribl.com/');
    await findings.getByText('Most frequent reply: 550 5.7.1 part of their network').waitFor();
    const google = page.getByRole('table', { name: 'By mailbox provider' }).getByRole('row').nth(1);
    expect((await google.textContent()) ?? '').toMatch(/^Gmail6,328/);
    const replies = page.getByRole('list', { name: 'Most frequent replies' });
    await replies.getByText('630 times').waitFor();
    await page.getByRole('combobox', { name: 'Sending domain' }).click();
    await page.getByRole('option', { name: console.domain.name }).click();
    await page.waitForURL(/domain=/);
    await findings.getByText('On a blocklist').waitFor();
    await page.setViewportSize({ width: 390, height: 1600 });
    await expectAccessible(page, 'deliverability-domain');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('leads from the sign-in to the page that was asked for', async () => {
    const { page, context } = await openWindow(console.browser);
    await page.goto(`${origin}/console/emails?to=bob%40example.com&mode=live`);
    await page.getByLabel('Email').fill(console.owner.email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('wrong');
    await password.press('Enter');
    await page.getByRole('alert').getByText('is wrong').waitFor();
    await expectAccessible(page, 'signed-in');
    await password.fill(console.password);
    await password.press('Enter');
    await page.getByRole('link', { name: 'bob@example.com' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'jane@example.com' }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('to')).toBe('bob@example.com');
    await context.close();
  });

  it('does not lead to another host after the sign-in', async () => {
    const { page, context } = await openWindow(console.browser);
    for (const next of ['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example']) {
      await context.clearCookies();
      await page.goto(`${origin}/console/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email').fill(console.owner.email);
      await page.getByLabel('Password', { exact: true }).fill(console.password);
      await page.getByLabel('Password', { exact: true }).press('Enter');
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(page.url().startsWith(origin)).toBe(true);
    }
    await context.close();
  });

  it('opens an email and returns to the list with the keyboard alone', async () => {
    const { page } = await console.open('emails');
    await page.getByRole('link', { name: 'jane@example.com' }).waitFor();
    await focusFirstRow(page);
    for (const row of [1, 2]) {
      await page.keyboard.press('j');
      await page.locator(`[data-index="${row}"] a:focus`).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Timeline of jane@example.com' }).getByText('Accepted').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    // Spotlight focuses its field after the transition.
    await page.locator('input:focus[placeholder^="Search"]').waitFor();
    await page.keyboard.type('bob@example.com');
    await page.locator('[data-selected]').getByText('Emails to bob@example.com').waitFor();
    await expectAccessible(page, 'palette');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]to=bob(%40|@)example\.com/);
    await page.close();
  });

  it('shows the content of an email without running or loading any of it', async () => {
    const { page, problems } = await console.open(`emails/${emailId}`);
    const frame = page.frameLocator('iframe[title=Preview]');
    const heading = frame.getByRole('heading', { name: 'Order' });
    await heading.waitFor();
    expect(await frame.locator('script').count()).toBe(0);
    expect(await frame.getByText('Track').getAttribute('href')).toBeNull();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(hostile);
    expect(await page.title()).toBe(`${hostile} · Postrider`);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('creates a key that is shown once and works, and revokes it', async () => {
    const { page } = await console.open('emails');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Backend');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const token = (await page.getByRole('region', { name: 'API key' }).textContent()) ?? '';
    expect(token).toMatch(/^pr_live_/);
    await expectAccessible(page, 'key-created');
    const use = () =>
      fetch(`${console.api.url}/api/v1/keys/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await use()).status).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: 'Backend' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);
    expect((await use()).status).toBe(401);
    await page.close();
  });

  it('invites a person, who registers with the link and sees only what the role allows', async () => {
    const { page } = await console.open('members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
    await dialog.getByLabel('Send the invitation by email').uncheck();
    await expectAccessible(page, 'invite-member');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = (await page.getByRole('region', { name: 'Link' }).textContent()) ?? '';
    const guest = await openWindow(console.browser);
    await guest.page.goto(link);
    await guest.page.getByLabel('Your name').fill('Grace');
    await guest.page.getByLabel('Choose a password').fill('another paper lantern river');
    await guest.page.getByRole('button', { name: 'Create account', exact: true }).click();
    await guest.page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await guest.page.getByRole('link', { name: 'Settings' }).click();
    await guest.page.getByRole('link', { name: 'Members' }).click();
    await guest.page.getByRole('row', { name: /grace@example.com/ }).waitFor();
    expect(await guest.page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    await guest.context.close();
    await page.close();
  });

  it('creates a client organization, changes its plan, pauses it and invites its first owner', async () => {
    const { page, problems } = await console.open('clients');
    await page.getByRole('button', { name: 'Create client' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Globex');
    await dialog.getByLabel('Slug').fill(`globex-${console.organizationId}`);
    await dialog.getByRole('button', { name: 'Create client' }).click();
    expect(await page.getByRole('region', { name: 'API key' }).textContent()).toMatch(/^pr_live_/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page
      .getByRole('row', { name: /Globex/ })
      .getByRole('button', { name: 'Manage' })
      .click();
    await dialog.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'Starter' }).click();
    await dialog.getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('row', { name: /Globex.*starter/ }).waitFor();
    await dialog.getByRole('button', { name: 'Pause sending' }).click();
    const confirm = page.getByRole('dialog', { name: 'Pause sending of Globex?' });
    await confirm.getByRole('button', { name: 'Pause sending' }).click();
    await dialog.getByText('Sending is paused.').waitFor();
    await expectAccessible(page, 'client');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('grace@globex.example');
    await dialog.getByLabel('Send the invitation by email').uncheck();
    await dialog.getByRole('button', { name: 'Invite owner' }).click();
    expect(await page.getByRole('region', { name: 'Link' }).textContent()).toContain('/console/invitation#');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('says that emails of a client under review are held', async () => {
    const { pool } = console.api.context;
    const { id } = await createOrganization(pool, {
      ...{ kind: 'client', name: 'Umbrella', parentOrganizationId: console.organizationId },
    });
    await pool.query('UPDATE organizations SET under_review_at = now() WHERE id = $1', [id]);
    const { page, problems } = await console.open('clients');
    await page
      .getByRole('row', { name: /Umbrella/ })
      .getByRole('button', { name: 'Manage' })
      .click();
    await page.getByText('Live emails are refused and queued emails wait').waitFor();
    expect(await page.getByText('It can send live email.').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('opens a client organization read-only: a banner says so, and a write is refused', async () => {
    const { id, slug } = await createOrganization(console.api.context.pool, {
      ...{ kind: 'client', name: 'Initech', parentOrganizationId: console.organizationId },
    });
    const { page, problems } = await console.open('clients');
    const row = page.getByRole('row', { name: /Initech/ });
    await row.getByRole('button', { name: 'Open read-only' }).click();
    await page.waitForURL((url) => url.searchParams.get('organization') === slug);
    const banner = page.getByText('You are reading Initech, a client organization.');
    await banner.waitFor();
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
    await page.getByText('No domains').first().waitFor();
    expect(await page.getByRole('button', { name: 'Add domain' }).count()).toBe(0);
    const headers = { 'content-type': 'application/json', 'postrider-organization': id };
    const write = JSON.stringify({ method: 'POST', headers, body: '{"name":"evil.example"}' });
    expect(
      await page.evaluate(`fetch('/console/api/v1/domains', ${write}).then(({ status }) => status)`),
    ).toBe(403);
    await expectAccessible(page, 'read-only');
    await page.getByRole('button', { name: 'Close it' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.close();
  });

  it('sets the MTA-STS policy of a domain and lists its records, and turns it off', async () => {
    const { page, problems } = await console.open(`domains/${console.domain.id}`);
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'MTA-STS policy' }) });
    const choose = async (mode: RegExp) => {
      await panel.getByRole('combobox', { name: 'Mode' }).click();
      await page.getByRole('option', { name: mode }).click();
    };
    await choose(/^testing/);
    const servers = panel.getByRole('combobox', { name: 'Mail servers' });
    await servers.fill('mx.shop.example');
    await servers.press('Enter');
    await panel.getByRole('button', { name: 'Save' }).click();
    const policy = await panel.getByRole('region', { name: 'MTA-STS policy' }).textContent();
    expect(policy).toContain('mx: mx.shop.example');
    await page.getByText(`_mta-sts.${console.domain.name}`).first().waitFor();
    await expectAccessible(page, 'mta-sts');
    await choose(/^off/);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`_mta-sts.${console.domain.name}`).first().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.close();
  });

  it('adds a passkey and signs in with it', async () => {
    const { api, organizationId } = console;
    const user = await createMember(api.context.pool, { organizationId });
    const { page, context } = await console.openAs(user, 'profile');
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await waitForNotice(page, 'Passkey added');
    await expectAccessible(page, 'passkey-added');
    await signOut(page, user);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await context.close();
  });

  it('keeps test and live apart, and the mode in the address', async () => {
    const { page } = await console.open('emails');
    await page.getByRole('link', { name: 'jane@example.com' }).waitFor();
    await page.getByText('Test', { exact: true }).click();
    await page.getByText('No test emails yet').waitFor();
    await expectAccessible(page, 'test-mode');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.waitForURL('**/api-keys?mode=test');
    await page.getByText('No test keys').waitFor();
    await page.close();
  });

  it('creates a key with an expiration and a rate, and hides keys that ended', async () => {
    const { organizationId } = console;
    const { pool } = console.api.context;
    const gone = await createApiKey(pool, { organizationId, name: 'Retired', mode: 'live' });
    await pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [gone.id]);
    const { page } = await console.open('api-keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly report');
    await dialog.getByRole('combobox', { name: 'Expiration' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await dialog.getByLabel('Requests per second').fill('20000');
    await dialog.getByText('Limits', { exact: true }).click();
    await dialog.getByLabel('Allowed addresses').fill('203.0.113.7\n2001:db8::/32');
    await dialog.getByLabel('Allowed recipients').fill('example.com');
    await dialog.getByLabel('Templates only').check();
    await dialog.getByLabel('Recipients per day').fill('500');
    await expectAccessible(page, 'key-new');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').getByText('Check the marked fields.').waitFor();
    await dialog.getByText(/^Must be at most/).waitFor();
    await dialog.getByLabel('Requests per second').fill('25');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('row', { name: /Nightly report/ }).waitFor();
    const { rows } = await pool.query(
      `SELECT rate_limit, round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days, allowed_ips,
              allowed_recipients, templates_only, daily_limit
         FROM api_keys WHERE organization_id = $1 AND name = 'Nightly report'`,
      [organizationId],
    );
    expect(rows).toEqual([
      {
        ...{ rate_limit: 25, days: 30, allowed_ips: ['203.0.113.7/32', '2001:db8::/32'] },
        ...{ allowed_recipients: ['example.com'], templates_only: true, daily_limit: 500 },
      },
    ]);
    await page.getByText('From 203.0.113.7/32, 2001:db8::/32 · To example.com').waitFor();
    expect(await page.getByRole('row', { name: /Retired/ }).count()).toBe(0);
    await page.getByRole('switch', { name: 'Show revoked and expired' }).click();
    await page.getByRole('row', { name: /Retired/ }).waitFor();
    await expectAccessible(page, 'keys-ended');
    expect(new URL(page.url()).searchParams.get('ended')).toBe('shown');
    await page.close();
  });

  it('says on each page that sending is paused or under review, to every role', async () => {
    const { pool } = console.api.context;
    const { id: organizationId } = await createOrganization(pool, { kind: 'client' });
    const paused = "sending_paused_at = now(), sending_paused_reason = 'Complaints above 0.3 %'";
    await pool.query(`UPDATE organizations SET ${paused} WHERE id = $1`, [organizationId]);
    const member = await createMember(pool, { organizationId, role: 'viewer' });
    const admin = await createMember(pool, { organizationId, role: 'admin' });
    const seen = await console.openAs(member, 'templates');
    for (const path of ['templates', 'emails?mode=test', 'contacts', 'profile']) {
      await seen.page.goto(`${origin}/console/${path}`);
      await seen.page.getByRole('status').getByText('Sending is paused (Complaints above 0.3 %).').waitFor();
      await seen.page.getByText('An admin can resume it.').waitFor();
    }
    await expectAccessible(seen.page, 'paused-viewer');
    const window = await console.openAs(admin, 'emails', { width: 390 });
    await expectAccessible(window.page, 'paused-phone');
    await window.page.getByRole('link', { name: 'Resume in Settings' }).click();
    await window.page.getByRole('button', { name: 'Resume sending' }).click();
    await window.page.getByText('Sending is paused').waitFor({ state: 'detached' });
    const review = "under_review_at = now(), under_review_reason = 'New sender'";
    await pool.query(`UPDATE organizations SET ${review} WHERE id = $1`, [organizationId]);
    await seen.page.goto(`${origin}/console/usage`);
    await seen.page.getByRole('status').getByText('This organization is under review.').waitFor();
    await expectAccessible(seen.page, 'under-review');
    await Promise.all([seen, window].map(({ context }) => context.close()));
  });
});
