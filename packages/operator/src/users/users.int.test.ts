import { createPasswords, listInvitations } from '@postrider/identity';
import { createMember, createOrganization } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator({ CONSOLE_URL: 'https://console.acme.example/' });
const link = /^https:\/\/console\.acme\.example\/console\/invitation#[\w-]{43}$/;

it('invites the first owner of an organization, which its audit log records', async () => {
  const { id, slug } = await createOrganization(operator.pool);
  const invite = () => operator.run('users', 'invite', 'Ada@acme.example', '--organization', slug);
  expect(
    JSON.parse(
      (await operator.run('--json', 'users', 'invite', 'Ada@acme.example', '--organization', slug)).stdout,
    ),
  ).toMatchObject({
    organization_id: id,
    role: 'owner',
    url: expect.stringMatching(link),
  });
  expect((await listInvitations(operator.pool, id)).map(({ email, role }) => [email, role])).toEqual([
    ['ada@acme.example', 'owner'],
  ]);
  expect((await invite()).stderr).toContain('There is an invitation for this address.');
  const entry = await operator.rowOf(
    'SELECT actor_type, actor_name, action FROM audit_entries WHERE organization_id = $1',
    [id],
  );
  expect(entry).toEqual({ actor_type: 'operator', actor_name: 'olga', action: 'invitation.create' });
});

it('invites operators of the platform, and makes a user one', async () => {
  const { url } = await operator.json<{ url: string }>(
    'users',
    'invite',
    'otto@acme.example',
    '--platform-operator',
  );
  expect(url).toMatch(link);
  const { id: organizationId } = await createOrganization(operator.pool);
  const { id, email } = await createMember(operator.pool, { organizationId });
  const isOperator = () => operator.rowOf('SELECT is_operator FROM users WHERE id = $1', [id]);
  await operator.json('users', 'operator', email);
  expect(await isOperator()).toEqual({ is_operator: true });
  await operator.json('users', 'operator', email, '--remove');
  expect(await isOperator()).toEqual({ is_operator: false });
  expect((await operator.run('users', 'operator', 'no@acme.example')).stderr).toContain('There is no user');
});

it('lists users, ends their sessions and resets their sign-in', async () => {
  const { id: organizationId, slug } = await createOrganization(operator.pool);
  const { id, email } = await createMember(operator.pool, { organizationId, role: 'admin' });
  await operator.pool.query(`UPDATE users SET totp_secret = 'v1.x', totp_enabled_at = now() WHERE id = $1`, [
    id,
  ]);
  const list = () => operator.json<object[]>('users', 'list', '--organization', slug);
  expect(await list()).toMatchObject([
    { id, email, has_second_factor: true, organizations: `${slug}: admin`, sessions: 1 },
  ]);
  expect(await operator.json('users', 'end-sessions', email)).toEqual({ email, ended: 1 });
  const { password } = await operator.json<{ password: string }>('users', 'reset', email);
  const row = await operator.rowOf<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE id = $1',
    [id],
  );
  const turn = { network: 'test', isKnownDevice: true };
  expect(await createPasswords().verify(row?.password_hash ?? null, password, turn)).toBe(true);
  expect(await list()).toMatchObject([{ has_second_factor: false, sessions: 0 }]);
});

it('records in the audit log who changed a user', async () => {
  const { id: organizationId } = await createOrganization(operator.pool);
  const { id, email } = await createMember(operator.pool, { organizationId });
  await operator.json('users', 'operator', email);
  await operator.json('users', 'operator', email, '--remove');
  await operator.json('users', 'end-sessions', email);
  await operator.json('users', 'reset', email);
  const entries = await operator.json<object[]>('audit', 'list', '--target', id);
  const by = { actor: 'operator', name: 'olga', target_type: 'user', target_id: id, organization: null };
  expect(entries).toMatchObject(
    ['user.reset', 'user.end_sessions', 'user.unset_operator', 'user.set_operator'].map((action) => ({
      ...by,
      action,
    })),
  );
  await operator.json('users', 'invite', 'nina@acme.example', '--platform-operator');
  expect(await operator.json('audit', 'list', '--action', 'user.invite_operator')).toMatchObject([
    ...[{ name: 'olga', after: { email: 'nina@acme.example' } }, {}],
  ]);
});
