import { once } from 'node:events';
import net from 'node:net';
import type {
  InvitationResource,
  ProfileResource,
  SessionResource,
  SignInResult,
} from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import { createPasswords } from '@postrider/identity';
import { createMember, createOrganization, createUser } from '@postrider/testkit';
import { Secret, TOTP } from 'otpauth';
import { openBrowser, type ConsoleBrowser } from '../../test/console-browser';
import { startTestProvider, type Person, type TestProvider } from '../../test/openid-provider';
import { consoleOrigin, request, startTestApi, type TestApi } from '../../test/test-api';

const password = 'paper lantern river seventeen';
const organizationSlug = `acme-${process.pid}`;

/** One provider for each setting, since a gateway reads its settings once. */
const ids = ['invited', 'never', 'always', 'blocked', 'bound'] as const;
type Id = (typeof ids)[number];

let api: TestApi;
let providers: Record<Id, TestProvider>;
let organizationId: string;

beforeAll(async () => {
  const started = await Promise.all(ids.map((id) => startTestProvider({ id, origin: consoleOrigin })));
  providers = Object.fromEntries(ids.map((id, index) => [id, started[index]])) as typeof providers;
  const roles = { 'mail-admins': 'admin', staff: 'member' } as const;
  api = await startTestApi({
    limits: {
      console: {
        passwordSignIn: false,
        providers: [
          providers.invited.setting({ email_domains: ['acme.example'] }),
          providers.never.setting({ create: 'never' }),
          providers.always.setting({
            ...{ create: 'always', email_domains: ['acme.example'], organization: organizationSlug },
            ...{ role_claim: 'groups', roles },
          }),
          providers.blocked.setting({ private_network: false }),
          providers.bound.setting({ organization: organizationSlug, role: 'viewer' }),
        ],
      },
    },
  });
  ({ id: organizationId } = await createOrganization(api.context.pool, { slug: organizationSlug }));
});
afterAll(async () => {
  await api.close();
  await Promise.all(Object.values(providers).map((provider) => provider.close()));
});
afterEach(() => Promise.all(Object.values(providers).map((provider) => provider.falsify(null))));

let people = 0;
function newPerson(claims: Partial<Person> = {}): Person & { readonly email: string } {
  const name = `person${(people += 1)}`;
  return {
    sub: name,
    email: `${name}@acme.example`,
    email_verified: true,
    name: 'Ada Byron',
    ...claims,
  };
}

