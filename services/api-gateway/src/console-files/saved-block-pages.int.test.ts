import type { Page } from 'playwright-core';
import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import { createApiKey, createDomain, eventually, type ApiKeyFixture } from '@postrider/testkit';
import { expectAccessible, waitForNotice } from '../../test/console-session';
import { describeInBrowser, stepMs } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('saved blocks', () => {
  let site: TestConsole;
  let key: ApiKeyFixture;
  const ids = { from: '', to: '' };

  beforeAll(async () => {
    site = await startConsole();
    const { organizationId } = site;
    const { pool } = site.api.context;
    const domain = await createDomain(pool, { organizationId, stream: 'bulk' });
    key = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
    const post = async (path: string, body: unknown): Promise<string> => {
      const answer = await site.api.post<{ id: string }>(path, key, body);
      expect([path, answer.refusal]).toEqual([path, null]);
      return answer.body.id;
    };
    await post('/topics', { slug: 'news', name: 'News' });
    const segment = await post('/segments', { name: 'All', filter: { all: [] } });
    const broadcast = (name: string, texts: readonly string[]) =>
      post('/broadcasts', {
        ...{ name, segment_id: segment, topic: 'news', from: `News <news@${domain.name}>`, subject: name },
        document: {
          version: 1,
          blocks: texts.map((text) => ({ type: 'paragraph', text: [{ type: 'text', text }] })),
        },
      });
    ids.from = await broadcast('May', ['Dear reader', 'Free shipping until Sunday.', 'Until June']);
    ids.to = await broadcast('June', ['Hello', 'Until July']);
  });
  afterAll(() => site.close());

  const content = (page: Page) => page.getByRole('textbox', { name: 'Content of the email' });
  const library = (page: Page) => page.getByRole('dialog', { name: 'Saved blocks' });
  async function openLibrary(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Insert block' }).click();
    await page.getByRole('menuitem', { name: 'Saved blocks' }).click();
    await library(page).waitFor();
  }
  /** The paragraphs of the stored email. */
  const textsOf = async (id: string) => {
    const { body } = await site.api.get<BroadcastResource>(`/broadcasts/${id}`, key);
    return body.document?.blocks.map((block) => JSON.stringify(block).match(/"text":"([^"]+)"/)?.[1]);
  };
  const waitForTexts = (id: string, texts: readonly string[]) =>
    eventually(async () => JSON.stringify(await textsOf(id)) === JSON.stringify(texts), {
      ...{ timeoutMs: stepMs, intervalMs: 100, what: `${id} has ${texts.join(', ')}` },
    });

  it('blocks that are selected are saved under a name, and leave the email as it is', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.from}`);
    await content(page).getByText('Free shipping until Sunday.').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
    await page.getByRole('button', { name: 'Save as block' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as block' });
    await dialog.getByText('The 2 selected blocks are saved.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shipping note');
    await expectAccessible(page, 'saved-block');
    await page.keyboard.press('Enter');
    await waitForNotice(page, 'Block saved');
    expect(await textsOf(ids.from)).toEqual(['Dear reader', 'Free shipping until Sunday.', 'Until June']);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('they are inserted into another email at the cursor, and saved with it', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.to}`);
    await content(page).getByText('Hello').click();
    await openLibrary(page);
    await expectAccessible(page, 'saved-blocks');
    await library(page).getByRole('button', { name: 'Insert Shipping note' }).click();
    await library(page).waitFor({ state: 'detached' });
    await content(page).getByText('Free shipping until Sunday.').waitFor();
    const texts = ['Hello', 'Free shipping until Sunday.', 'Until June', 'Until July'];
    await waitForTexts(ids.to, texts);
    // What is typed next is written into the email, not into the dialog that was open.
    await page.keyboard.press('Control+z');
    await waitForTexts(ids.to, ['Hello', 'Until July']);
    await page.keyboard.press('Control+y');
    await waitForTexts(ids.to, texts);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('a saved block is renamed and deleted, and stays in the emails that contain it', async () => {
    const { page, problems } = await site.open(`broadcasts/${ids.to}`);
    await content(page).getByText('Free shipping until Sunday.').waitFor();
    await openLibrary(page);
    await library(page).getByRole('button', { name: 'Rename Shipping note' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename' });
    await rename.getByRole('textbox', { name: 'Name' }).fill('Shipping in May');
    await rename.getByRole('button', { name: 'Rename' }).click();
    await library(page).getByRole('button', { name: 'Delete Shipping in May' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this saved block?' });
    await question.waitFor();
    await expectAccessible(page, 'saved-block-delete');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await library(page).getByRole('button', { name: 'Delete Shipping in May' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await library(page).getByText('No blocks are saved yet.').waitFor();
    await library(page).getByRole('button', { name: 'Close' }).last().click();
    await content(page).getByText('Free shipping until Sunday.').waitFor();
    expect(await textsOf(ids.to)).toContain('Free shipping until Sunday.');
    expect(problems).toEqual([]);
    await page.close();
  });
});
