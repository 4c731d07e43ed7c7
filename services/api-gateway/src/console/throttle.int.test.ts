import { createPasswords } from '@postrider/identity';
import { createMember, createOrganization, type MemberFixture } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

const password = 'paper lantern river seventeen';
let member: MemberFixture;

const api = useApi({ shared: true, limits: { trustedProxyHops: 1 } });
beforeEach(async () => {
  const passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  const { id: organizationId } = await createOrganization(api.pool);
  member = await createMember(api.pool, { organizationId, passwordHash });
});

const attempt = async (browser: ConsoleBrowser, given: string, email = member.email) =>
  (await browser.post('/session', { email, password: given })).refusal;

it('refuses a network after 20 failures, also when they come at once, and whatever the accounts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_none, index) =>
      attempt(openBrowser(api, { address: '192.0.2.1' }), 'wrong', `u${index}@example.com`),
    ),
  );
  expect(answers.filter((refusal) => refusal === '401 invalid_credentials')).toHaveLength(20);
  expect(answers.filter((refusal) => refusal === '429 rate_limited')).toHaveLength(10);
  expect(await attempt(openBrowser(api, { address: '192.0.2.2' }), password)).toBeNull();
});

it('gives each of many networks one guess at an account that failed ten times, and never locks its owner out', async () => {
  const networks = Array.from({ length: 12 }, (_none, index) =>
    openBrowser(api, { address: `198.51.100.${index + 1}` }),
  );
  const known = openBrowser(api, { address: '203.0.113.1' });
  expect(await attempt(known, password)).toBeNull();
  for (const browser of networks) expect(await attempt(browser, 'wrong')).toBe('401 invalid_credentials');
  for (const browser of networks) expect(await attempt(browser, 'wrong')).toBe('429 rate_limited');
  // The owner elsewhere, and on a device that has signed in before, behind an attacker's own address.
  expect(await attempt(openBrowser(api, { address: '203.0.113.2' }), password)).toBeNull();
  const sharing = openBrowser(api, { address: '198.51.100.1' });
  for (const [name, value] of known.cookies) sharing.cookies.set(name, value);
  expect(await attempt(sharing, password)).toBeNull();
});

it('treats an unknown address as a known one', async () => {
  const refusals = async (email: string, address: string) => {
    const browser = openBrowser(api, { address });
    const found: (string | null)[] = [];
    for (let tries = 0; tries < 12; tries += 1) found.push(await attempt(browser, 'wrong', email));
    return found;
  };
  expect(await refusals('unknown@example.com', '192.0.2.50')).toEqual(
    await refusals(member.email, '192.0.2.51'),
  );
});
