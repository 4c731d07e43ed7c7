import { Secret, TOTP } from 'otpauth';
import { createMember } from '@postrider/testkit';
import { expectAccessible, fillSignIn, signOut } from '../../test/console-session';
import { describeInBrowser } from '../../test/start-browser';
import { startConsole, type TestConsole } from '../../test/start-console';

const periodMs = 30_000;
const codeOf = (secret: string, stepsAhead: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * periodMs });

describeInBrowser('second factors in a browser', () => {
  let console: TestConsole;
  beforeAll(async () => {
    console = await startConsole();
  });
  afterAll(() => console.close());

  it('signs in with an authenticator app, and with a recovery code', async () => {
    const { api, origin, organizationId, passwordHash, password } = console;
    const user = await createMember(api.context.pool, { organizationId, passwordHash, role: 'admin' });
    const { email } = user;
    const { page, context, problems } = await console.openAs(user, 'profile');
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    const secret = ((await dialog.getByRole('region', { name: 'Secret' }).textContent()) ?? '').trim();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 0));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '';
    await expectAccessible(page, 'recovery-codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();

    await signOut(page, user);
    await fillSignIn(page, { origin, email, password });
    await page.locator('input[inputmode="numeric"]:focus').waitFor();
    await expectAccessible(page, 'code-asked');
    await page.keyboard.type(codeOf(secret, 1));
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

    await signOut(page, user);
    await fillSignIn(page, { origin, email, password });
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes.trim().split('\n')[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('asks for the password before it creates an ADMIN key long after the sign-in', async () => {
    await console.api.context.pool.query(
      `UPDATE user_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [console.owner.id],
    );
    const { page, problems } = await console.open('api-keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create live key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Admin');
    await form.getByRole('combobox', { name: 'Permission' }).click();
    await page.getByRole('option', { name: 'ADMIN' }).click();
    await form.getByRole('button', { name: 'Create key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill('wrong');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByRole('alert').waitFor();
    await expectAccessible(page, 'reauthentication');
    await proof.getByLabel('Password', { exact: true }).fill(console.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('region', { name: 'API key' }).getByText('pr_live_').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
