import type { Browser } from 'playwright-core';
import { createPasswords } from '@postrider/identity';
import { createMember, createOrganization, createUser } from '@postrider/testkit';
import { fillSignIn, freePort, openWindow, seriousFindings } from '../../test/console-session';
import { startTestProvider, type TestProvider } from '../../test/openid-provider';
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
  let provider: TestProvider;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    provider = await startTestProvider({ id: 'acme', origin });
    api = await startTestApi({
      limits: { port, console: { origin, providers: [provider.setting({ name: 'Acme' })] } },
    });
    browser = await startBrowser();
    passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    await provider.close();
  });

  it('leads an operator without an organization to the operator page and the profile', async () => {
    const { email } = await createUser(api.context.pool, { isOperator: true, passwordHash });
    const { page, context, problems } = await openWindow(browser);
    await fillSignIn(page, { origin, email, password });
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    const navigation = page.getByRole('navigation');
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Health',
      'Held and failed mail',
      'All organizations',
    ]);
    await page.getByRole('heading', { name: 'Second factor required' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${origin}/console/profile`);
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await navigation.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);

  it('signs in with a provider, and returns to the page that was asked for', async () => {
    const { id: organizationId } = await createOrganization(api.context.pool);
    const { email } = await createMember(api.context.pool, { organizationId });
    const { page, context, problems } = await openWindow(browser);
    await provider.signIn({ sub: 'ada', email, email_verified: true });
    await page.goto(`${origin}/console/domains?mode=test`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
    expect(page.url()).toBe(`${origin}/console/domains?mode=test`);
    // Only the provider was asked besides the console.
    expect(problems.filter((problem) => !problem.startsWith(`asks ${provider.issuer}/`))).toEqual([]);
    await context.close();
  }, 120_000);

  it('asks the provider again before a sensitive change, and returns to make it', async () => {
    const { pool } = api.context;
    const { id: organizationId } = await createOrganization(pool);
    const { id, email } = await createMember(pool, { organizationId, passwordHash });
    const { page, context } = await openWindow(browser, { scheme: 'dark' });
    await provider.signIn({ sub: 'grace', email, email_verified: true });
    await page.goto(`${origin}/console/profile`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await pool.query(
      `UPDATE user_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [id],
    );
    const unlink = async () => {
      await page.getByRole('button', { name: 'Unlink' }).click();
      await page
        .getByRole('dialog', { name: 'Unlink Acme?' })
        .getByRole('button', { name: 'Unlink' })
        .click();
    };
    await unlink();
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await unlink();
    await page.getByText('Acme unlinked').waitFor();
    expect(await page.getByRole('button', { name: 'Unlink' }).count()).toBe(0);
    await context.close();
  }, 120_000);

  it('says why a provider refused a sign-in', async () => {
    const { page, context } = await openWindow(browser);
    await provider.signIn({ sub: 'eve', email: 'eve@example.com', email_verified: true });
    await page.goto(`${origin}/console/sign-in`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('alert').getByText('There is no user with your email address').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await context.close();
  }, 120_000);

  it('keeps a session at 127.0.0.1 as at localhost, when both are this machine', async () => {
    const { email } = await createUser(api.context.pool, { isOperator: true, passwordHash });
    const { page, context } = await openWindow(browser);
    const other = origin.replace('localhost', '127.0.0.1');
    await fillSignIn(page, { origin: other, email, password });
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await context.close();
  }, 120_000);

  it('shows a user without an organization no page of one', async () => {
    const { email } = await createUser(api.context.pool, { passwordHash });
    const { page, context } = await openWindow(browser);
    await fillSignIn(page, { origin, email, password });
    await page.getByText('No organization', { exact: true }).waitFor();
    await page.goto(`${origin}/console/operator`);
    await page.getByText('No organization', { exact: true }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([]);
    await context.close();
  }, 120_000);
});
