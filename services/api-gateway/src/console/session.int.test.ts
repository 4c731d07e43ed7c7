import type { SessionResource, SignInResult } from '@postrider/contracts/console';
import { createPasswords } from '@postrider/identity';
import { createApiKey, createMember, createOrganization, type MemberFixture } from '@postrider/testkit';
import { cookieNames, openBrowser } from '../../test/console-browser';
import { startTestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const password = 'paper lantern river seventeen';
let member: MemberFixture;
let passwordHash: string;

const api = useApi({ alone: true });
beforeAll(async () => {
  passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
});
beforeEach(async () => {
  const { id: organizationId } = await createOrganization(api.pool, { kind: 'internal' });
  member = await createMember(api.pool, { organizationId, passwordHash, role: 'admin' });
});

const signIn = (email = member.email, given = password, browser = openBrowser(api)) =>
  browser.post<SignInResult>('/session', { email, password: given });

it('signs in with address and password, whatever the case of the address', async () => {
  const browser = openBrowser(api);
  const { body, headers } = await signIn(member.email.toUpperCase(), password, browser);
  expect(body.session).toMatchObject({
    user: { id: member.id, email: member.email },
    organizations: [{ organization_id: member.organizationId, role: 'admin', domain_ids: null }],
    second_factor: false,
    recently_authenticated_until: expect.any(String),
  });
  const lines = headers.getSetCookie().filter((line) => line.startsWith(cookieNames.session));
  expect(lines).toEqual([
    expect.stringMatching(
      /^__Host-postrider_session=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  expect((await browser.get<SessionResource>('/session')).body.id).toBe(body.session?.id);
});

it('stores no token of a session', async () => {
  const browser = openBrowser(api);
  await signIn(member.email, password, browser);
  const { rows } = await api.pool.query<{ row: string }>(
    'SELECT to_jsonb(s)::text AS row FROM user_sessions s',
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(browser.cookies.get(cookieNames.session));
});

it('answers unknown addresses, users without a password and wrong passwords alike', async () => {
  const passwordless = await createMember(api.pool, { organizationId: member.organizationId });
  const answers = await Promise.all(
    ['unknown@example.com', passwordless.email, member.email].map((email) => signIn(email, 'wrong')),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.refusal).toBe('401 invalid_credentials');
});

it('calls the public API as a member of the organization that a header names', async () => {
  const browser = openBrowser(api, member);
  const { organizationId } = member;
  expect((await browser.get<{ id: string }>('/organization', { organizationId })).body.id).toBe(
    organizationId,
  );
  expect((await browser.get('/organization')).refusal).toBe('422 validation_error');
  const foreign = await createOrganization(api.pool);
  expect((await browser.get('/organization', { organizationId: foreign.id })).refusal).toBe('404 not_found');
});

it('takes sessions only, and the public API keys only', async () => {
  const key = await createApiKey(api.pool, { organizationId: member.organizationId });
  const { organizationId } = member;
  const bearer = { authorization: `Bearer ${key.token}` };
  const browser = openBrowser(api);
  expect((await browser.get('/organization', { organizationId, headers: bearer })).refusal).toBe(
    '401 unauthorized',
  );
  const cookie = { cookie: `${cookieNames.session}=${member.sessionToken}` };
  expect((await api.send('/organization', { method: 'GET', headers: cookie })).refusal).toBe(
    '401 unauthorized',
  );
});

it('ends a session on every replica with the next request', async () => {
  const replica = await startTestApi({ replicaOf: api });
  try {
    const [one, other] = [openBrowser(api, member), openBrowser(replica, member)];
    expect((await other.get('/session')).status).toBe(200);
    expect((await one.send('DELETE', '/session')).status).toBe(204);
    expect((await other.get('/session')).refusal).toBe('401 unauthorized');
    expect((await other.get('/organization', member)).refusal).toBe('401 unauthorized');
  } finally {
    await replica.close();
  }
});

it('takes a removed or demoted member at their word no longer, on every replica', async () => {
  const replica = await startTestApi({ replicaOf: api });
  try {
    const browser = openBrowser(replica, member);
    const rename = () =>
      browser.send('PATCH', '/organization', {
        organizationId: member.organizationId,
        body: { name: 'New' },
      });
    expect((await rename()).status).toBe(200);
    const { pool } = api;
    await pool.query(`UPDATE memberships SET role = 'member' WHERE id = $1`, [member.membershipId]);
    expect((await rename()).refusal).toBe('403 forbidden');
    await pool.query('DELETE FROM memberships WHERE id = $1', [member.membershipId]);
    expect((await rename()).refusal).toBe('404 not_found');
  } finally {
    await replica.close();
  }
});

describe('a request of another site', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
  ])('changes nothing: %s', async (_name, headers) => {
    const browser = openBrowser(api, member);
    const { organizationId } = member;
    const calls = [
      browser.send('PATCH', '/organization', { organizationId, headers, body: { name: 'Evil' } }),
      browser.send('DELETE', '/session', { headers }),
      browser.post('/session', { email: member.email, password }, { headers }),
    ];
    for (const { refusal } of await Promise.all(calls)) expect(refusal).toBe('403 cross_site_request');
    expect((await browser.get('/session')).status).toBe(200);
  });
});

it('ignores a session cookie that someone planted: signing in begins a new session', async () => {
  const browser = openBrowser(api, { sessionToken: 'A'.repeat(43) });
  await signIn(member.email, password, browser);
  expect(browser.cookies.get(cookieNames.session)).not.toBe('A'.repeat(43));
  const twice = {
    cookie: `${cookieNames.session}=${member.sessionToken}; ${cookieNames.session}=${'A'.repeat(43)}`,
  };
  expect((await openBrowser(api).get('/session', { headers: twice })).refusal).toBe('401 unauthorized');
});

it('ends the session that the browser had, also when another user signs in', async () => {
  const browser = openBrowser(api);
  await signIn(member.email, password, browser);
  const tokens = [browser.cookies.get(cookieNames.session)];
  const other = await createMember(api.pool, {
    ...{ organizationId: member.organizationId, passwordHash },
  });
  for (const email of [member.email, other.email]) {
    expect((await signIn(email, password, browser)).status).toBe(200);
    tokens.push(browser.cookies.get(cookieNames.session));
  }
  const alive = await Promise.all(
    tokens.map(
      async (sessionToken = '') => (await openBrowser(api, { sessionToken }).get('/session')).status,
    ),
  );
  expect(alive).toEqual([401, 401, 200]);
  // A failed sign-in ends nothing.
  expect((await signIn(member.email, 'wrong', browser)).status).toBe(401);
  expect((await browser.get('/session')).status).toBe(200);
});

it('takes no other token for one of a session', async () => {
  const { pool } = api;
  const browser = openBrowser(api);
  await signIn(member.email, password, browser);
  const token = browser.cookies.get(cookieNames.session) ?? '';
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT translate(encode(token_hash, 'base64'), '+/=', '-_') AS hash FROM user_sessions WHERE user_id = $1`,
    [member.id],
  );
  const begun = openBrowser(api);
  await begun.post('/session/passkey/options');
  const otherEnd = token.endsWith('AA') ? 'BA' : 'AA';
  const others = [
    ...['', token.slice(1), `${token}A`, token.toLowerCase(), `${token.slice(0, -2)}${otherEnd}`],
    // What a copy of the database has, what a step of signing in has, and what recognizes a device.
    ...rows.map(({ hash }) => hash),
    ...[begun.cookies.get(cookieNames.challenge), browser.cookies.get(cookieNames.device)],
  ];
  for (const sessionToken of others) {
    const forged = openBrowser(api, { sessionToken: sessionToken ?? '' });
    expect((await forged.get('/session')).refusal).toBe('401 unauthorized');
  }
  expect((await browser.get('/session')).status).toBe(200);
});

it('ends idle and old sessions', async () => {
  const { pool } = api;
  const browser = openBrowser(api, member);
  await pool.query(`UPDATE user_sessions SET last_seen_at = now() - interval '61 minutes' WHERE id = $1`, [
    member.sessionId,
  ]);
  expect((await browser.get('/session')).refusal).toBe('401 unauthorized');
  await pool.query(`UPDATE user_sessions SET last_seen_at = now(), expires_at = now() WHERE id = $1`, [
    member.sessionId,
  ]);
  expect((await browser.get('/session')).refusal).toBe('401 unauthorized');
});
