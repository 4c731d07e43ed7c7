import { createApiKey } from '@postrider/testkit';
import { acceptEmail, expectAccessible, keepScreenshot } from '../../test/console-session';
import { pngOf } from '../../test/pictures';
import { describeInBrowser, waitUntil } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

const hostile = `<style>h1{color:#b00020} @media (prefers-color-scheme: dark) { :root { color-scheme: dark } body { background: #101418; color: #eee } }</style>
<h1 style="margin:0">Confirm your address</h1><p>Your code: <b>481516</b></p>
<script>top.document.title = 'broken'</script><form action="/console"><input name="a"></form>
<iframe src="https://outside.example/"></iframe><img src="https://outside.example/pixel.png" alt="Remote">
<img src="cid:logo" alt="Logo"><a href="https://outside.example/confirm" target="_top" onclick="top.document.title='broken'">Confirm</a>
<svg onload="top.document.title='broken'"></svg>`;

describeInBrowser('the test inbox', () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
    const { api, domain, organizationId } = console;
    const key = await createApiKey(api.context.pool, { organizationId, mode: 'test', permission: 'SEND' });
    const from = `Acme <hello@${domain.name}>`;
    await acceptEmail(api, key, { from, to: 'bob@example.com', subject: 'Welcome', text: 'Hello, Bob.' });
    const logo = pngOf({ width: 8, height: 8, color: [0, 90, 200, 255] }).toString('base64');
    await acceptEmail(api, key, {
      ...{ from, to: 'ada@example.com', subject: 'Confirm your address', html: hostile },
      tags: [{ name: 'test', value: 'signup' }],
      attachments: [
        { filename: 'terms.txt', content: Buffer.from('Terms').toString('base64') },
        { filename: 'logo.png', content: logo, content_type: 'image/png', content_id: 'logo' },
      ],
    });
  });
  afterAll(() => console.close());

  it('shows a hostile email without running or loading any of it, dark and light, and at phone width', async () => {
    const { page, problems } = await console.open('inbox');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const frame = page.frameLocator('iframe[title=Preview]');
    await frame.getByRole('heading', { name: 'Confirm your address' }).waitFor();
    await frame.locator('img[alt=Logo][src^="data:image/png"]').waitFor();
    expect(await frame.locator('script, form, iframe, [onclick], [onload]').count()).toBe(0);
    // Links of the web alone work, in a tab that has no way back to the console.
    expect(await frame.locator('a[href]:not([href^="http"][target="_blank"][rel~="noopener"])').count()).toBe(
      0,
    );
    expect(await page.title()).toBe('Test inbox · Postrider');
    const shown = "document.querySelector('iframe')?.contentDocument?.body";
    const isDark = `${shown} && getComputedStyle(${shown}).backgroundColor === 'rgb(16, 20, 24)'`;
    expect(await page.evaluate<boolean>(isDark)).toBe(false);
    await keepScreenshot(page, 'inbox-light');
    await page.getByRole('switch', { name: 'Dark' }).check();
    await waitUntil(page, isDark);
    await page.getByText('320 px').click();
    await keepScreenshot(page, 'inbox-dark-320');
    await expectAccessible(page, 'inbox');
    expect(requested.filter((url) => !url.startsWith(console.origin) && !/^(data|blob):/.test(url))).toEqual(
      [],
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('tab', { name: 'Attachments (2)' }).click();
    await page.getByRole('button', { name: 'Download terms.txt' }).click();
    expect((await saved).suggestedFilename()).toBe('terms.txt');
    await page.setViewportSize({ width: 390, height: 780 });
    await page.getByRole('heading', { name: 'Confirm your address', level: 2 }).waitFor({ state: 'hidden' });
    await keepScreenshot(page, 'inbox-phone-list');
    await page.getByRole('button', { name: /ada@example.com/ }).click();
    await page.getByRole('heading', { name: 'Confirm your address', level: 2 }).waitFor();
    await keepScreenshot(page, 'inbox-phone-message');
    await page.getByRole('button', { name: 'All emails' }).click();
    await page.getByRole('button', { name: /bob@example.com/ }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
