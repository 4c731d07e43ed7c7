import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { createApiKey, projectRoot } from '@postrider/testkit';
import { showScheme, type ColorScheme } from '../../test/console-session';
import { createDemoShop } from '../../test/demo-shop';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

const bytesMax = 300_000;
const folder = path.join(projectRoot(), 'docs', 'images');

/** Writes the pictures of the README instead of only making them. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['README_PICTURES'] === 'write';

describeInBrowser('the pictures of the README', () => {
  let site: TestConsole;
  let pages: Readonly<Record<string, string>>;

  beforeAll(async () => {
    site = await startConsole();
    const { api, organizationId } = site;
    const { pool } = api.context;
    const key = await createApiKey(pool, { organizationId, name: 'Shop backend' });
    const post = async <Body>(path: string, body: unknown): Promise<Body> => {
      const answer = await api.post<Body>(path, key, body);
      expect([path, answer.refusal]).toEqual([path, null]);
      return answer.body;
    };
    const { emailId, broadcastId } = await createDemoShop({
      ...{ pool, organizationId },
      post: async (path, body) => (await post<{ id: string }>(path, body)).id,
      uploadImage: async (body) => (await post<{ url: string }>('/images', body)).url,
    });
    pages = { overview: 'overview', email: `emails/${emailId}`, broadcast: `broadcasts/${broadcastId}` };
  });
  afterAll(() => site.close());

  it('show a shop that has sent for a month, in at most 300 kB', async () => {
    const pictures: Record<string, Buffer> = {};
    for (const [name, address] of Object.entries(pages)) {
      for (const scheme of ['light', 'dark'] as const) {
        pictures[`console-${name}-${scheme}.webp`] = await pictureOf(address, scheme);
      }
    }
    const bytes = Object.values(pictures).reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeLessThanOrEqual(bytesMax);
    if (!isWriting) return;
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, picture] of Object.entries(pictures))
      fs.writeFileSync(path.join(folder, name), picture);
  });

  async function pictureOf(address: string, scheme: ColorScheme): Promise<Buffer> {
    const { page, problems } = await site.open(address);
    await page.locator('h1').waitFor();
    await page.locator('body:not(:has([aria-busy=true]))').waitFor();
    await showScheme(page, scheme);
    const alerts = await page.getByRole('alert').allTextContents();
    expect([...alerts, ...problems]).toEqual([]);
    // Letters stay sharp, unlike with the lossy method, at the same size.
    const picture = sharp(await page.screenshot()).removeAlpha();
    const file = await picture.webp({ nearLossless: true, quality: 20, effort: 6 }).toBuffer();
    await page.close();
    return file;
  }
});
