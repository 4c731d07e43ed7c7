import { newId } from '@postrider/contracts/ids';
import { suspendSite } from '@postrider/operator';
import { createDomain, createMessage, createOrganization } from '@postrider/testkit';
import { addFailure } from '../../test/add-failure';
import { addDeadLetters } from '../../test/add-dead-letters';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { startConsole, type TestConsole } from '../../test/start-console';
import { flagMail } from '../../test/flag-mail';
import { describeInBrowser } from '../../test/start-browser';

describeInBrowser('operator pages', () => {
  let site: TestConsole;
  let flagged: string;

  beforeAll(async () => {
    site = await startConsole({ operatorsNeedSecondFactor: false });
    const { pool, amqpUrl } = site.api.context;
    await pool.query('UPDATE users SET is_operator = true WHERE id = $1', [site.owner.id]);
    ({ id: flagged } = await flagMail(pool));
    const jobs = [{ event_ids: Array.from({ length: 5 }, newId) }, { message_id: newId() }];
    await addDeadLetters(amqpUrl, { queue: 'send.test', jobs, prefetch: 1 });
  });
  afterAll(() => site.close());

  it('no page breaks its policy, overflows, or is unusable without eyes', async () => {
    const paths = [
      ...[
        'operator',
        'operator/incident',
        'operator/emails',
        `operator/emails/${flagged}`,
        'operator/mail',
        'operator/mail?state=unconfirmed',
      ],
      ...['operator/reviews', `operator/reviews/${flagged}`],
      ...['operator/dead-letters', 'operator/dead-letters?queue=send.test'],
      ...['operator/organizations', `operator/organizations/${site.organizationId}`],
      `operator/organizations/${site.organizationId}/suppressions`,
      ...['operator/imports', 'operator/people', 'operator/people?email=jane%40x.test'],
      ...[
        'operator/sites',
        'operator/delivery',
        'operator/maintenance',
        'operator/users',
        'operator/audit-log',
        'operator/webhooks',
        'operator/domains',
        'operator/storage',
      ],
    ];
    await site.api.context.pool.query(
      `INSERT INTO source_addresses (id, address, hello_name, pool, warm_up_started_at, reverse_name_error, reverse_name_checked_at)
       VALUES (gen_random_uuid(), '2001:db8::25', 'out25.walk.test', 'vip', now(), 'no PTR record', now())`,
    );
    await suspendSite(site.api.context.pool, {
      ...{ site: 'mx.walk.test', source: '2001:db8::25', reason: 'their maintenance', operator: 'olga' },
      until: null,
    });
    await addFailure(site.api.context.pool, {
      site: 'mx.walk.test',
      reply: '451 4.7.1 too many messages from your network, try again later',
    });
    expect(await site.problemsOf(paths)).toEqual([]);
  });

  /** A message that an operator holds. */
  async function holdMail(): Promise<void> {
    const { organizationId } = site;
    const { pool } = site.api.context;
    const { id: domainId } = await createDomain(pool, { organizationId });
    const { id } = await createMessage(pool, { organizationId, domainId, status: 'queued', finalAt: null });
    await pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
       VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', 'queued', now())`,
      [id, organizationId],
    );
    await pool.query(
      `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
       VALUES ($1, $2, 'restored', 'postrider', now(), now())`,
      [id, organizationId],
    );
  }

  it('counts held email, then fails it', async () => {
    await holdMail();
    const { page, problems } = await site.open('operator');
    await page.getByRole('link', { name: 'Held and failed mail' }).click();
    await page.getByText('jane@x.test').waitFor();
    await page.getByRole('button', { name: 'Fail all that match' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fail emails' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('never again');
    await dialog.getByRole('button', { name: 'Count' }).click();
    const confirm = dialog.getByRole('button', { name: 'Fail 1 email' });
    await confirm.waitFor();
    await expectAccessible(page, 'operator-held');
    await confirm.click();
    await dialog.getByText('Results', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'No email' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('finds email by recipient, and shows its attempts', async () => {
    await addFailure(site.api.context.pool, { site: 'mx.found.test', reply: '451 4.7.1 Greylisted' });
    const { page, problems } = await site.open('operator/emails');
    await page.getByRole('heading', { name: 'Enter an address' }).waitFor();
    await page.getByRole('textbox', { name: 'Recipient, or id of an email' }).fill('jane@x.test');
    const found = page.getByRole('link', { name: 'jane@x.test' }).first();
    await found.waitFor();
    await expectAccessible(page, 'operator-found-email');
    await found.click();
    await page.getByRole('heading', { name: 'Delivery attempts' }).waitFor();
    await page.getByRole('table', { name: 'Recipients' }).getByText('jane@x.test').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('suspends a site that workers do not know yet, and resumes it', async () => {
    const { page, problems } = await site.open('operator/sites?search=flow.test');
    await page.getByRole('heading', { name: 'No sites' }).waitFor();
    await page.getByRole('button', { name: 'Suspend a site' }).click();
    const suspend = page.getByRole('dialog', { name: 'Suspend a site' });
    await suspend.getByRole('textbox', { name: 'Site' }).fill('flow.test');
    await suspend.getByRole('textbox', { name: 'Reason' }).fill('their maintenance');
    await expectAccessible(page, 'operator-suspend');
    await suspend.getByRole('button', { name: 'Suspend', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'flow.test' });
    await row.getByText('Suspended').waitFor();
    await row.getByText(`their maintenance (${site.owner.email})`).waitFor();
    await row.getByRole('button', { name: 'Resume' }).click();
    await page
      .getByRole('dialog', { name: 'Resume flow.test?' })
      .getByRole('button', { name: 'Resume' })
      .click();
    await waitForNotice(page, 'Resumed: 0 messages are due');
    await page.getByRole('heading', { name: 'No sites' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('counts dead letters, then redrives them', async () => {
    const { page, problems } = await site.open('operator/dead-letters');
    await page.getByRole('link', { name: 'send.test' }).click();
    await page.getByRole('button', { name: 'Redrive' }).click();
    const confirm = page.getByRole('button', { name: 'Redrive 2 dead letters' });
    await confirm.waitFor();
    await expectAccessible(page, 'operator-redrive');
    await confirm.click();
    await waitForNotice(page, '2 dead letters redriven');
    await page.getByText('This queue has no dead letters.').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('warns that discarding is final, then deletes the counted dead letters for a reason', async () => {
    const jobs = [{ message_id: newId() }, { message_id: newId() }, { message_id: newId() }];
    await addDeadLetters(site.api.context.amqpUrl, { queue: 'send.bulk', jobs, prefetch: 1 });
    const { page, problems } = await site.open('operator/dead-letters?queue=send.bulk');
    await page.getByRole('button', { name: 'Discard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard dead letters of send.bulk' });
    await dialog.getByText('Discarding is final').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete 3 dead letters' });
    await confirm.waitFor();
    await expectAccessible(page, 'operator-discard');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('version 12 was rolled back');
    await confirm.click();
    await waitForNotice(page, '3 dead letters deleted');
    await page.getByText('This queue has no dead letters.').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows a held email in a frame without scripts, and releases it', async () => {
    const { page, problems } = await site.open('operator/reviews');
    await page.getByRole('link', { name: 'Hello' }).click();
    await page.frameLocator('iframe[sandbox=allow-same-origin]').getByText('Hello').waitFor();
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await waitForNotice(page, 'Email released');
    await page.getByRole('definition').getByText('Released').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('approves an organization, with the number of held emails that become due', async () => {
    const { organizationId } = await flagMail(site.api.context.pool);
    const { page, problems } = await site.open(`operator/organizations/${organizationId}`);
    await page.getByRole('button', { name: 'Lift review' }).click();
    const lift = page.getByRole('dialog', { name: 'Lift the review?' });
    await lift.getByText('1 email held for screening or review stays held.').waitFor();
    await lift.getByRole('button', { name: 'Lift review' }).click();
    await waitForNotice(page, 'Review lifted');
    await page.getByRole('button', { name: 'Approve' }).click();
    const approve = page.getByRole('dialog', { name: 'Approve this organization?' });
    await approve.getByText('1 email held for screening or review becomes due').waitFor();
    await expectAccessible(page, 'operator-approve');
    await approve.getByRole('button', { name: 'Approve' }).click();
    await waitForNotice(page, 'Organization approved');
    await approve.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows what failed in the last hour, and leads to the page of the site', async () => {
    await addFailure(site.api.context.pool, { site: 'mx.fail.test', reply: '451 4.7.0 queue id A1B2C3D4E5' });
    const { page, problems } = await site.open('operator/incident');
    const row = page.getByRole('table', { name: 'Most deferred and failed' }).getByRole('row');
    await row.filter({ hasText: 'mx.fail.test' }).getByText('busy: 451 4.7.0 queue id …').waitFor();
    await page.getByText('Figures as a table').click();
    await expectAccessible(page, 'operator-incident-failing');
    await row.getByRole('link', { name: 'mx.fail.test' }).click();
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('changes the plan of an organization, and pauses its sending', async () => {
    const { slug, name } = await createOrganization(site.api.context.pool, { kind: 'client', plan: 'free' });
    const { page, problems } = await site.open(`operator/organizations?search=${slug}`);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Change plan' }).click();
    const plan = page.getByRole('dialog', { name: 'Change plan' });
    await plan.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'scale' }).click();
    await plan.getByRole('button', { name: 'Change plan' }).click();
    await plan.waitFor({ state: 'detached' });
    await page.getByRole('definition').getByText('scale', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause sending' }).click();
    const pause = page.getByRole('dialog', { name: 'Pause sending' });
    await pause.getByRole('textbox', { name: 'Reason' }).fill('unpaid invoice');
    await expectAccessible(page, 'operator-paused');
    await pause.getByRole('button', { name: 'Pause sending' }).click();
    await page.getByText('unpaid invoice', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume sending' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
