import type { PasskeyResource, SessionSummary } from '@postrider/contracts/console';
import { createPasswords } from '@postrider/identity';
import { createUser } from '@postrider/testkit';
import { Secret, TOTP } from 'otpauth';
import { openBrowser } from '../../test/console-browser';
import { createSoftwarePasskey, type PasskeyOptionsJson } from '../../test/software-passkey';
import { consoleOrigin } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const password = 'paper lantern river seventeen';

const api = useApi({ alone: true });

it('records each change of how a user signs in, with the user, and no secret', async () => {
  const { pool } = api;
  const passwordHash = await createPasswords().hash(password, { network: 'test', isKnownDevice: true });
  const user = await createUser(pool, { passwordHash, name: 'Ada' });
  const browser = openBrowser(api, user);
  const done = async (answer: Promise<{ readonly status: number }>) =>
    expect((await answer).status).toBeLessThan(300);

  await done(browser.send('PATCH', '/profile', { body: { name: 'Ada Byron' } }));
  const change = { current_password: password, new_password: 'another lantern river nine' };
  await done(browser.post('/profile/password', change));

  const { body: totp } = await browser.post<{ secret: string }>('/profile/totp');
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  await done(browser.post('/profile/totp/confirm', { code }));
  await done(browser.post('/profile/recovery-codes'));
  await done(browser.send('DELETE', '/profile/totp'));

  const { body: options } = await browser.post<{ options: PasskeyOptionsJson }>('/profile/passkeys/options');
  const response = createSoftwarePasskey().create(options.options, consoleOrigin);
  const { body: passkey } = await browser.post<PasskeyResource>('/profile/passkeys', {
    name: 'Laptop',
    response,
  });
  await done(browser.send('PATCH', `/profile/passkeys/${passkey.id}`, { body: { name: 'Desk' } }));
  await done(browser.send('DELETE', `/profile/passkeys/${passkey.id}`));

  const signIn = { email: user.email, password: change.new_password };
  await done(openBrowser(api).post('/session', signIn));
  const { body: sessions } = await browser.get<{ data: SessionSummary[] }>('/profile/sessions');
  const other = sessions.data.find(({ is_current: isCurrent }) => !isCurrent);
  await done(browser.send('DELETE', `/profile/sessions/${other?.id}`));
  await done(openBrowser(api).post('/session', signIn));
  await done(browser.send('DELETE', '/profile/sessions'));

  const { rows } = await pool.query<{ action: string; actor: string; after: unknown }>(
    `SELECT action, actor_type || ' ' || actor_name AS actor, after, organization_id, request_id IS NOT NULL AS "isOfRequest"
       FROM audit_entries WHERE target_type = 'user' AND target_id = $1 ORDER BY id`,
    [user.id],
  );
  const of = { actor: 'user Ada Byron', organization_id: null, isOfRequest: true };
  expect(rows).toEqual([
    { ...of, action: 'user.update', after: { name: 'Ada Byron' } },
    { ...of, action: 'user.set_password', after: { ended_sessions: 0 } },
    ...['enable_totp', 'renew_recovery_codes', 'disable_totp'].map((verb) => ({
      ...{ ...of, action: `user.${verb}`, after: null },
    })),
    { ...of, action: 'user.add_passkey', after: { passkey_id: passkey.id, name: 'Laptop' } },
    { ...of, action: 'user.rename_passkey', after: { passkey_id: passkey.id, name: 'Desk' } },
    { ...of, action: 'user.remove_passkey', after: null },
    { ...of, action: 'user.end_session', after: { session_id: other?.id } },
    { ...of, action: 'user.end_sessions', after: { ended: 1 } },
  ]);
});

it('records nothing when nothing changes', async () => {
  const { pool } = api;
  const user = await createUser(pool, { name: 'Ada' });
  const browser = openBrowser(api, user);
  const { body: options } = await browser.post<{ options: PasskeyOptionsJson }>('/profile/passkeys/options');
  const response = createSoftwarePasskey().create(options.options, consoleOrigin);
  const { body: passkey } = await browser.post<PasskeyResource>('/profile/passkeys', {
    name: 'Desk',
    response,
  });
  const answers = await Promise.all([
    browser.send('PATCH', '/profile', { body: { name: 'Ada' } }),
    browser.send('PATCH', `/profile/passkeys/${passkey.id}`, { body: { name: 'Desk' } }),
    browser.send('DELETE', '/profile/sessions'),
  ]);
  expect(answers.map(({ refusal }) => refusal)).toEqual([null, null, null]);
  const { rows } = await pool.query(
    `SELECT action FROM audit_entries WHERE target_type = 'user' AND target_id = $1`,
    [user.id],
  );
  expect(rows).toEqual([{ action: 'user.add_passkey' }]);
});