/** A page of the console that redirects. */
async function redirectOf(browser: ConsoleBrowser, path: string): Promise<string> {
  const answer = await request(new URL(api.url + path), {
    method: 'GET',
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  browser.keep(answer.headers);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

/** As far as the provider's answer: the path of the console that it sends the browser to. */
async function answerOf(
  browser: ConsoleBrowser,
  id: Id,
  { person, query = '' }: { readonly person: Person | null; readonly query?: string },
): Promise<string> {
  await providers[id].signIn(person);
  const url = await redirectOf(browser, `/console/sign-in/${id}${query}`);
  const answer = await providers[id].follow(url);
  expect(answer.origin).toBe(consoleOrigin);
  return answer.pathname + answer.search;
}

interface SignedIn {
  readonly browser: ConsoleBrowser;
  readonly location: string;
}

async function signIn(id: Id, person: Person | null, query = ''): Promise<SignedIn> {
  const browser = openBrowser(api);
  return { browser, location: await redirectOf(browser, await answerOf(browser, id, { person, query })) };
}

const refused = (reason: string): string => `${consoleOrigin}/console/sign-in?error=${reason}`;
const session = async (browser: ConsoleBrowser) => (await browser.get<SessionResource>('/session')).body;

async function expectNoSession({ browser, location }: SignedIn, reason: string): Promise<void> {
  expect(location).toBe(refused(reason));
  expect((await browser.get('/session')).refusal).toBe('401 unauthorized');
}

async function usersWith(email: string): Promise<number> {
  const { rowCount } = await api.context.pool.query('SELECT FROM users WHERE email = $1', [email]);
  return rowCount ?? 0;
}

describe('the provider of one organization, without domains of addresses', () => {
  it('is linked with users of that organization', async () => {
    const { pool } = api.context;
    const member = await createMember(pool, { organizationId, role: 'member' });
    const { browser } = await signIn('bound', newPerson({ email: member.email }));
    expect((await session(browser)).user.id).toBe(member.id);
    const lone = await createUser(pool, {});
    const joined = await signIn('bound', newPerson({ email: lone.email }));
    expect((await session(joined.browser)).organizations).toMatchObject([{ role: 'viewer' }]);
  });

  it('is linked with no operator, no user of another organization and no one invited to another', async () => {
    const { pool } = api.context;
    const { id: otherId } = await createOrganization(pool);
    const operator = await createMember(pool, { organizationId, isOperator: true });
    const other = await createMember(pool, { organizationId: otherId });
    const email = `invited${process.pid}@globex.example`;
    const invited = await openBrowser(api, other).post(
      ...([
        '/invitations',
        { email, role: 'owner', send_email: false },
        { organizationId: otherId },
      ] as const),
    );
    expect(invited.status).toBe(201);
    for (const claimed of [operator.email, other.email, email]) {
      await expectNoSession(await signIn('bound', newPerson({ email: claimed })), 'not_allowed');
    }
    expect(await usersWith(email)).toBe(0);
  });

  it('no longer signs in a user who became an operator', async () => {
    const member = await createMember(api.context.pool, { organizationId });
    const person = newPerson({ email: member.email });
    await signIn('bound', person);
    await api.context.pool.query('UPDATE users SET is_operator = true WHERE id = $1', [member.id]);
    await expectNoSession(await signIn('bound', person), 'not_allowed');
  });
});

describe('a user who exists', () => {
  it('keeps the last passkey where passwords are disabled, or only an old provider is linked', async () => {
    const { pool } = api.context;
    const user = await createUser(pool, { passwordHash: 'x' });
    const passkeyId = newId();
    await pool.query(
      `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports, is_synced)
       VALUES ($1::uuid, $2, 'Laptop', 'of the test', '', 0, '{}', false)`,
      [passkeyId, user.id],
    );
    const link = (issuer: string) =>
      pool.query('INSERT INTO user_identities (issuer, subject, user_id) VALUES ($1, $2, $3)', [
        ...[issuer, user.email, user.id],
      ]);
    const remove = async () =>
      (await openBrowser(api, user).send('DELETE', `/profile/passkeys/${passkeyId}`)).refusal;
    expect(await remove()).toBe('409 last_sign_in_method');
    await link('https://gone.example');
    expect(await remove()).toBe('409 last_sign_in_method');
    await link(providers.never.issuer);
    expect(await remove()).toBeNull();
  });

  it('signs in by verified address, is linked, and then is known whatever their address', async () => {
    const person = newPerson();
    const user = await createUser(api.context.pool, { email: person.email });
    const first = await signIn('never', { ...person, email: person.email.toUpperCase() });
    expect(first.location).toBe(`${consoleOrigin}/console`);
    expect((await session(first.browser)).user.id).toBe(user.id);
    expect((await first.browser.get<ProfileResource>('/profile')).body.providers).toEqual(['never']);
    const again = await signIn('never', { ...person, email: 'other@acme.example', email_verified: false });
    expect((await session(again.browser)).user.id).toBe(user.id);
    const { rows } = await api.context.pool.query(
      `SELECT action, actor_name FROM audit_entries WHERE target_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ action: 'user.link_provider', actor_name: 'Ada' }]);
  });

  it('is not linked by an address that is not verified', async () => {
    const { email } = await createUser(api.context.pool, {});
    for (const verified of [false, 'true', undefined]) {
      const person = newPerson({ email, email_verified: verified });
      await expectNoSession(await signIn('never', person), 'email_not_verified');
    }
  });

  it('unlinks a provider while another way to sign in is left', async () => {
    const { pool } = api.context;
    const person = newPerson();
    const { id } = await createUser(pool, { email: person.email });
    const { browser } = await signIn('never', person);
    const unlink = async () => (await browser.send('DELETE', '/profile/providers/never')).refusal;
    expect(await unlink()).toBe('409 last_sign_in_method');
    await signIn('invited', person);
    expect(await unlink()).toBeNull();
    expect((await browser.get<ProfileResource>('/profile')).body.providers).toEqual(['invited']);
    expect(await unlink()).toBe('404 not_found');
    const { rows } = await pool.query(
      `SELECT before FROM audit_entries WHERE target_id = $1 AND action = 'user.unlink_provider'`,
      [id],
    );
    expect(rows).toEqual([{ before: { provider: 'never', issuer: providers.never.issuer } }]);
  });

  it('keeps the account when their address is given to another person', async () => {
    const person = newPerson();
    await createUser(api.context.pool, { email: person.email });
    await signIn('never', person);
    await expectNoSession(await signIn('never', newPerson({ email: person.email })), 'not_allowed');
  });

  it('is not linked by an address of another domain than those of the provider', async () => {
    const { email } = await createUser(api.context.pool, { email: 'eve@acme.example.evil.test' });
    await expectNoSession(await signIn('invited', newPerson({ email })), 'not_allowed');
  });

  it('still enters a code of their authenticator app', async () => {
    const person = newPerson();
    const user = await createUser(api.context.pool, { email: person.email });
    const settings = openBrowser(api, user);
    const { body: totp } = await settings.post<{ secret: string }>('/profile/totp');
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
    const { body: recovery } = await settings.post<{ codes: string[] }>('/profile/totp/confirm', { code });

    const { browser, location } = await signIn('never', person, '?next=%2Fdomains');
    expect(location).toBe(`${consoleOrigin}/console/sign-in?step=code&next=%2Fdomains`);
    expect((await browser.get('/session')).refusal).toBe('401 unauthorized');
    // The code that set the app up has been used.
    expect((await browser.post('/session/totp', { code })).refusal).toBe('401 invalid_credentials');
    const proof = { recovery_code: recovery.codes[0] };
    const { body } = await browser.post<SignInResult>('/session/totp', proof);
    expect(body.session).toMatchObject({ user: { id: user.id }, second_factor: true });
  });

  it('has authenticated when the provider says so, and not when they return from it', async () => {
    const person = newPerson();
    await createUser(api.context.pool, { email: person.email });
    const longAgo = Math.floor(Date.now() / 1_000) - 3_600;
    await providers.never.falsify({ claims: { auth_time: longAgo }, signature: 'own' });
    const { browser } = await signIn('never', person);
    expect((await session(browser)).recently_authenticated_until).toBeNull();
    expect((await browser.post('/profile/passkeys/options')).refusal).toBe('403 reauthentication_required');
  });

  it('replaces the session of the browser', async () => {
    const person = newPerson();
    const user = await createUser(api.context.pool, { email: person.email });
    const browser = openBrowser(api, user);
    await redirectOf(browser, await answerOf(browser, 'never', { person, query: '?again=1' }));
    expect((await openBrowser(api, user).get('/session')).refusal).toBe('401 unauthorized');
    expect((await session(browser)).recently_authenticated_until).not.toBeNull();
  });
});

describe('a user who does not exist', () => {
  it('is never created by a provider with create: never, also when invited', async () => {
    const person = newPerson();
    await invite(person.email);
    await expectNoSession(await signIn('never', person), 'not_invited');
    expect(await usersWith(person.email)).toBe(0);
  });

  it('is created with create: invited when invited, and then is a member', async () => {
    const person = newPerson();
    await expectNoSession(await signIn('invited', person), 'not_invited');
    expect(await usersWith(person.email)).toBe(0);
    await invite(person.email);
    const { browser } = await signIn('invited', person);
    const { user, organizations } = await session(browser);
    expect(user).toMatchObject({ email: person.email, name: 'Ada Byron' });
    expect(organizations).toMatchObject([{ organization_id: organizationId, role: 'viewer' }]);
    // The link of the invitation no longer works.
    const { rowCount } = await api.context.pool.query('SELECT FROM invitations WHERE email = $1', [
      person.email,
    ]);
    expect(rowCount).toBe(0);
  });

  it('is created with create: always in the domains of the provider alone, with the highest role of the claim', async () => {
    const person = newPerson({ groups: ['staff', 'mail-admins', 'others'] });
    const { browser } = await signIn('always', person);
    expect((await session(browser)).organizations).toMatchObject([{ role: 'admin' }]);
    await expectNoSession(
      await signIn('always', newPerson({ email: 'eve@other.example', groups: ['staff'] })),
      'not_allowed',
    );
  });

  it('is one user after two first sign-ins at once', async () => {
    const person = newPerson({ groups: ['staff'] });
    const browsers = [openBrowser(api), openBrowser(api)];
    const answers: string[] = [];
    for (const browser of browsers) answers.push(await answerOf(browser, 'always', { person }));
    const locations = await Promise.all(
      browsers.map((browser, index) => redirectOf(browser, answers[index] ?? '')),
    );
    expect(locations).toEqual([`${consoleOrigin}/console`, `${consoleOrigin}/console`]);
    expect(await usersWith(person.email)).toBe(1);
  });
});

it('follows the claim with each sign-in, and leaves the last owner their role', async () => {
  const person = newPerson({ groups: ['mail-admins'] });
  await signIn('always', person);
  const demoted = await signIn('always', { ...person, groups: ['staff'] });
  expect((await session(demoted.browser)).organizations).toMatchObject([{ role: 'member' }]);
  const unchanged = await signIn('always', { ...person, groups: ['others'] });
  expect((await session(unchanged.browser)).organizations).toMatchObject([{ role: 'member' }]);
  await api.context.pool.query(
    `UPDATE memberships SET role = 'admin' WHERE organization_id = $1 AND role = 'owner'`,
    [organizationId],
  );
  const owner = newPerson({ groups: ['staff'] });
  await createMember(api.context.pool, { organizationId, email: owner.email, role: 'owner' });
  const { browser } = await signIn('always', owner);
  expect((await session(browser)).organizations).toMatchObject([{ role: 'owner' }]);
  const { rows } = await api.context.pool.query(
    `SELECT actor_type, actor_name, before->>'role' AS before, after->>'role' AS after FROM audit_entries
      WHERE organization_id = $1 AND action = 'member.update'`,
    [organizationId],
  );
  expect(rows).toEqual([
    { actor_type: 'system', actor_name: 'provider always', before: 'admin', after: 'member' },
  ]);
});

describe('is refused', () => {
  it.each([
    ['changed after it was signed', { claims: { sub: 'victim' }, signature: 'kept' }],
    ['signed by another key', { signature: 'foreign' }],
    ['not signed', { signature: 'none' }],
    ['for another sign-in (nonce)', { claims: { nonce: 'another' }, signature: 'own' }],
    ['of another issuer', { claims: { iss: 'https://accounts.example' }, signature: 'own' }],
    ['for another client', { claims: { aud: 'another' }, signature: 'own' }],
    ['expired', { claims: { exp: 1_700_000_000 }, signature: 'own' }],
  ] as const)('an ID token: %s', async (_what, falsified) => {
    const person = newPerson();
    await createUser(api.context.pool, { email: person.email });
    await providers.never.falsify(falsified);
    await expectNoSession(await signIn('never', person), 'provider_failed');
  });

  it('an answer in another browser, a second time, or with another state', async () => {
    const person = newPerson();
    await createUser(api.context.pool, { email: person.email });
    const browser = openBrowser(api);
    const answer = await answerOf(browser, 'never', { person });
    expect(await redirectOf(openBrowser(api), answer)).toBe(refused('expired'));
    expect(await redirectOf(browser, answer)).toBe(`${consoleOrigin}/console`);
    expect(await redirectOf(browser, answer)).toBe(refused('expired'));
    const other = openBrowser(api);
    const changed = (await answerOf(other, 'never', { person })).replace(/state=[^&]+/, 'state=another');
    expect(await redirectOf(other, changed)).toBe(refused('provider_failed'));
  });

  it('an answer of another provider, whether its path or its issuer says so', async () => {
    const person = newPerson();
    await createUser(api.context.pool, { email: person.email });
    const browser = openBrowser(api);
    const answer = await answerOf(browser, 'never', { person });
    expect(await redirectOf(browser, answer.replace('/never/', '/invited/'))).toBe(refused('expired'));
    const other = openBrowser(api);
    const url = new URL(await answerOf(other, 'never', { person }), consoleOrigin);
    url.searchParams.set('iss', providers.invited.issuer);
    expect(await redirectOf(other, url.pathname + url.search)).toBe(refused('provider_failed'));
    const third = openBrowser(api);
    const without = new URL(await answerOf(third, 'never', { person }), consoleOrigin);
    without.searchParams.delete('iss');
    expect(await redirectOf(third, without.pathname + without.search)).toBe(refused('provider_failed'));
  });

  it('a sign-in that was canceled at the provider', async () => {
    await expectNoSession(await signIn('never', null), 'canceled');
  });

  it('a provider with a private address, unless its setting allows it', async () => {
    const browser = openBrowser(api);
    expect(await redirectOf(browser, '/console/sign-in/blocked')).toBe(refused('provider_failed'));
  });

  it('a provider that never answers, after a while', async () => {
    const silent = net.createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as net.AddressInfo;
    const setting = providers.never.setting({ issuer: `http://127.0.0.1:${port}` });
    const impatient = await startTestApi({
      replicaOf: api,
      limits: { console: { providers: [setting], providerTimeoutMs: 200 } },
    });
    const answer = await request(new URL(`${impatient.url}/console/sign-in/never`), { method: 'GET' });
    expect(answer.headers.get('location')).toBe(refused('provider_failed'));
    await impatient.close();
    silent.close();
  });

  it('a password, when passwords are disabled', async () => {
    const hash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
    const { email } = await createUser(api.context.pool, { passwordHash: hash });
    const browser = openBrowser(api);
    expect((await browser.post('/session', { email, password })).refusal).toBe('403 sign_in_method_disabled');
    expect((await browser.get('/session/providers')).body).toEqual({
      ...{ password: false, passkey: true },
      providers: ids.map((id) => ({ id, name: `Provider ${id}` })),
    });
  });
});

it.each([
  ['/emails?to=a%40b.c#x', '/console/emails?to=a%40b.c#x'],
  ['//evil.example/', '/console'],
  ['/\\evil.example', '/console'],
  ['https://evil.example/', '/console'],
  ['/..//evil.example', '/console//evil.example'],
  ['/\n//evil.example', '/console'],
  ['javascript:alert(1)', '/console'],
  [`/${'x'.repeat(3_000)}`, '/console'],
])('leads from %j to a page of the console', async (next, path) => {
  const person = newPerson();
  await createUser(api.context.pool, { email: person.email });
  const { location } = await signIn('never', person, `?${new URLSearchParams({ next }).toString()}`);
  expect(location).toBe(consoleOrigin + path);
});

/** As a viewer of the organization. */
async function invite(email: string): Promise<void> {
  const owner = await createMember(api.context.pool, { organizationId, role: 'owner' });
  const { status } = await openBrowser(api, owner).post<InvitationResource>(
    '/invitations',
    { email, role: 'viewer', send_email: false },
    { organizationId },
  );
  expect(status).toBe(201);
}
