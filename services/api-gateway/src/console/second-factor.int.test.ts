import type { ProfileResource, SignInResult } from '@postrider/contracts/console';
import { createPasswords } from '@postrider/identity';
import { createMember, type MemberFixture } from '@postrider/testkit';
import { Secret, TOTP } from 'otpauth';
import { openBrowser, type ConsoleBrowser } from '../../test/console-browser';
import {
  createSoftwarePasskey,
  type PasskeyOptionsJson,
  type SoftwarePasskey,
} from '../../test/software-passkey';
import { consoleOrigin } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const password = 'paper lantern river seventeen';
let member: MemberFixture;
let passwordHash: string;

const api = useApi({ alone: true });
beforeAll(async () => {
  passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
});
beforeEach(async () => {
  member = await createMember(api.pool, { organizationId: api.organizationId, passwordHash });
});

const periodMs = 30_000;
const codeOf = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
/** Valid until a period after the next one: also when another one begins before it is looked at. */
const nextCode = (secret: string): string => codeOf(secret, Date.now() + periodMs);

/** Sets up an authenticator app with the present code; the next one, which is accepted already, can still be used. */
async function enableTotp(browser: ConsoleBrowser): Promise<{ secret: string; codes: string[] }> {
  const { body } = await browser.post<{ secret: string }>('/profile/totp');
  const confirmed = await browser.post<{ codes: string[] }>('/profile/totp/confirm', {
    code: codeOf(body.secret),
  });
  return { secret: body.secret, codes: confirmed.body.codes };
}

const begin = async (): Promise<ConsoleBrowser> => {
  const browser = openBrowser(api);
  const { body } = await browser.post<SignInResult>('/session', { email: member.email, password });
  expect(body).toEqual({ next: 'totp', session: null });
  expect((await browser.get('/session')).refusal).toBe('401 unauthorized');
  return browser;
};

describe('an authenticator app', () => {
  it('is required after the password, and each code works once', async () => {
    const { secret } = await enableTotp(openBrowser(api, member));
    const code = nextCode(secret);
    const both = await Promise.all([begin(), begin()]);
    const answers = await Promise.all(
      both.map((browser) => browser.post<SignInResult>('/session/totp', { code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(answers.find(({ status }) => status === 200)?.body.session?.second_factor).toBe(true);
    expect((await (await begin()).post('/session/totp', { code })).refusal).toBe('401 invalid_credentials');
  });

  it('stores its secret sealed', async () => {
    const { secret } = await enableTotp(openBrowser(api, member));
    const { rows } = await api.pool.query<{ row: string }>(
      'SELECT to_jsonb(u)::text AS row FROM users u WHERE id = $1',
      [member.id],
    );
    expect(rows[0]?.row).toContain('"totp_secret": "v1.');
    expect(rows[0]?.row).not.toContain(secret);
  });

  it('can be replaced by a recovery code, once each', async () => {
    const { codes } = await enableTotp(openBrowser(api, member));
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    const use = async () =>
      (await (await begin()).post('/session/totp', { recovery_code: code.toLowerCase() })).refusal;
    expect([await use(), await use()]).toEqual([null, '401 invalid_credentials']);
    const profile = await openBrowser(api, member).get<ProfileResource>('/profile');
    expect(profile.body.recovery_codes_left).toBe(9);
  });

  it('takes five wrong codes for one sign-in, and ten in all from new devices, whatever their networks', async () => {
    await enableTotp(openBrowser(api, member));
    const browser = await begin();
    const wrong = async (each: ConsoleBrowser) =>
      (await each.post('/session/totp', { code: '000000' })).refusal;
    for (let tries = 0; tries < 5; tries += 1) expect(await wrong(browser)).toBe('401 invalid_credentials');
    expect(await wrong(browser)).toBe('401 invalid_credentials');
    const again = await begin();
    for (let tries = 0; tries < 5; tries += 1) await wrong(again);
    expect(await wrong(await begin())).toBe('429 rate_limited');
  });

  it('requires a recent authentication to be removed, which a code gives', async () => {
    const { secret } = await enableTotp(openBrowser(api, member));
    await api.pool.query(`UPDATE user_sessions SET authenticated_at = now() - interval '11 minutes'`);
    const browser = openBrowser(api, member);
    expect((await browser.send('DELETE', '/profile/totp')).refusal).toBe('403 reauthentication_required');
    expect((await browser.post('/session/reauthenticate', { password: 'wrong' })).refusal).toBe(
      '401 invalid_credentials',
    );
    expect((await browser.post('/session/reauthenticate', { code: nextCode(secret) })).status).toBe(200);
    expect((await browser.send('DELETE', '/profile/totp')).status).toBe(204);
  });
});

describe('a passkey', () => {
  type Options = { options: PasskeyOptionsJson };
  const add = async (browser: ConsoleBrowser, key = createSoftwarePasskey(), origin = consoleOrigin) => {
    const { body } = await browser.post<Options>('/profile/passkeys/options');
    const answer = await browser.post('/profile/passkeys', {
      name: 'Laptop',
      response: key.create(body.options, origin),
    });
    return { key, answer };
  };
  const signIn = async (key: SoftwarePasskey, origin = consoleOrigin) => {
    const browser = openBrowser(api);
    const { body } = await browser.post<Options>('/session/passkey/options');
    const response = key.get(body.options, origin);
    return { browser, response, answer: await browser.post<SignInResult>('/session/passkey', { response }) };
  };

  it('signs in as the only step, and counts as two factors', async () => {
    const { key, answer } = await add(openBrowser(api, member));
    expect(answer.status).toBe(201);
    const { answer: signedIn } = await signIn(key);
    expect(signedIn.body.session).toMatchObject({ user: { id: member.id }, second_factor: true });
  });

  it('of another origin is refused, when it is added and when it signs in', async () => {
    const evil = 'https://console.postrider.test.evil.example';
    const { answer } = await add(openBrowser(api, member), createSoftwarePasskey(), evil);
    expect(answer.refusal).toBe('401 invalid_credentials');
    const { key } = await add(openBrowser(api, member));
    expect((await signIn(key, evil)).answer.refusal).toBe('401 invalid_credentials');
  });

  it('cannot be replayed, nor used in another browser', async () => {
    const { key } = await add(openBrowser(api, member));
    const { browser, response } = await signIn(key);
    expect((await browser.post('/session/passkey', { response })).refusal).toBe('401 invalid_credentials');
    const other = openBrowser(api);
    await other.post('/session/passkey/options');
    expect((await other.post('/session/passkey', { response })).refusal).toBe('401 invalid_credentials');
  });

  it('cannot be removed when it is the last way to sign in', async () => {
    const browser = openBrowser(api, member);
    const { answer } = await add(browser);
    await api.pool.query('UPDATE users SET password_hash = NULL WHERE id = $1', [member.id]);
    const path = `/profile/passkeys/${(answer.body as { id: string }).id}`;
    expect((await browser.send('DELETE', path)).refusal).toBe('409 last_sign_in_method');
  });
});

it('ends all other sessions when the password changes', async () => {
  const [browser, other] = [openBrowser(api, member), openBrowser(api)];
  await other.post('/session', { email: member.email, password });
  const change = { current_password: password, new_password: 'another lantern river nine' };
  expect((await browser.post('/profile/password', { ...change, current_password: 'x' })).refusal).toBe(
    '401 invalid_credentials',
  );
  expect((await browser.post('/profile/password', change)).status).toBe(200);
  expect([(await browser.get('/session')).status, (await other.get('/session')).refusal]).toEqual([
    200,
    '401 unauthorized',
  ]);
});
