import type { Locator, Page } from 'playwright-core';
import { newId } from '@postrider/contracts/ids';
import { contactActivityPasses, fillContactActivity } from '@postrider/db';
import { systemClock } from '@postrider/runtime';
import {
  createApiKey,
  createDomain,
  insertRow,
  type ApiKeyFixture,
  type DomainFixture,
} from '@postrider/testkit';
import { downloadOf, expectAccessible, waitForNotice } from '../../test/console-session';
import { startConsole, type TestConsole } from '../../test/start-console';
import { describeInBrowser, waitUntil } from '../../test/start-browser';

describeInBrowser('templates, contacts and broadcasts', () => {
  let site: TestConsole;
  let domain: DomainFixture;
  let key: ApiKeyFixture;
  const ids = {
    ...{ template: '', contact: '', segment: '', form: '', broadcast: '', automation: '', report: '' },
  };

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    await pool.query(`UPDATE organizations SET postal_address = 'Street 1, Town' WHERE id = $1`, [
      organizationId,
    ]);
    domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    await post('/topics', { slug: 'news', name: 'News', archive: true });
    const from = `News <news@${domain.name}>`;
    ids.contact = await post('/contacts', {
      email: 'ann@example.com',
      properties: { city: 'London' },
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
    ids.segment = await post('/segments', {
      name: 'London',
      filter: { all: [{ any: [{ property: 'city', op: 'eq', value: 'London' }] }] },
    });
    ids.template = await post('/templates', { slug: 'welcome', name: 'Welcome', subject: 'Hi', text: 'Hi' });
    await post('/templates/welcome/publish', {});
    await site.api.send('/templates/welcome', { method: 'PATCH', key, body: { text: 'Hello' } });
    ids.form = await post('/signup-forms', { name: 'Website', from, topics: ['news'] });
    ids.broadcast = await post('/broadcasts', {
      ...{ name: 'March', segment_id: ids.segment, topic: 'news', from },
      ...{ subject: 'News in March', html: '<p>Hello</p>' },
    });
    ids.report = await sentBroadcast(from);
    ids.automation = await post('/automations', {
      name: 'Welcome series',
      trigger: { event: 'user.signed_up' },
      steps: [
        { type: 'send', from, subject: 'Hello', text: 'Hello' },
        { type: 'wait_until', event: 'order.paid', timeout: '3d' },
        {
          type: 'condition',
          if: { all: [{ waited: 'timeout' }] },
          then: [{ type: 'send', from, subject: 'Still there?', text: 'Hello' }],
        },
      ],
    });
    await post('/events', { event: 'user.signed_up', contact_id: ids.contact });
    await pool.query(
      `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard,
         bounced_soft, complained, opened, clicked, unsubscribed, delayed, blocked)
       SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date - ago, 'total', '', 90 + ago, 90 + ago, 2, 1, 0, 40, 10, 1, 0, 0
       FROM generate_series(0, 20) AS ago`,
      [organizationId, domain.id],
    );
  });
  afterAll(() => site.close());

  /** One that Ann got, opened and clicked. */
  async function sentBroadcast(from: string): Promise<string> {
    const { organizationId } = site;
    const { pool } = site.api.context;
    const id = await post('/broadcasts', {
      ...{ name: 'February', segment_id: ids.segment, topic: 'news', from, subject: 'News', text: 'Hello' },
    });
    const counts = { sent: 1, delivered: 1, opened: 1, clicked: 1 };
    const of = { broadcast_id: id, organization_id: organizationId };
    const [messageId, url] = [newId(), 'https://shop.test/february'];
    const abTest = { variants: [{}, { subject: 'More' }], percent: 50, waitMinutes: 60, metric: 'click' };
    await pool.query(
      `UPDATE broadcasts SET status = 'sent', started_at = now(), finished_at = now(), recipients = 1, submitted = 1,
         track_opens = true, track_clicks = true, ab_test = $2 WHERE id = $1`,
      [id, JSON.stringify(abTest)],
    );
    await insertRow(pool, 'broadcast_recipients', {
      ...{ ...of, contact_id: ids.contact, message_id: messageId, outcome: 'submitted', variant: 0 },
    });
    for (const type of ['opened', 'clicked']) {
      await insertRow(pool, 'email_events', {
        ...{ message_id: messageId, id: newId(), organization_id: organizationId, ordinal: 0, mode: 'live' },
        ...{ recipient: 'ann@example.com', type, identity: type, occurred_at: new Date() },
      });
    }
    await insertRow(pool, 'broadcast_counters', { ...of, variant: 0, ...counts });
    await insertRow(pool, 'broadcast_hours', { ...of, hour: new Date('2026-02-01T10:00:00Z'), ...counts });
    await insertRow(pool, 'broadcast_links', {
      ...{ ...of, variant: 0, url_digest: newId(), url, clicks: 3, unique_clicks: 1 },
    });
    return id;
  }

  async function post(path: string, body: unknown): Promise<string> {
    const answer = await site.api.post<{ id: string }>(path, key, body);
    expect([path, answer.refusal]).toEqual([path, null]);
    return answer.body.id;
  }

  async function choose(page: Page, field: Locator, option: string): Promise<void> {
    await field.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Replaces what is in a code editor. */
  async function write(page: Page, editor: Locator, text: string): Promise<void> {
    await editor.click();
    await page.locator('.cm-focused').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  it('no page breaks its policy, overflows, or is unusable without eyes', async () => {
    const paths = [
      ...['templates', `templates/${ids.template}`, `templates/${ids.template}/versions?version=1`],
      ...['contacts', `contacts/${ids.contact}`],
      ...['contacts/import', 'contacts/imports', 'segments', 'segments/new', `segments/${ids.segment}`],
      ...['topics', 'signup-forms', `signup-forms/${ids.form}`, 'broadcasts', 'broadcasts/new'],
      ...['content', 'audience', 'test', 'review'].map((step) => `broadcasts/${ids.broadcast}?step=${step}`),
      ...[`broadcasts/${ids.report}`, `broadcasts/${ids.report}?clicked=true`, 'broadcasts?view=calendar'],
      ...[
        'automations',
        `automations/${ids.automation}`,
        `automations/${ids.automation}/versions?version=1`,
        'overview',
        'metrics?facet=provider',
        'clients',
      ],
      'settings/branding',
    ];
    expect(await site.problemsOf(paths)).toEqual([]);
  });

  it('shows which automations and broadcasts use a template, also before it is archived', async () => {
    const from = `News <news@${domain.name}>`;
    await post('/automations', {
      ...{ name: 'Winter series', trigger: { event: 'winter' } },
      steps: [{ type: 'send', from, template: { slug: 'welcome' } }],
    });
    const { page } = await site.open(`templates/${ids.template}`);
    await page
      .getByRole('region', { name: 'Used by' })
      .getByRole('link', { name: 'Winter series' })
      .waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expectAccessible(page, 'template-archive');
    await page.getByRole('dialog').getByRole('link', { name: 'Winter series' }).click();
    await page.getByRole('heading', { name: 'Winter series', level: 1 }).waitFor();
    await page.close();
  });

  it('creates a template from a starter, edits it, previews it with sample data and publishes it', async () => {
    const { page, problems } = await site.open('templates');
    await page.getByRole('button', { name: 'Create template' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Receipt').check();
    await expectAccessible(page, 'template-create');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { name: 'Receipt', level: 1 }).waitFor();
    const preview = page.frameLocator('iframe[title=Preview]');
    await preview.getByRole('heading', { name: 'Thank you, name' }).waitFor();
    const editor = page.getByRole('textbox', { name: 'HTML' });
    await write(page, editor, '<h1>Paid by {{ name }}</h1>');
    await preview.getByRole('heading', { name: 'Paid by name' }).waitFor();
    await expectAccessible(page, 'template-edit');
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1').waitFor();

    await write(page, editor, '<h1>Bought by {{ name }}</h1>');
    await preview.getByRole('heading', { name: 'Bought by name' }).waitFor();
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    const versions = page.getByRole('table', { name: 'Versions' });
    await versions.getByText('Ada (user)').waitFor();
    await versions.getByRole('link', { name: 'Version 1' }).click();
    await page.getByRole('heading', { name: 'Changes from version 1 to the draft' }).waitFor();
    const difference = page.getByRole('textbox', { name: 'HTML' });
    await difference.locator('.cm-deletedChunk').getByText('<h1>Paid by {{ name }}</h1>').waitFor();
    await difference.locator('.cm-line').getByText('<h1>Bought by {{ name }}</h1>').waitFor();
    await expectAccessible(page, 'template-difference');
    await page.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('All changes saved').waitFor();
    await preview.getByRole('heading', { name: 'Paid by name' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('imports contacts: columns, check, progress and refused rows', async () => {
    const { page } = await site.open('contacts/import');
    const csv =
      'E-Mail,Ort\nbob@example.com,Paris\nno address,Rome\ncarl@example.com,Oslo\ncarl@example.com,Bonn\n';
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'CSV file' }).click();
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('cell', { name: 'Paris, Rome, Oslo' }).waitFor();
    await page.getByRole('row', { name: /^Subscribed 3/ }).waitFor();
    await page.getByRole('combobox', { name: 'Read as: Ort' }).click();
    await page.getByRole('option', { name: 'Property', exact: true }).click();
    await page.getByLabel('Source of the consent').fill('Fair');
    await expectAccessible(page, 'import-columns');
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.getByText('Finished').waitFor();
    await page.getByRole('cell', { name: 'no address' }).waitFor();
    await expectAccessible(page, 'import-finished');
    await page.getByRole('link', { name: 'View contacts' }).click();
    await page.getByRole('link', { name: 'bob@example.com' }).click();
    await page.getByRole('definition').getByText('Paris').waitFor();
    await page.close();
  });

  it('adds a contact, subscribes it to a topic, and shows that in its history, then erases it', async () => {
    const { page } = await site.open('contacts');
    await page.getByRole('link', { name: 'ann@example.com' }).waitFor();
    const dialog = page.getByRole('dialog');
    const email = dialog.getByRole('textbox', { name: 'Email' });
    await page.getByRole('button', { name: 'Add contact' }).first().click();
    await email.fill('dora@localhost');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page, 'contact-refused');
    await email.fill('dora@example.com');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await page.getByRole('heading', { name: 'dora@example.com', level: 1 }).waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Add a topic' }), 'News');
    await page.getByRole('switch', { name: 'News' }).waitFor();
    for (const name of ['Timeline', 'Consent history'])
      await page.getByRole('list', { name }).getByText('News: Subscribed').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('button', { name: 'Add property' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('plan');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('pro');
    await expectAccessible(page, 'contact-edit');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('definition').getByText('pro', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase person' }).click();
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt of the erasure' });
    await receipt.getByText(/^sha256:/).waitFor();
    await expectAccessible(page, 'erasure-receipt');
    await receipt.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'ann@example.com' }).waitFor();
    expect(await page.getByText('dora@example.com').count()).toBe(0);
    await page.close();
  });

  it('creates a segment whose conditions read as a sentence, and lists its contacts', async () => {
    const { pool } = site.api.context;
    const { page } = await site.open('segments/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Londoners');
    const all = page.getByRole('group', { name: 'Contacts that meet all of these conditions' });
    await all.getByRole('button', { name: 'Add condition' }).click();
    await all.getByRole('combobox', { name: 'Condition' }).last().click();
    await page.getByRole('option', { name: 'Property' }).click();
    await all.getByRole('combobox', { name: 'Property' }).fill('city');
    await all.getByRole('combobox', { name: 'Value' }).fill('London');
    await all.getByRole('button', { name: 'Add condition' }).click();
    await all.getByRole('combobox', { name: 'Condition' }).last().click();
    await page.getByRole('option', { name: 'Activity' }).click();
    await page.getByText('“London” and opened an email in the last 30 days.').waitFor();
    await page.getByText('stored emails are still being read').waitFor();
    await fillContactActivity({ pool, clock: systemClock }, contactActivityPasses[0]);
    await page.getByText('Contacts that match: 0').waitFor();
    await all.getByRole('combobox', { name: 'Comparison' }).last().click();
    await page.getByRole('option', { name: 'did not open an email' }).click();
    await all.getByRole('textbox', { name: 'Days' }).fill('1');
    const sentence =
      'status is subscribed and “city” is exactly “London” and did not open an email in the last day.';
    await page.getByText(sentence).waitFor();
    await page.getByText('Contacts that match: 1').waitFor();
    await expectAccessible(page, 'segment-edit');
    await page.getByText('ann@example.com').waitFor();
    await page.getByRole('button', { name: 'Save segment' }).click();
    await page.getByRole('heading', { name: 'Londoners', level: 1 }).waitFor();
    await page.getByText('Contacts that match: 1').waitFor();
    await page.getByRole('link', { name: 'ann@example.com' }).click();
    const received = page.getByText('Last received', { exact: true }).locator('..');
    await received.getByText('Never').waitFor();
    await page.close();
  });

  it('sends a broadcast only after the number of contacts was typed', async () => {
    const { page } = await site.open(`broadcasts/${ids.broadcast}`);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/send')) sent.push(request.method());
    });
    await page.getByRole('textbox', { name: 'Subject' }).fill('News in April');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByText('Contacts in this segment now: 1').waitFor();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.frameLocator('iframe[title=Preview]').getByText('Hello').waitFor();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('group', { name: 'In the inbox' }).getByText('News in April').waitFor();
    await page.getByRole('status', { name: 'Recipients' }).getByText('1', { exact: true }).waitFor();
    await page.getByRole('definition').getByText('Up to a minute').waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Confirmation').fill('2');
    await expectAccessible(page, 'broadcast-confirm');
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await dialog.getByLabel('Confirmation').fill('1');
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await waitForNotice(page, 'The broadcast is being sent');
    const { rows } = await site.api.context.pool.query('SELECT status FROM broadcasts WHERE id = $1', [
      ids.broadcast,
    ]);
    expect([sent, rows]).toEqual([['POST'], [{ status: 'scheduled' }]]);
    await page.close();
  });

  it('pauses a broadcast, shows since when, and resumes it', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.broadcast}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await waitForNotice(page, 'Broadcast paused');
    await page.getByRole('status', { name: 'Paused' }).waitFor();
    await expectAccessible(page, 'broadcast-paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await waitForNotice(page, 'Broadcast resumed');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('reports links and counts over time, and saves and exports the recipients who clicked', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.report}`);
    const link = page.getByRole('table', { name: 'Links' }).getByRole('row').nth(1);
    await link.waitFor();
    expect(await link.getByRole('cell').allTextContents()).toEqual([
      ...['https://shop.test/february', '1', '1', '0', '3', '100%'],
    ]);
    await page.getByRole('definition').getByRole('link', { name: 'London', exact: true }).waitFor();
    await page.getByText('Show the figures as a table').click();
    await expectAccessible(page, 'broadcast-figures');
    const figures = page.getByRole('table', { name: 'Over time' }).getByRole('row').nth(1);
    await figures.waitFor();
    expect((await figures.getByRole('cell').allTextContents()).slice(1)).toEqual(['1', '1', '1']);
    await page.getByRole('group', { name: 'Opened' }).getByText('100%').waitFor();
    await page.getByRole('tab', { name: 'Recipients' }).click();
    await page.getByRole('combobox', { name: 'Clicked' }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await page.waitForURL(/clicked=true/);
    await page.getByRole('table', { name: 'Recipients' }).getByText('Opened, Clicked').waitFor();
    const download = await downloadOf(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
    expect(download.suggestedFilename()).toBe(`broadcast-${ids.report}-recipients.csv`);
    await page.getByRole('button', { name: 'Save as segment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save as segment' }).click();
    await page.getByRole('heading', { name: 'February: Clicked', level: 1 }).waitFor();
    await page.getByText('Contacts that match: 1').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows the steps of an automation, cancels its runs and pauses it', async () => {
    const { page } = await site.open('automations');
    await page.getByRole('link', { name: 'Welcome series' }).click();
    await page.getByRole('list', { name: 'If yes' }).getByText('“Still there?”').waitFor();
    await page.getByRole('button', { name: 'Try with a contact' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Contact: id or address').fill('ann@example.com');
    await dialog.getByRole('button', { name: 'Show path' }).click();
    const path = dialog.getByRole('status', { name: 'Path' });
    await path.getByText('the wait timed out: met').waitFor();
    await path.getByText('“Still there?”').waitFor();
    await expectAccessible(page, 'automation-path');
    await page.keyboard.press('Escape');
    const runs = page.getByRole('table', { name: 'Runs' });
    await runs.getByRole('row', { name: /ann@example\.com.*Running/ }).waitFor();
    await runs.getByRole('checkbox', { name: 'Select row' }).check();
    await page.getByRole('button', { name: 'Cancel runs' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel runs' }).click();
    await runs.getByText('Canceled').waitFor();
    const first = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first();
    await first.getByText('Waiting0Passed0Canceled1').waitFor();
    await post('/events', { event: 'user.signed_up', email: 'bob@example.com' });
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const cancel = page.getByRole('dialog');
    await choose(page, cancel.getByRole('combobox', { name: 'Step' }), '2: Wait until');
    await cancel.getByText('0 runs are active').waitFor();
    await expectAccessible(page, 'automation-cancel');
    await choose(page, cancel.getByRole('combobox', { name: 'Step' }), '1: Send email');
    await choose(page, cancel.getByRole('combobox', { name: 'Version' }), '1');
    await cancel.getByRole('button', { name: 'Cancel 1 run' }).click();
    await waitForNotice(page, 'Runs canceled');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
    await page.close();
  });

  it('refuses steps that the API refuses, naming the place, and publishes the others as a new version', async () => {
    const { page } = await site.open(`automations/${ids.automation}`);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'Trigger and steps as JSON' });
    const steps = (url: string) =>
      JSON.stringify({ trigger: { event: 'user.signed_up' }, steps: [{ type: 'webhook', url }] });
    await write(page, editor, steps('https://127.0.0.1/hook'));
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('alert').getByText('steps[0].url').waitFor();
    await expectAccessible(page, 'automation-refused');
    await page.getByRole('tab', { name: 'JSON' }).click();
    await write(
      page,
      editor,
      JSON.stringify({ trigger: { event: 'user.signed_up' }, steps: [{ type: 'wait', duration: '2h' }] }),
    );
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Version 2').waitFor();
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByRole('button', { name: '1 Wait 2 hours' }).waitFor();
    await page.close();
  });

  it('shows the figures of a period in charts and in a table, and compares them with the period before', async () => {
    const { page, problems } = await site.open('metrics?days=7');
    await page.getByText('less than in the period before').waitFor();
    await page.locator('.recharts-surface').nth(2).waitFor();
    await expectAccessible(page, 'metrics-compared');
    const rows = page.getByRole('table').getByRole('row');
    await rows.nth(7).waitFor();
    expect(await rows.count()).toBe(8);
    const download = await downloadOf(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
    expect(download.suggestedFilename()).toBe('metrics.csv');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows open alerts and notices on the overview, and makes a rule stricter in the settings', async () => {
    const { organizationId } = site;
    const { pool } = site.api.context;
    const ruleId = newId();
    await insertRow(pool, 'alert_rules', {
      ...{ id: ruleId, organization_id: organizationId, kind: 'bounce', warn_rate: 0.02, pause_rate: 0.05 },
      ...{ minimum: 100, window_minutes: 2_880, updated_at: new Date() },
    });
    await insertRow(pool, 'alerts', {
      ...{ id: newId(), organization_id: organizationId, rule_id: ruleId, level: 'warn', value: 0.031 },
      opened_at: new Date(),
    });
    await insertRow(pool, 'notices', {
      ...{ id: newId(), organization_id: organizationId, kind: 'alert_bounce', identity: newId() },
      ...{ recipient: 'ops@acme.example', subject: 'Bounces rise', text: 'Look at your lists.' },
    });
    // As low as a small laptop's: the navigation does not fit.
    const { page, problems } = await site.open('overview', { height: 480 });
    await page.getByRole('list', { name: 'Open alerts' }).getByText('Bounce rate: 3.1%').waitFor();
    // Of 651 recipients that were sent and 21 that were refused at once.
    await page.getByRole('link', { name: '96.88%' }).waitFor();
    await page.getByRole('link', { name: '3.13%' }).waitFor();
    // No rule is about complaints.
    await page.getByText('Warning at').first().waitFor();
    expect(await page.getByText('Warning at').allTextContents()).toEqual(['Warning at 2%, pause at 5%']);
    await page.getByRole('button', { name: /Bounces rise/ }).click();
    await page.getByText('Look at your lists.').waitFor();
    await page.goto(`${site.origin}/console/settings`);
    // The link of the page that is open has been scrolled to.
    const isInView = `[...document.querySelectorAll('nav [aria-current=page]')].some((link) => {
      const { left, top, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(left + 8, top + height / 2));
    })`;
    await waitUntil(page, isInView);
    await page.getByRole('button', { name: 'Edit bounce rate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pause at (percent)').fill('6');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('at most 0.05').waitFor();
    await expectAccessible(page, 'alert-rule-refused');
    await dialog.getByLabel('Pause at (percent)').fill('4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Bounce rate 2% 4%/ }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
