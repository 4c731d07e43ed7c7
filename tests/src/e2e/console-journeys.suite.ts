import { createOrganization } from '@postrider/testkit';
import { describeInBrowser, startBrowser } from '../../../services/api-gateway/test/start-browser';
import { campaignInBrowser } from './console-campaign';
import { noteTime, register, type Browser } from './console-window';
import { postrider, running } from './running-system';

/** docs/console.md promises three minutes to a person. */
const firstEmailSecondsMax = 180;

export function consoleJourneys(): void {
  describeInBrowser('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(() => browser.close());

    test('from an invitation to an email on the screen in less than three minutes, without DNS', async () => {
      const { slug } = await createOrganization(running().pool, { kind: 'internal', plan: 'free' });
      const invited = await postrider('users', 'invite', 'ada@newcomer.test', '--organization', slug);
      const { url: link } = invited as { url: string };

      const startedMs = performance.now();
      const { page, context, problems } = await register(browser, { link, name: 'Ada' });
      await page.getByRole('button', { name: 'Send test email' }).click();
      const timeline = page.getByRole('list', { name: 'Timeline of ada@newcomer.test' });
      for (const step of ['Accepted', 'Sent', 'Delivered'])
        await timeline.getByText(step, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Create a test key for 7 days' }).click();
      await page.getByText(/POSTRIDER_API_KEY=pr_test_/).waitFor();
      await page.getByRole('link', { name: 'Open email' }).click();
      await page.frameLocator('iframe[title=Preview]').getByRole('heading', { name: 'Hello!' }).waitFor();
      const seconds = noteTime('from an invitation to the first email', startedMs);

      expect(seconds).toBeLessThan(firstEmailSecondsMax);
      expect(problems).toEqual([]);
      const { rows } = await running().pool.query(
        `SELECT d.status AS domain, m.mode, m.status FROM messages m JOIN domains d ON d.id = m.domain_id
         JOIN organizations o ON o.id = m.organization_id WHERE o.slug = $1`,
        [slug],
      );
      expect(rows).toEqual([{ domain: 'pending', mode: 'test', status: 'delivered' }]);
      await context.close();
    });

    test('a campaign from a CSV file to its report, as a new user makes it', async () => {
      await campaignInBrowser(browser);
    });
  });
}
