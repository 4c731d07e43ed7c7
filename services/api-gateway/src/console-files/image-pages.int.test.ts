import type { Page } from 'playwright-core';
import { createApiKey, type ApiKeyFixture } from '@postrider/testkit';
import { expectAccessible } from '../../test/console-session';
import { pngOf } from '../../test/pictures';
import { describeInBrowser, waitUntil } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

describeInBrowser('images and branding', () => {
  let site: TestConsole;
  let key: ApiKeyFixture;
  let template: string;

  beforeAll(async () => {
    site = await startConsole();
    key = await createApiKey(site.api.context.pool, { organizationId: site.organizationId });
    const { body } = await site.api.post<{ id: string }>('/templates', key, {
      ...{ slug: 'news', name: 'News', subject: 'Hi', html: '<p>Hello</p>' },
    });
    template = body.id;
  });
  afterAll(() => site.close());

  const picture = (name: string, color: readonly number[]) => ({
    ...{ name, mimeType: 'image/png', buffer: pngOf({ width: 1_400, height: 700, color }) },
  });
  /** Whether the images of the library are there to see. */
  const areLoaded = `(() => {
    const images = [...document.querySelectorAll('[role=dialog] img')];
    return images.length > 1 && images.every((image) => image.complete && image.naturalWidth > 0);
  })()`;

  async function upload(page: Page, file: ReturnType<typeof picture>): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload images' }).click();
    await (await chooser).setFiles(file);
    await page.getByRole('region', { name: 'Chosen image' }).getByText('1200 × 600 pixels').waitFor();
  }

  it('an image is uploaded, described and written into the HTML of a template', async () => {
    const { page, problems } = await site.open(`templates/${template}`);
    await page.getByRole('button', { name: 'Insert image' }).click();
    const library = page.getByRole('dialog', { name: 'Images' });
    await upload(page, picture('sale.png', [200, 30, 60]));
    await waitUntil(page, areLoaded);
    await expectAccessible(page, 'image-library');
    await library.getByLabel('Alternative text').fill('Tulips');
    await library.getByRole('button', { name: 'Insert image' }).click();
    const editor = page.getByRole('textbox', { name: 'HTML' });
    await editor.getByText('alt="Tulips"').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved /).waitFor();
    const { body } = await site.api.get<{ html: string }>('/templates/news', key);
    expect(body.html).toMatch(/<img src="[^"]+\/i\/[0-9a-f]{32}\.png" width="600" alt="Tulips"/);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('a logo is chosen, previewed and saved', async () => {
    const { page, problems } = await site.open('settings?tab=branding');
    await page.getByRole('button', { name: 'Choose logo' }).click();
    await upload(page, picture('logo.png', [20, 90, 160]));
    await page.getByRole('dialog', { name: 'Images' }).getByRole('button', { name: 'Use image' }).click();
    await page.getByRole('img', { name: 'Current logo' }).waitFor();
    const preview = page.frameLocator('iframe');
    await preview.getByRole('button', { name: 'Subscribe' }).waitFor();
    await page.getByText('Preferences page', { exact: true }).click();
    await preview.getByRole('checkbox', { name: 'Offers' }).waitFor();
    await expectAccessible(page, 'branding');
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('Branding saved').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
