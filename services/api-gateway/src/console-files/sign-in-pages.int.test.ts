import type { Browser } from 'playwright-core';
import { createPasswords } from '@postrider/identity';
import { createUser } from '@postrider/testkit';
import { fillSignIn, freePort, openWindow, seriousFindings } from '../../test/console-session';
import { browserMissing, startBrowser } from '../../test/start-browser';
import { startTestApi, type TestApi } from '../../test/test-api';

const password = 'paper lantern river seventeen';

const missing = browserMissing();
if (missing !== null) it.skip(`in a browser: ${missing}`, () => undefined);

(missing === null ? describe : describe.skip)('in a browser', () => {
  let api: TestApi;
  let browser: Browser;
  let origin: string;
  let passwordHash: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const console = { sessionIdleMs: 3_600_000, sessionMaxMs: 86_400_000, passwordSignIn: true };
    api = await startTestApi({
      limits: { port, console: { ...console, origin, operatorsNeedSecondFactor: false, platformFrom: null } },
    });
    browser = await startBrowser();
    passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it('leads an operator without an organization to the operator page and the profile', async () => {
    const { email } = await createUser(api.context.pool, { isOperator: true, passwordHash });
    const { page, context, problems } = await openWindow(browser);
    await fillSignIn(page, { origin, email, password });
    await page.getByRole('heading', { name: 'Operator', level: 1 }).waitFor();
    const navigation = page.getByRole('navigation');
    expect(await navigation.getByRole('link').allTextContents()).toEqual(['Operator']);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${origin}/console/profile`);
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await navigation.getByRole('link', { name: 'Operator' }).click();
    await page.getByRole('heading', { name: 'Operator', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }, 60_000);

  it('shows a user without an organization no page of one', async () => {
    const { email } = await createUser(api.context.pool, { passwordHash });
    const { page, context } = await openWindow(browser);
    await fillSignIn(page, { origin, email, password });
    await page.getByText('No organization', { exact: true }).waitFor();
    await page.goto(`${origin}/console/operator`);
    await page.getByText('No organization', { exact: true }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([]);
    await context.close();
  }, 60_000);
});
