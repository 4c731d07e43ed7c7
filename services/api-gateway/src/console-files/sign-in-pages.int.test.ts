import type { Browser } from 'playwright-core';
import { createPasswords } from '@postrider/identity';
import { createMember, createOrganization, createUser } from '@postrider/testkit';
import { fillSignIn, openWindow, expectAccessible, signOut, waitForNotice } from '../../test/console-session';
import { startTestProvider, type TestProvider } from '../../test/openid-provider';
import { describeInBrowser, startBrowser } from '../../test/start-browser';
import { startForwarder, type Forwarder } from '../../test/start-forwarder';
import { startTestApi, type TestApi } from '../../test/test-api';

const password = 'paper lantern river seventeen';

describeInBrowser('in a browser', () => {
  let api: TestApi;
  let forwarder: Forwarder;
  let browser: Browser;
  let origin: string;
  let passwordHash: string;
  let provider: TestProvider;

  beforeAll(async () => {
    forwarder = await startForwarder();
    ({ origin } = forwarder);
    provider = await startTestProvider({ id: 'acme', origin });
    api = await startTestApi({
      limits: { console: { origin, providers: [provider.setting({ name: 'Acme' })] } },
    });
    forwarder.forwardTo(api.url);
    browser = await startBrowser();
    passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  });
  afterAll(async () => {
    await browser.close();
    await forwarder.close();
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
      'Last hour',
      'Find email',
      'Held and failed mail',
      'Reviews',
      'Dead letters',
      'Organizations',
      'Users',
      'Domains',
      'Webhooks',
      'Imports',
      'Erase person',
      'Audit log',
      'Sites',
      'Addresses and transports',
      'Maintenance',
      'Storage',
    ]);
    await page.getByRole('heading', { name: 'Second factor required' }).waitFor();
    await expectAccessible(page, 'operator-only');
    await page.goto(`${origin}/console/profile`);
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await navigation.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

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
  });

  it('asks the provider again before a sensitive change, and returns to make it', async () => {
    const { pool } = api.context;
    const { id: organizationId } = await createOrganization(pool);
    const { id, email } = await createMember(pool, { organizationId, passwordHash });
    const { page, context } = await openWindow(browser);
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
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByRole('link', { name: 'Continue with Acme' }).click();
    // The page that is left shows the same heading.
    await proof.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await unlink();
    await waitForNotice(page, 'Acme unlinked');
    await page.getByRole('button', { name: 'Unlink' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('says why a provider refused a sign-in', async () => {
    const { page, context } = await openWindow(browser);
    await provider.signIn({ sub: 'eve', email: 'eve@example.com', email_verified: true });
    await page.goto(`${origin}/console/sign-in`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('alert').getByText('There is no user with your email address').waitFor();
    await expectAccessible(page, 'provider-refused');
    await context.close();
  });

  it('keeps a session at 127.0.0.1 as at localhost, when both are this machine', async () => {
    const { email } = await createUser(api.context.pool, { isOperator: true, passwordHash });
    const { page, context } = await openWindow(browser);
    const other = origin.replace('localhost', '127.0.0.1');
    await fillSignIn(page, { origin: other, email, password });
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    await signOut(page, { email });
    await context.close();
  });

  it('shows a user without an organization no page of one', async () => {
    const { email } = await createUser(api.context.pool, { passwordHash });
    const { page, context } = await openWindow(browser);
    await fillSignIn(page, { origin, email, password });
    await page.getByText('No organization', { exact: true }).waitFor();
    await page.goto(`${origin}/console/operator`);
    await page.getByText('No organization', { exact: true }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([]);
    await context.close();
  });
});
