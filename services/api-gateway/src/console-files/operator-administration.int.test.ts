import { newId } from '@postrider/contracts/ids';
import { createApiKey, createMember, createOrganization, insertRow } from '@postrider/testkit';
import { expectAccessible, waitForNotice } from '../../test/console-session';
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
    const { page, problems } = await site.open('operator/delivery');
    await page.getByRole('button', { name: 'Add address' }).click();
    const source = page.getByRole('dialog', { name: 'Add address' });
    await source.getByRole('textbox', { name: 'Address as receivers see it' }).fill('192.0.2.300');
    await source.getByRole('textbox', { name: 'Name for EHLO' }).fill('out9.flow.test');
    await source.getByRole('button', { name: 'Add address' }).click();
    await source.getByText('Must be an IPv4 or IPv6 address.').waitFor();
    await expectAccessible(page, 'operator-add-source');
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
    await expectAccessible(page, 'operator-add-transport');
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
    const { page, problems } = await site.open('operator/maintenance');
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
      await expectAccessible(page, `operator-${done}`);
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
    await expectAccessible(page, 'operator-drain');
    await drain.getByRole('button', { name: 'Drain' }).click();
    await row.getByText('Drained').waitFor();
    await expectAccessible(page, 'operator-drained');
    await row.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog', { name: 'Resume bulk?' }).getByRole('button', { name: 'Resume' }).click();
    await row.getByText('Sending').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('invites a user, and makes one an operator, which the audit log shows', async () => {
    const { pool } = site.api.context;
    const member = await createMember(pool, { organizationId: site.organizationId });
    const { page, problems } = await site.open('operator/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const form = page.getByRole('dialog', { name: 'Invite user' });
    await form.getByRole('textbox', { name: 'Email address' }).fill('grace@flow.test');
    await form.getByRole('combobox', { name: 'Invite as' }).click();
    await page.getByRole('option', { name: 'operator of the platform' }).click();
    await expectAccessible(page, 'operator-invite');
    await form.getByRole('button', { name: 'Invite user' }).click();
    const link = page.getByRole('dialog', { name: 'Invitation link' });
    await link.getByText('/console/invitation#').waitFor();
    await expectAccessible(page, 'operator-invitation-link');
    await link.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Actions ${member.email}` }).click();
    await page.getByRole('menuitem', { name: 'Make operator' }).click();
    const confirm = page.getByRole('dialog', { name: `Make ${member.email} an operator?` });
    await expectAccessible(page, 'operator-make-operator');
    await confirm.getByRole('button', { name: 'Make operator' }).click();
    await waitForNotice(page, 'Operator added');
    await page.getByRole('link', { name: 'Audit log' }).click();
    const made = `made the user ${member.email} an operator`;
    await page.getByRole('button', { name: made }).first().click();
    await page.getByRole('dialog', { name: made }).getByText(member.id).waitFor();
    await expectAccessible(page, 'operator-audit-entry');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('creates an organization, renames it, and creates and revokes a key after the password was asked', async () => {
    const { pool } = site.api.context;
    const { page, problems } = await site.open('operator/organizations');
    await page.getByRole('button', { name: 'Create organization' }).click();
    const form = page.getByRole('dialog', { name: 'Create organization' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Flow Ltd');
    await form.getByRole('textbox', { name: 'Slug' }).fill('flow-ltd');
    await expectAccessible(page, 'operator-create-organization');
    await form.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { name: 'Flow Ltd', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename' });
    await rename.getByRole('textbox', { name: 'Name' }).fill('Flow Inc');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Flow Inc', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = page.getByRole('dialog', { name: 'Create API key' });
    await key.getByRole('textbox', { name: 'Name' }).fill('Leaked');
    await expectAccessible(page, 'operator-create-key');
    await pool.query(
      `UPDATE user_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [site.owner.id],
    );
    await key.getByRole('button', { name: 'Create API key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(site.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('region', { name: 'Token' }).getByText('pr_live_').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: 'Leaked' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke Leaked?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await row.getByText('Revoked').waitFor();
    await expectAccessible(page, 'operator-organization-keys');
    await page.getByRole('link', { name: 'Webhooks', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it('sets the daily cap of a domain, and holds all due email', async () => {
    const { page, problems } = await site.open('operator/domains');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: /^Sending of / });
    await form.getByRole('textbox', { name: 'Daily cap' }).fill('1234');
    await expectAccessible(page, 'operator-edit-domain');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1,234').waitFor();
    await page.getByRole('link', { name: 'Maintenance' }).click();
    await page.getByRole('button', { name: 'Hold all due email' }).click();
    const confirm = page.getByRole('dialog', { name: 'Hold all due email?' });
    await confirm.getByRole('button', { name: 'Hold all due email' }).click();
    await page.getByRole('table', { name: 'Restored backups' }).waitFor();
    await expectAccessible(page, 'operator-restored');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('removes a suppression of an organization, and erases a person in all organizations', async () => {
    const { pool } = site.api.context;
    const email = 'jane@erase.test';
    for (const slug of ['erase-one', 'erase-two']) {
      const { id } = await createOrganization(pool, { slug, name: slug });
      await insertRow(pool, 'contacts', { id: newId(), organization_id: id, email, email_key: email });
      await insertRow(pool, 'suppressions', {
        ...{ id: newId(), organization_id: id, email: `stop@${slug}.test`, reason: 'manual' },
      });
    }
    const { page, problems } = await site.open('operator/organizations?search=erase-one');
    await page.getByRole('link', { name: 'erase-one' }).first().click();
    await page.getByRole('heading', { name: 'erase-one', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Suppressions' }).last().click();
    await page.getByRole('heading', { name: 'Suppressions of erase-one', level: 1 }).waitFor();
    const entry = page.getByRole('row', { name: /stop@erase-one.test/ });
    await entry.getByRole('button', { name: 'Remove' }).click();
    const remove = page.getByRole('dialog', { name: 'Remove stop@erase-one.test?' });
    await expectAccessible(page, 'operator-remove-suppression');
    await remove.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No suppressions').waitFor();

    await page.getByRole('link', { name: 'Erase person' }).click();
    await page.getByRole('textbox', { name: 'Email address' }).fill(email);
    const found = page.getByRole('table', { name: 'Found' });
    await found.getByRole('cell', { name: 'erase-two' }).waitFor();
    await expectAccessible(page, 'operator-person');
    await page.getByRole('button', { name: 'Erase person' }).click();
    const confirm = page.getByRole('dialog', { name: `Erase everything about ${email}?` });
    await confirm.getByText('In 2 organizations').waitFor();
    await pool.query(
      `UPDATE user_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [site.owner.id],
    );
    await confirm.getByRole('button', { name: 'Erase', exact: true }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(site.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    const receipts = page.getByRole('table', { name: 'Receipts' });
    await receipts
      .getByText(/^sha256:/)
      .nth(1)
      .waitFor();
    await found.waitFor({ state: 'detached' });
    await expectAccessible(page, 'operator-receipts');
    const { rows } = await pool.query('SELECT FROM contacts WHERE email_key = $1', [email]);
    expect(rows).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('deletes an organization only after its slug was entered, and refusals were confirmed', async () => {
    const { pool } = site.api.context;
    const { id, slug } = await createOrganization(pool, { slug: 'delete-me', name: 'Delete me' });
    await createApiKey(pool, { organizationId: id });
    const { page, problems } = await site.open(`operator/organizations/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Delete me' });
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
    await dialog.getByText('Its sending has not been paused for a minute.').waitFor();
    await dialog.getByRole('textbox', { name: `Enter ${slug} to confirm` }).fill(slug);
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Delete it anyway' }).check();
    await expectAccessible(page, 'operator-delete-organization');
    // While it runs, the dialog stays open and shows its progress.
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/delete', (route) => released.then(() => route.continue()));
    await confirm.click();
    await dialog.getByRole('status').getByText('0 rows deleted …').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    release();
    await page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor();
    await waitForNotice(page, 'Delete me deleted');
    const { rows } = await pool.query('SELECT FROM organizations WHERE id = $1', [id]);
    expect(rows).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });
});
