import { createMember } from '@postrider/testkit';
import { expectAccessible, keepScreenshot, waitForNotice } from '../../test/console-session';
import { describeInBrowser, waitUntil } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

/** What a browser alone can show: what is in view, where the focus is, and what happens without a network or a cookie. */
describeInBrowser('in a browser', () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console.close());

  /** A window of its own: its session ends, or its network. */
  async function openTopics(height = 900) {
    const { api, organizationId, passwordHash } = console;
    const user = await createMember(api.context.pool, { organizationId, passwordHash, role: 'owner' });
    const window = await console.openAs(user, 'topics', { height });
    await window.page.getByRole('button', { name: 'Create topic' }).first().click();
    const dialog = window.page.getByRole('dialog', { name: 'Create topic' });
    return { ...window, user, dialog };
  }

  it('asks for a sign-in above the dialog when the session has ended, and creates what was refused', async () => {
    const { page, context, problems, dialog } = await openTopics();
    await dialog.getByLabel('Name').fill('Offers');
    await dialog.getByLabel('Slug').fill('offers');
    await context.clearCookies();
    await dialog.getByRole('button', { name: 'Create topic' }).click();
    const overlay = page.getByRole('dialog', { name: 'Your session has ended' });
    await overlay.getByLabel('Password', { exact: true }).fill(console.password);
    await expectAccessible(page, 'session-ended');
    await keepScreenshot(page, 'session-ended');
    expect(await overlay.or(dialog).getByText('Bearer').count()).toBe(0);
    await overlay.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForNotice(page, 'Topic created');
    await page.getByRole('button', { name: 'Offers' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says once that there is no connection, keeps what was typed, and goes on when it is back', async () => {
    const { page, context, dialog } = await openTopics();
    const banner = page.getByText('No connection to the server.');
    await dialog.getByLabel('Name').fill('Weekly');
    await dialog.getByLabel('Slug').fill('weekly');
    // The code of errors is loaded once the page is shown.
    await waitUntil(
      page,
      "performance.getEntriesByType('resource').some(({ name }) => /error-alert.*js$/.test(name))",
    );
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Create topic' }).click();
    await dialog.getByText('The server did not answer.').waitFor();
    await banner.waitFor();
    await keepScreenshot(page, 'offline');
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Create topic' }).click();
    await waitForNotice(page, 'Topic created');
    await context.close();
  });

  it('keeps title, buttons and error of a long dialog in view, and asks before it is discarded', async () => {
    const { page, context } = await openTopics(420);
    await page.keyboard.press('Escape');
    await page.goto(`${console.origin}/console/automations`);
    const button = page.getByRole('button', { name: 'Create automation' }).first();
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Create automation' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Welcome');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
    await expectAccessible(page, 'dialog-discard');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Welcome');
    // The title, and the buttons at the end of a form that is longer than the window.
    const isInView = (selector: string) =>
      waitUntil(
        page,
        `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('[role=dialog] ${selector}').getBoundingClientRect())`,
      );
    await isInView('h2');
    await isInView('button[type=submit]');
    await keepScreenshot(page, 'dialog-long');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitUntil(page, `document.activeElement.textContent === 'Create automation'`);
    await context.close();
  });

  it('closes the dialog of a new signup form without asking, and shows again what was typed', async () => {
    const { page } = await console.open('signup-forms');
    const open = () => page.getByRole('button', { name: 'Create form' }).first().click();
    await open();
    const dialog = page.getByRole('dialog', { name: 'Create form' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Newsletter');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await waitForNotice(page, 'What you entered is kept in this tab.');
    await open();
    await waitUntil(page, `document.querySelector('[role=dialog] input').value === 'Newsletter'`);
    await page.close();
  });

  it('uses a font of its own, and shows a way back where there is no page', async () => {
    const { page, problems } = await console.open('nowhere/at-all');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Domains' }).waitFor();
    await waitUntil(
      page,
      `[...document.fonts].some(({ family, status }) => family.includes('Inter') && status === 'loaded')`,
    );
    await keepScreenshot(page, 'not-found');
    expect(problems).toEqual([]);
    await page.close();
  });
});
