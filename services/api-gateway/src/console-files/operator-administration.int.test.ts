import { findOrganizationId } from '@postrider/operator';
import { createApiKey, createMember } from '@postrider/testkit';
import { keepScreenshot, seriousFindings, waitForNotice } from '../../test/console-session';
import { startConsole, type TestConsole } from '../../test/start-console';
import { describeInBrowser } from '../../test/start-browser';

describeInBrowser('administration by operators', () => {
  let site: TestConsole;

  beforeAll(async () => {
    site = await startConsole({ operatorsNeedSecondFactor: false });
    await site.api.context.pool.query('UPDATE users SET is_operator = true WHERE id = $1', [site.owner.id]);
  });
  afterAll(() => site.close());

  it('adds a source address and a smart host, and removes the smart host', async () => {
    const { page, problems } = await site.open('operator/delivery', { scheme: 'dark' });
    await page.getByRole('button', { name: 'Add address' }).click();
    const source = page.getByRole('dialog', { name: 'Add address' });
    await source.getByRole('textbox', { name: 'Address as receivers see it' }).fill('192.0.2.300');
    await source.getByRole('textbox', { name: 'Name for EHLO' }).fill('out9.flow.test');
    await source.getByRole('button', { name: 'Add address' }).click();
    await source.getByText('address: must be an IPv4 or IPv6 address').waitFor();
    await keepScreenshot(page, 'operator-add-source-dark');
    expect(await seriousFindings(page)).toEqual([]);
    await source.getByRole('textbox', { name: 'Address as receivers see it' }).fill('9.9.9.9');
    await source.getByRole('button', { name: 'Add address' }).click();
    await waitForNotice(page, 'Address added');
    await page
      .getByRole('row')
      .filter({ hasText: 'out9.flow.test' })
      .getByText('0 recipients today')
      .waitFor();

    await page.getByRole('button', { name: 'Add transport' }).click();
    const form = page.getByRole('dialog', { name: 'Add transport' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('office');
    await form.getByRole('textbox', { name: 'Host' }).fill('relay.flow.test');
    await form.getByRole('textbox', { name: 'User name' }).fill('postrider');
    await form.getByLabel('Password, secret access key or API key').fill('correct horse battery');
    await keepScreenshot(page, 'operator-add-transport-dark');
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await waitForNotice(page, 'Transport saved');
    const row = page.getByRole('row').filter({ hasText: 'office' });
    await row.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit office' });
    expect(await edit.getByRole('textbox', { name: 'Host' }).inputValue()).toBe('relay.flow.test');
    await edit.getByRole('combobox', { name: 'Fallback' }).click();
    await page.getByRole('option', { name: 'mx' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: 'mx', exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    const remove = page.getByRole('dialog', { name: 'Remove office?' });
    await remove.getByRole('button', { name: 'Remove' }).click();
    await waitForNotice(page, 'Transport removed');
    await row.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.close();
  });

  it('pauses all sending after a count, resumes it, and drains a queue', async () => {
    const { page, problems } = await site.open('operator/maintenance', { scheme: 'dark' });
    for (const [action, done] of [
      ['Pause all', 'paused'],
      ['Resume all', 'resumed'],
    ] as const) {
      await page.getByRole('button', { name: action }).click();
      const dialog = page.getByRole('dialog', { name: `${action} sending` });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('signing key leaked');
      await dialog.getByRole('button', { name: 'Count' }).click();
      const confirm = dialog.getByRole('button', { name: /^(Pause|Resume) [0-9]+ organization/ });
      await confirm.waitFor();
      await keepScreenshot(page, `operator-${done}-dark`);
      expect(await seriousFindings(page)).toEqual([]);
      await confirm.click();
      await waitForNotice(page, done);
      await dialog.waitFor({ state: 'detached' });
    }
    const row = page
      .getByRole('table', { name: 'Queues of email' })
      .getByRole('row')
      .filter({ hasText: 'Bulk' });
    await row.getByRole('button', { name: 'Drain' }).click();
    const drain = page.getByRole('dialog', { name: 'Drain bulk' });
    await drain.getByRole('textbox', { name: 'Reason' }).fill('new smart host');
    expect(await seriousFindings(page)).toEqual([]);
    await drain.getByRole('button', { name: 'Drain' }).click();
    await row.getByText('Drained').waitFor();
    await keepScreenshot(page, 'operator-drained-dark');
    await row.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog', { name: 'Resume bulk?' }).getByRole('button', { name: 'Resume' }).click();
    await row.getByText('Sending').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('invites a user, and makes one an operator, which the audit log shows', async () => {
    const { pool } = site.api.context;
    const member = await createMember(pool, { organizationId: site.organizationId });
    const { page, problems } = await site.open('operator/users', { scheme: 'dark' });
    await page.getByRole('button', { name: 'Invite user' }).click();
    const form = page.getByRole('dialog', { name: 'Invite user' });
    await form.getByRole('textbox', { name: 'Email address' }).fill('grace@flow.test');
    await form.getByRole('combobox', { name: 'Invite as' }).click();
    await page.getByRole('option', { name: 'operator of the platform' }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Invite user' }).click();
    const link = page.getByRole('dialog', { name: 'Invitation link' });
    await link.getByText('/console/invitation#').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await link.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Actions ${member.email}` }).click();
    await page.getByRole('menuitem', { name: 'Make operator' }).click();
    const confirm = page.getByRole('dialog', { name: `Make ${member.email} an operator?` });
    expect(await seriousFindings(page)).toEqual([]);
    await confirm.getByRole('button', { name: 'Make operator' }).click();
    await waitForNotice(page, 'Operator added');
    await page.getByRole('link', { name: 'Platform audit log' }).click();
    await page.getByRole('button', { name: 'user.set_operator' }).first().click();
    await page.getByRole('dialog', { name: 'user.set_operator' }).getByText(member.id).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('creates an organization, renames it, and revokes a key', async () => {
    const { pool } = site.api.context;
    const { page, problems } = await site.open('operator/organizations');
    await page.getByRole('button', { name: 'Create organization' }).click();
    const form = page.getByRole('dialog', { name: 'Create organization' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Flow Ltd');
    await form.getByRole('textbox', { name: 'Slug' }).fill('flow-ltd');
    await keepScreenshot(page, 'operator-create-organization-light');
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { name: 'Flow Ltd', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename' });
    await rename.getByRole('textbox', { name: 'Name' }).fill('Flow Inc');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Flow Inc', level: 1 }).waitFor();
    const organizationId = await findOrganizationId(pool, 'flow-ltd');
    if (organizationId === null) throw new Error('the organization was not created');
    await createApiKey(pool, { organizationId, name: 'Leaked' });
    await page.reload();
    const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Leaked' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke Leaked?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await row.getByText('Revoked').waitFor();
    await keepScreenshot(page, 'operator-organization-keys-light');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).last().click();
    await page.getByRole('heading', { name: 'All webhooks', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('sets the daily cap of a domain, and holds all due email', async () => {
    const { page, problems } = await site.open('operator/domains', { scheme: 'dark' });
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: /^Sending of / });
    await form.getByRole('textbox', { name: 'Daily cap' }).fill('1234');
    await keepScreenshot(page, 'operator-edit-domain-dark');
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1,234').waitFor();
    await page.getByRole('link', { name: 'Maintenance' }).click();
    await page.getByRole('button', { name: 'Hold all due email' }).click();
    const confirm = page.getByRole('dialog', { name: 'Hold all due email?' });
    await confirm.getByRole('button', { name: 'Hold all due email' }).click();
    await page.getByRole('table', { name: 'Restored backups' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });
});
