import type { Page } from 'playwright-core';
import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import { createApiKey, createDomain, createMember, eventually, type ApiKeyFixture } from '@postrider/testkit';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { startConsole, type TestConsole } from '../../test/start-console';
import { describeInBrowser, stepMs } from '../../test/start-browser';

describeInBrowser('saving while one edits', () => {
  let site: TestConsole;
  let key: ApiKeyFixture;
  let from: string;
  let segment: string;

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    const domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    from = `News <news@${domain.name}>`;
    await post('/topics', { slug: 'news', name: 'News' });
    segment = await post('/segments', { name: 'Readers', filter: { all: [{ status: 'SUBSCRIBED' }] } });
  });
  afterAll(() => site.close());

  async function post(path: string, body: unknown): Promise<string> {
    const answer = await site.api.post<{ id: string }>(path, key, body);
    expect([path, answer.refusal]).toEqual([path, null]);
    return answer.body.id;
  }

  const newBroadcast = (content: object = {}) =>
    post('/broadcasts', {
      ...{ name: 'March', segment_id: segment, topic: 'news', from },
      ...{ subject: 'News in March', html: '<p>Hello</p>', ...content },
    });

  const stored = async <Body = BroadcastResource>(path: string): Promise<Body> =>
    (await site.api.get<Body>(path, key)).body;

  /** Waits until the API has it. */
  async function waitForStored(path: string, fields: object): Promise<void> {
    await eventually(
      async () => {
        const found = await stored<Record<string, unknown>>(path);
        return Object.entries(fields).every(([name, value]) => found[name] === value);
      },
      { timeoutMs: stepMs, intervalMs: 100, what: `${path} has ${JSON.stringify(fields)}` },
    );
  }

  const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject', exact: true });
  const previewText = (page: Page) => page.getByRole('textbox', { name: 'Preview text' });

  /** As without a connection. */
  /** Until `allowSaves`, also over a reload. In the page, since requests that outlive it are not seen outside of it. */
  const refuseSaves = async (page: Page) => {
    const script = `if (!window.savesAreRefused) {
      window.savesAreRefused = true;
      const send = window.fetch;
      window.fetch = (request, init) =>
        sessionStorage.getItem('saves') !== 'allowed' && request.method === 'PATCH'
          ? Promise.reject(new TypeError('Failed to fetch'))
          : send(request, init);
    }`;
    await page.addInitScript(script);
    await page.evaluate(script);
  };
  const allowSaves = (page: Page) => page.evaluate("sessionStorage.setItem('saves', 'allowed')");

  async function writeHtml(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'HTML' }).click();
    await page.locator('.cm-focused').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  it('text that was just typed survives a click in the menu and a reload', async () => {
    const id = await newBroadcast();
    const { page, problems } = await site.open(`broadcasts/${id}`);
    await subject(page).fill('Typed before the menu');
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    expect((await stored(`/broadcasts/${id}`)).subject).toBe('Typed before the menu');

    await page.goto(`${site.origin}/console/broadcasts/${id}`);
    await writeHtml(page, '<p>Typed before the reload</p>');
    await page.reload();
    await page.locator('.cm-content').getByText('Typed before the reload').waitFor();
    await waitForStored(`/broadcasts/${id}`, { html: '<p>Typed before the reload</p>' });
    expect(problems).toEqual([]);
    await page.close();
  });

  it('text that cannot be sent stays in the tab, also over a reload, and is sent once that is possible', async () => {
    const id = await newBroadcast();
    const { page } = await site.open(`broadcasts/${id}`);
    page.on('dialog', (dialog) => void dialog.accept());
    await subject(page).waitFor();
    await refuseSaves(page);
    await subject(page).fill('Typed without a connection');
    await page.getByText('Not saved: ').waitFor();
    await expectAccessible(page, 'autosave-failed');
    await page.reload();
    await page.getByText('Restored what was not saved.').waitFor();
    expect(await subject(page).inputValue()).toBe('Typed without a connection');
    await allowSaves(page);
    await waitForStored(`/broadcasts/${id}`, { subject: 'Typed without a connection' });
    await page.getByText(/^Saved /).waitFor();
    await page.close();
  });

  it('asks before a page is left whose text could not be saved', async () => {
    const id = await newBroadcast();
    const { page } = await site.open(`broadcasts/${id}`);
    await subject(page).waitFor();
    await refuseSaves(page);
    await subject(page).fill('Typed without a connection');
    await page.getByText('Not saved: ').waitFor();
    const asked = page.waitForEvent('dialog');
    // The click lasts until the question is answered.
    const clicked = page.getByRole('link', { name: 'Contacts', exact: true }).click();
    const dialog = await asked;
    expect(dialog.message()).toBe('Your changes could not be saved. Leave anyway?');
    await dialog.dismiss();
    await clicked;
    expect(await subject(page).inputValue()).toBe('Typed without a connection');
    await page.close();
  });

  it('two tabs that edit different fields of one broadcast lose nothing', async () => {
    const id = await newBroadcast();
    const { page: first } = await site.open(`broadcasts/${id}`);
    const { page: second } = await site.open(`broadcasts/${id}`);
    await previewText(second).waitFor();
    await writeHtml(first, '<p>From the first tab</p>');
    await first.getByText(/^Saved /).waitFor();
    await previewText(second).fill('From the second tab');
    await second.getByText(/^Saved /).waitFor();
    expect(await stored(`/broadcasts/${id}`)).toMatchObject({
      ...{ html: '<p>From the first tab</p>', preview_text: 'From the second tab' },
    });
    await second.locator('.cm-content').getByText('From the first tab').waitFor();
    for (const page of [first, second]) await page.close();
  });

  it('a second person who edits the same field chooses, with both texts in view', async () => {
    const id = await newBroadcast();
    const { pool } = site.api.context;
    const { organizationId, passwordHash } = site;
    const grace = await createMember(pool, { organizationId, passwordHash, role: 'admin' });
    const { page } = await site.open(`broadcasts/${id}`);
    const { page: other } = await site.openAs(grace, `broadcasts/${id}`);
    for (const each of [page, other]) await subject(each).waitFor();
    // Typed before the other person saves, and sent after.
    await refuseSaves(page);
    await writeHtml(page, '<p>Of mine</p>');
    await page.getByText('Not saved: ').waitFor();
    await writeHtml(other, '<p>Of the other person</p>');
    await other.getByText(/^Saved /).waitFor();
    await allowSaves(page);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this' });
    await dialog.getByText(/^Changed by /).waitFor();
    await dialog.locator('.cm-deletedChunk').getByText('Of the other person').waitFor();
    await dialog.locator('.cm-line').getByText('Of mine').waitFor();
    await expectAccessible(page, 'autosave-conflict');
    expect((await stored(`/broadcasts/${id}`)).html).toBe('<p>Of the other person</p>');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await waitForStored(`/broadcasts/${id}`, { html: '<p>Of mine</p>' });
    for (const each of [page, other]) await each.close();
  });

  it('two tabs that edit the blocks of one email show both texts, and overwrite nothing before one is chosen', async () => {
    const blocks = [{ type: 'paragraph', text: [{ type: 'text', text: 'Hello' }] }];
    const id = await newBroadcast({ html: undefined, document: { version: 1, blocks } });
    const { page } = await site.open(`broadcasts/${id}`);
    const { page: other } = await site.open(`broadcasts/${id}`);
    const content = (tab: Page) => tab.getByRole('textbox', { name: 'Content of the email' });
    const write = async (tab: Page, text: string) => {
      await content(tab).getByText('Hello').click();
      await tab.keyboard.press('End');
      await tab.keyboard.type(text);
    };
    for (const each of [page, other]) await content(each).getByText('Hello').waitFor();
    await refuseSaves(page);
    await write(page, ' from here');
    await page.getByText('Not saved: ').waitFor();
    await write(other, ' from there');
    await other.getByText(/^Saved /).waitFor();
    await allowSaves(page);
    // No dialog takes the letters that follow.
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await compare.waitFor();
    await page.keyboard.type(' again');
    await compare.click();
    const dialog = page.getByRole('dialog', { name: 'Changed in another tab or window' });
    await dialog.locator('.cm-deletedChunk').getByText('Hello from there').waitFor();
    await dialog.locator('.cm-line').getByText('Hello from here again').waitFor();
    await expectAccessible(page, 'autosave-conflict-blocks');
    const saved = async () => JSON.stringify((await stored(`/broadcasts/${id}`)).document);
    expect(await saved()).toContain('Hello from there');
    await dialog.getByRole('button', { name: 'Keep what is saved' }).click();
    await content(page).getByText('Hello from there').waitFor();
    expect(await saved()).toContain('Hello from there');
    for (const each of [page, other]) await each.close();
  });

  it('text that was just typed survives Back, which asks where it could not be saved', async () => {
    const id = await newBroadcast();
    const { page } = await site.open('broadcasts');
    await page.getByRole('link', { name: 'March' }).first().waitFor();
    await page.goto(`${site.origin}/console/broadcasts/${id}`);
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    await page.goBack();
    await subject(page).fill('Typed before Back');
    await page.goForward();
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    await waitForStored(`/broadcasts/${id}`, { subject: 'Typed before Back' });
    await page.goBack();
    await subject(page).waitFor();
    await refuseSaves(page);
    await subject(page).fill('Typed without a connection');
    await page.getByText('Not saved: ').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => history.forward())');
    await (await asked).dismiss();
    expect(await subject(page).inputValue()).toBe('Typed without a connection');
    await page.close();
  });

  it('a session that ends while one types costs no text: the sign-in is above the page, and then it is saved', async () => {
    const id = await newBroadcast();
    const { pool } = site.api.context;
    const { organizationId, passwordHash } = site;
    const user = await createMember(pool, { organizationId, passwordHash, role: 'admin' });
    const { page, context } = await site.openAs(user, `broadcasts/${id}`);
    await subject(page).waitFor();
    await context.clearCookies();
    await subject(page).fill('');
    await subject(page).pressSequentially('Typed after');
    const notice = page.getByText('Your session has ended. What you write is kept in this tab.');
    await notice.waitFor();
    await page.keyboard.type(' the session');
    await expectAccessible(page, 'session-notice');
    await notice.getByRole('button', { name: 'Sign in' }).click();
    const overlay = page.getByRole('dialog', { name: 'Your session has ended' });
    await overlay.getByLabel('Password', { exact: true }).fill(site.password);
    await overlay.getByRole('button', { name: 'Sign in', exact: true }).click();
    await waitForStored(`/broadcasts/${id}`, { subject: 'Typed after the session' });
    expect(await subject(page).inputValue()).toBe('Typed after the session');
    await context.close();
  });

  it('a double click makes one copy', async () => {
    const id = await newBroadcast();
    const { page } = await site.open(`broadcasts/${id}`);
    const names = async () =>
      (await stored<{ data: readonly { name: string }[] }>('/broadcasts?limit=100')).data.length;
    const before = await names();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    // Both before the page shows that it has begun.
    await page.evaluate(`(() => {
      const item = [...document.querySelectorAll('[role=menuitem]')].find((each) => each.textContent === 'Duplicate');
      item.click();
      item.click();
    })()`);
    await waitForNotice(page, 'Draft created');
    await page.locator('body:not(:has([aria-busy=true]))').waitFor();
    expect(await names()).toBe(before + 1);
    await page.close();
  });

  it('the last save is undone', async () => {
    const id = await newBroadcast();
    const { page } = await site.open(`broadcasts/${id}`);
    await subject(page).fill('A mistake');
    await page.getByText(/^Saved /).waitFor();
    await page.getByRole('button', { name: 'Undo last save' }).click();
    await waitForStored(`/broadcasts/${id}`, { subject: 'News in March' });
    expect(await subject(page).inputValue()).toBe('News in March');
    await page.close();
  });

  it('templates, segments, signup forms and settings save by themselves', async () => {
    const template = await post('/templates', { slug: 'hello', name: 'Hello', subject: 'Hi', text: 'Hi' });
    const form = await post('/signup-forms', { name: 'Footer', from, topics: ['news'] });
    const cases = [
      { path: `templates/${template}`, label: 'Subject', field: 'subject', api: `/templates/${template}` },
      { path: `segments/${segment}`, label: 'Name', field: 'name', api: `/segments/${segment}` },
      { path: 'settings', label: 'Postal address', field: 'postal_address', api: '/organization' },
    ];
    for (const { path, label, field, api } of cases) {
      const { page } = await site.open(path);
      await page.getByRole('textbox', { name: label, exact: true }).fill(`Typed in ${path}`);
      await page.keyboard.press('Tab');
      await waitForStored(api, { [field]: `Typed in ${path}` });
      await page.close();
    }
    const { page } = await site.open(`signup-forms/${form}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit form' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Header');
    await page.keyboard.press('Tab');
    await waitForStored(`/signup-forms/${form}`, { name: 'Header' });
    await expectAccessible(page, 'autosave-form');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Header', level: 1 }).waitFor();
    await page.close();
  });

  it('what was entered for a new segment is there after a reload', async () => {
    const { page } = await site.open('segments/new');
    page.on('dialog', (dialog) => void dialog.accept());
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Not created yet');
    await page.reload();
    await page.getByText('Restored what you had entered.').waitFor();
    expect(await name.inputValue()).toBe('Not created yet');
    await page.getByRole('button', { name: 'Save segment' }).click();
    await page.getByRole('heading', { name: 'Not created yet', level: 1 }).waitFor();
    await page.close();
  });
});
