import type { Page } from 'playwright-core';
import type { AutomationResource } from '@postrider/contracts/automations';
import { createApiKey, createDomain, eventually } from '@postrider/testkit';
import { expectAccessible, keepScreenshot, waitForNotice } from '../../test/console-session';
import { menuHasFocus } from '../../test/keyboard';
import { describeInBrowser, stepMs, waitUntil } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('the editor of automations', () => {
  let site: TestConsole;
  let key: Awaited<ReturnType<typeof createApiKey>>;
  let domain: Awaited<ReturnType<typeof createDomain>>;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    await post('/topics', { slug: 'news', name: 'Monthly news' });
    await post('/contacts', {
      ...{ email: 'ann@example.com', first_name: 'Ann', properties: { city: 'London' } },
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
  });
  afterAll(() => site.close());

  async function post(path: string, body: unknown): Promise<string> {
    const answer = await site.api.post<{ id: string }>(path, key, body);
    expect([path, answer.refusal]).toEqual([path, null]);
    return answer.body.id;
  }
  const stored = async (name: string) =>
    (await site.api.get<AutomationResource>(`/automations/${name}`, key)).body;
  const panel = (page: Page, name: string) => page.getByRole('region', { name });
  const focused = (page: Page) => page.locator(':focus');

  /** Opens the menu at a place, and chooses in it by its letters' order. */
  async function addByKeyboard(page: Page, place: string, step: string): Promise<void> {
    await page.getByRole('button', { name: `Add a step: ${place}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: step, exact: true });
    await menuHasFocus(page);
    await item.focus();
    await page.keyboard.press('Enter');
    // The title of the form takes the focus, which would close a list that was opened before.
    await page.locator('[data-panel-title]:focus').waitFor();
  }

  it('a welcome series of three mails is built by keyboard and without code, and runs as it was built', async () => {
    const { page, problems } = await site.open('automations');
    const { keyboard } = page;
    await page.getByRole('button', { name: 'Create automation' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create automation' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Welcome series');
    await keyboard.press('Enter');
    const trigger = panel(page, 'What starts it');
    const topic = trigger.getByRole('combobox', { name: 'Topic' });
    await topic.focus();
    await keyboard.press('Enter');
    await page.getByRole('option', { name: 'Monthly news' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.getByText('A contact joins the topic “Monthly news”').waitFor();

    await addByKeyboard(page, 'at the beginning', 'Send email');
    // The title of the form has the focus, and its fields follow.
    await panel(page, 'Step 1: Send email').getByRole('heading').and(focused(page)).waitFor();
    await page.getByRole('textbox', { name: 'Subject', exact: true }).focus();
    await keyboard.type('Welcome!');
    await page.getByRole('button', { name: 'Edit content' }).focus();
    await keyboard.press('Enter');
    const content = page.getByRole('textbox', { name: 'Content of the email' });
    await content.focus();
    await keyboard.press('Control+Home');
    await keyboard.press('ArrowDown');
    await keyboard.press('End');
    await keyboard.type(' and hello');
    await content.getByText(' and hello').waitFor();
    await expectAccessible(page, 'automation-content');
    await page.getByRole('button', { name: 'Done' }).focus();
    await keyboard.press('Enter');
    await content.waitFor({ state: 'detached' });

    await addByKeyboard(page, 'after step 1: send email', 'Wait');
    await panel(page, 'Step 2: Wait').getByRole('textbox', { name: 'Amount' }).fill('2');
    await addByKeyboard(page, 'after step 2: wait', 'Send email');
    await expectAccessible(page, 'automation-incomplete');
    await panel(page, 'Step 3: Send email')
      .getByRole('textbox', { name: 'Subject', exact: true })
      .fill('Tips');
    // The wait again, and the third mail from the second.
    await page.getByRole('button', { name: /^2 Wait/ }).focus();
    await keyboard.press('Enter');
    await panel(page, 'Step 2: Wait').getByRole('button', { name: 'Duplicate' }).click();
    await panel(page, 'Step 3: Wait').getByRole('heading').and(focused(page)).waitFor();
    await keyboard.press('Escape');
    const card = (name: RegExp) => page.getByRole('button', { name }).and(focused(page));
    await card(/^3 Wait/).waitFor();
    await keyboard.press('Alt+ArrowDown');
    await panel(page, 'Step 4: Wait').waitFor();
    await card(/^4 Wait/).waitFor();
    await addByKeyboard(page, 'after step 4: wait', 'Condition');
    const condition = panel(page, 'Step 5: Condition');
    await condition.getByRole('combobox', { name: 'Property' }).fill('ci');
    await page.getByRole('option', { name: /city.*London/ }).click();
    await condition.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'London' }).click();
    await expectAccessible(page, 'automation-condition');
    await addByKeyboard(page, 'if the conditions are met', 'Send email');
    await panel(page, 'Step 5, if yes, 1: Send email')
      .getByRole('textbox', { name: 'Subject', exact: true })
      .fill('See you in London');
    await page.getByText(/missing before it can run/).waitFor({ state: 'detached' });
    await page.getByText(/^Saved /).waitFor();
    expect(await stored('welcome-series')).toMatchObject({ status: 'paused', steps: [], version: 1 });
    await page.reload();
    await page.getByRole('button', { name: /“See you in London”/ }).click();
    await panel(page, 'Step 5, if yes, 1: Send email').waitFor();
    await expectAccessible(page, 'automation-series');

    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Use it as it is' }).click();
    await waitForNotice(page, 'Automation activated');
    const { steps, trigger: started, draft } = await stored('welcome-series');
    expect([draft, started.event, steps.map(({ type }) => type)]).toEqual([
      null,
      'contact.subscribed',
      ['send', 'wait', 'send', 'wait', 'condition'],
    ]);
    expect(steps[0]).toMatchObject({
      ...{ subject: 'Welcome!', topic: 'news' },
      html: expect.stringContaining(' and hello') as string,
    });

    await page.getByRole('button', { name: 'Try with a contact' }).click();
    await page.getByRole('dialog').getByLabel('Contact: id or address').fill('ann@example.com');
    await keyboard.press('Enter');
    await page.getByRole('status', { name: 'Path' }).getByText('“See you in London”').waitFor();
    await expectAccessible(page, 'automation-tried');
    await keyboard.press('Escape');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('shows what a change would publish, also on a phone', async () => {
    const steps = [{ type: 'wait', duration: '1d' }];
    const id = await post('/automations', { name: 'Paid', trigger: { event: 'order.paid' }, steps });
    const { page } = await site.open(`automations/${id}`, { width: 390, height: 844 });
    await page.getByRole('button', { name: /^1 Wait 1 day/ }).click();
    await panel(page, 'Step 1: Wait').getByRole('textbox', { name: 'Amount' }).fill('3');
    await page.getByRole('button', { name: 'Compare with the published version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unpublished changes' });
    await dialog.getByText('After: 3 days').waitFor();
    await keepScreenshot(page, 'automation-compared');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'automation-phone');
    await waitUntil(page, 'document.documentElement.scrollWidth <= innerWidth');
    await eventually(async () => (await stored('paid')).draft !== null, {
      ...{ timeoutMs: stepMs, intervalMs: 100, what: 'the draft is stored' },
    });
    expect((await stored('paid')).steps).toEqual(steps);
    await page.close();
  });

  it('compares two versions, and takes an older one as the draft, also on a phone', async () => {
    const mail = { type: 'send', from: '', subject: 'Thank you', text: 'Thank you for your order.' };
    const first = { ...mail, from: `shop@${domain.name}` };
    const id = await post('/automations', {
      name: 'Thanks',
      trigger: { event: 'order.paid' },
      steps: [first],
    });
    const second = [
      { type: 'wait', duration: '1d' },
      { ...first, text: 'Thank you for your first order.' },
    ];
    await site.api.send(`/automations/${id}`, { method: 'PATCH', key, body: { steps: second } });
    for (const [name, size] of [
      ['wide', { width: 1440, height: 900 }],
      ['phone', { width: 390, height: 844 }],
    ] as const) {
      const { page } = await site.open(`automations/${id}/versions?version=1&with=2`, size);
      await page.getByRole('heading', { name: 'Changes from version 1 to version 2' }).waitFor();
      await page.getByText('Step 1, Wait').waitFor();
      await page.locator('.cm-deletedChunk').first().waitFor();
      await expectAccessible(page, `automation-versions-${name}`);
      await waitUntil(page, 'document.documentElement.scrollWidth <= innerWidth');
      await page.close();
    }
    const { page } = await site.open(`automations/${id}/versions?version=1`);
    await page.getByRole('button', { name: 'Use as draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use as draft' }).click();
    await page.getByText('Version 2').first().waitFor();
    await eventually(async () => (await stored('thanks')).draft !== null, {
      ...{ timeoutMs: stepMs, intervalMs: 100, what: 'the draft is stored' },
    });
    expect((await stored('thanks')).draft?.steps).toEqual([first]);
    await page.close();
  });
});
