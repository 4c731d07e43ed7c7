import type {
  InvitationResource,
  IssuedInvitation,
  MemberResource,
  SignInResult,
} from '@postrider/contracts/console';
import { createMember, createOrganization, createUser, type MemberFixture } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { createSoftwarePasskey, type PasskeyOptionsJson } from '../../test/software-passkey';
import { consoleOrigin } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const password = 'paper lantern river seventeen';
let owner: MemberFixture;

const api = useApi({ alone: true });
beforeEach(async () => {
  owner = await join({ name: 'Olivia' });
});

type MemberOf = Partial<Parameters<typeof createMember>[1]>;
const join = (member: MemberOf): Promise<MemberFixture> =>
  createMember(api.pool, { organizationId: api.organizationId, ...member });
const as = (member: MemberFixture) => {
  const browser = openBrowser(api, member);
  const call = { organizationId: api.organizationId };
  return {
    get: <Body>(path: string) => browser.get<Body>(path, call),
    post: <Body>(path: string, body?: unknown) => browser.post<Body>(path, body, call),
    patch: <Body>(path: string, body: unknown) => browser.send<Body>('PATCH', path, { ...call, body }),
    delete: (path: string) => browser.send('DELETE', path, call),
  };
};
const invite = (member: MemberFixture, body: object) =>
  as(member).post<IssuedInvitation>('/invitations', { email: 'grace@acme.example', role: 'member', ...body });
const tokenOf = ({ url }: IssuedInvitation): string => url.split('#')[1] ?? '';

describe('members', () => {
  it('are listed with roles, domains and rights', async () => {
    const domain = await api.createDomain();
    await join({ role: 'viewer', domainIds: [domain.id], export: false });
    const { body } = await as(owner).get<{ data: MemberResource[] }>('/members');
    expect(body.data.map(({ role, domain_ids, rights }) => ({ role, domain_ids, rights }))).toEqual([
      { role: 'viewer', domain_ids: [domain.id], rights: { content: true, export: false } },
      { role: 'owner', domain_ids: null, rights: { content: true, export: true } },
    ]);
  });

  it('get no more than who changes them has', async () => {
    const [own, other] = [await api.createDomain(), await api.createDomain()];
    const admin = await join({ role: 'admin' });
    const limited = await join({ role: 'admin', domainIds: [own.id], export: false });
    const member = await join({ role: 'member', domainIds: [own.id], export: false });
    const path = `/members/${member.membershipId}`;
    expect((await as(admin).patch(path, { role: 'owner' })).refusal).toBe('403 forbidden');
    expect((await as(admin).patch(`/members/${owner.membershipId}`, { role: 'viewer' })).refusal).toBe(
      '403 forbidden',
    );
    expect((await as(admin).delete(`/members/${owner.membershipId}`)).refusal).toBe('403 forbidden');
    expect((await as(limited).patch(path, { domain_ids: null })).refusal).toBe('403 forbidden_domain');
    expect((await as(limited).patch(path, { domain_ids: [other.id] })).refusal).toBe('403 forbidden_domain');
    expect((await as(limited).patch(path, { rights: { content: true, export: true } })).refusal).toBe(
      '403 forbidden',
    );
    expect((await as(limited).delete(`/members/${admin.membershipId}`)).refusal).toBe('403 forbidden_domain');
    expect((await as(member).patch(path, { role: 'admin' })).refusal).toBe('403 forbidden');
    expect((await as(limited).patch<MemberResource>(path, { role: 'viewer' })).body.role).toBe('viewer');
    expect((await as(owner).patch<MemberResource>(path, { role: 'owner' })).body.role).toBe('owner');
  });

  it.each([
    [{ content: true }, { content: true, export: false }],
    [{ export: true }, { content: false, export: true }],
    [{}, { content: false, export: false }],
  ])('keep the rights that a change to %j does not name', async (rights, after) => {
    const { membershipId } = await join({ role: 'member', content: false, export: false });
    const changed = await as(owner).patch<MemberResource>(`/members/${membershipId}`, { rights });
    expect(changed.body.rights).toEqual(after);
  });

  it('of another organization are not found', async () => {
    const foreign = await createMember(api.pool, {
      organizationId: (await createOrganization(api.pool)).id,
    });
    const path = `/members/${foreign.membershipId}`;
    expect((await as(owner).patch(path, { role: 'viewer' })).refusal).toBe('404 not_found');
    expect((await as(owner).delete(path)).refusal).toBe('404 not_found');
  });

  it('always have an owner, also when two leave at once', async () => {
    expect((await as(owner).post('/members/leave')).refusal).toBe('409 last_owner');
    expect((await as(owner).patch(`/members/${owner.membershipId}`, { role: 'admin' })).refusal).toBe(
      '409 last_owner',
    );
    const second = await join({});
    const answers = await Promise.all([as(owner).post('/members/leave'), as(second).post('/members/leave')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('require a recent authentication to be changed', async () => {
    const late = await join({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });
    const member = await join({ role: 'member' });
    const path = `/members/${member.membershipId}`;
    expect((await as(late).delete(path)).refusal).toBe('403 reauthentication_required');
    expect((await invite(late, {})).refusal).toBe('403 reauthentication_required');
    expect((await as(owner).delete(path)).status).toBe(204);
    expect((await as(member).get('/members')).refusal).toBe('404 not_found');
  });
});

describe('an invitation', () => {
  it('registers a new user with a password, once, and names who did what', async () => {
    const { body } = await invite(owner, { role: 'admin' });
    expect(body).toMatchObject({ status: 'pending', invited_by: 'Olivia', is_sent: false });
    expect(body.url).toMatch(/^https:\/\/console\.postrider\.test\/console\/invitation#[\w-]{43}$/);
    const token = tokenOf(body);
    const browser = openBrowser(api);
    const open = await browser.post('/invitations/read', { token });
    expect(open.body).toMatchObject({ email: 'grace@acme.example', role: 'admin', next: 'register' });
    const accepted = { token, name: 'Grace', password };
    const both = await Promise.all([
      browser.post<SignInResult>('/invitations/accept', accepted),
      openBrowser(api).post<SignInResult>('/invitations/accept', accepted),
    ]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const session = both.find(({ status }) => status === 200)?.body.session;
    expect(session?.organizations).toMatchObject([{ organization_id: api.organizationId, role: 'admin' }]);
    expect((await openBrowser(api).post('/invitations/read', { token })).refusal).toBe(
      '422 invalid_invitation',
    );
    const { rows } = await api.pool.query<{ actor_name: string; action: string }>(
      `SELECT actor_name, action FROM audit_entries WHERE organization_id = $1 ORDER BY id`,
      [api.organizationId],
    );
    expect(rows).toEqual([
      { actor_name: 'Olivia', action: 'invitation.create' },
      { actor_name: 'Grace', action: 'member.add' },
    ]);
  });

  it('registers a new user with a passkey, which then signs in', async () => {
    const token = tokenOf((await invite(owner, { email: 'gina@acme.example' })).body);
    const [browser, key] = [openBrowser(api), createSoftwarePasskey()];
    type Options = { options: PasskeyOptionsJson };
    const { body } = await browser.post<Options>('/invitations/passkey-options', { token });
    const foreign = key.create(body.options, 'https://evil.example');
    const refused = await browser.post('/invitations/accept', { token, name: 'Gina', passkey: foreign });
    expect(refused.refusal).toBe('401 invalid_credentials');
    const { body: again } = await browser.post<Options>('/invitations/passkey-options', { token });
    const passkey = key.create(again.options, consoleOrigin);
    const accepted = await browser.post<SignInResult>('/invitations/accept', {
      token,
      name: 'Gina',
      passkey,
    });
    expect(accepted.body.session).toMatchObject({ user: { name: 'Gina' }, second_factor: true });
    const later = openBrowser(api);
    const { body: use } = await later.post<Options>('/session/passkey/options');
    const response = key.get(use.options, consoleOrigin);
    const signedIn = await later.post<SignInResult>('/session/passkey', { response });
    expect(signedIn.body.session?.user.id).toBe(accepted.body.session?.user.id);
  });

  it('adds a user who exists only when they are signed in with the invited address', async () => {
    const user = await createUser(api.pool, {});
    const { body } = await invite(owner, { email: user.email.toUpperCase() });
    const token = tokenOf(body);
    const thief = await join({ role: 'viewer' });
    for (const browser of [openBrowser(api), openBrowser(api, thief)]) {
      expect((await browser.post('/invitations/read', { token })).body).toMatchObject({ next: 'sign_in' });
      const refused = await browser.post('/invitations/accept', { token, name: 'Thief', password });
      expect(refused.refusal).toBe('401 invalid_credentials');
    }
    const accepted = await openBrowser(api, user).post<SignInResult>('/invitations/accept', { token });
    expect(accepted.body.session?.organizations).toMatchObject([{ organization_id: api.organizationId }]);
    expect((await invite(owner, { email: user.email })).refusal).toBe('409 member_exists');
  });

  it('works until it is revoked, sent again or 7 days old', async () => {
    const read = async (issued: IssuedInvitation) =>
      (await openBrowser(api).post('/invitations/read', { token: tokenOf(issued) })).refusal;
    const { body: first } = await invite(owner, {});
    expect((await invite(owner, {})).refusal).toBe('409 invitation_exists');
    const { body: second } = await as(owner).post<IssuedInvitation>(`/invitations/${first.id}/link`);
    expect([await read(first), await read(second)]).toEqual(['422 invalid_invitation', null]);
    await api.pool.query(`UPDATE invitations SET expires_at = now() WHERE id = $1`, [first.id]);
    expect(await read(second)).toBe('422 invalid_invitation');
    const { body: list } = await as(owner).get<{ data: InvitationResource[] }>('/invitations');
    expect(list.data.map(({ status }) => status)).toEqual(['expired']);
    const { body: third } = await invite(owner, {});
    expect((await as(owner).delete(`/invitations/${third.id}`)).status).toBe(204);
    expect(await read(third)).toBe('422 invalid_invitation');
  });

  it('grants no more than its author has', async () => {
    const [own, other] = [await api.createDomain(), await api.createDomain()];
    const admin = await join({ role: 'admin', domainIds: [own.id] });
    expect((await invite(admin, { role: 'owner' })).refusal).toBe('403 forbidden');
    expect((await invite(admin, {})).refusal).toBe('403 forbidden_domain');
    expect((await invite(admin, { domain_ids: [other.id] })).refusal).toBe('403 forbidden_domain');
    expect((await invite(admin, { domain_ids: [own.id] })).status).toBe(201);
    const member = await join({ role: 'member' });
    expect((await invite(member, {})).refusal).toBe('403 forbidden');
  });

  it('of an owner gives no admin its link, nor of wider domains one of fewer', async () => {
    const domain = await api.createDomain();
    const [admin, limited] = [
      await join({ role: 'admin' }),
      await join({ role: 'admin', domainIds: [domain.id] }),
    ];
    const ofOwner = (await invite(owner, { email: 'olaf@acme.example', role: 'owner' })).body.id;
    const ofAll = (await invite(owner, { email: 'mila@acme.example' })).body.id;
    for (const [member, id, refusal] of [
      [admin, ofOwner, '403 forbidden'],
      [limited, ofAll, '403 forbidden_domain'],
    ] as const) {
      expect((await as(member).post(`/invitations/${id}/link`)).refusal).toBe(refusal);
      expect((await as(member).post(`/invitations/${id}/resend`)).refusal).toBe(refusal);
      expect((await as(member).delete(`/invitations/${id}`)).refusal).toBe(refusal);
    }
    expect((await as(owner).post(`/invitations/${ofOwner}/link`)).status).toBe(200);
  });

  it('makes the first admin of an organization its alert address, and no later one', async () => {
    const alertEmail = async () =>
      (
        await pool().query<{ alert_email: string | null }>(
          'SELECT alert_email FROM organizations WHERE id = $1',
          [api.organizationId],
        )
      ).rows;
    const accept = async (email: string) => {
      const { body } = await invite(owner, { role: 'admin', email });
      await pool().query(`UPDATE memberships SET role = 'viewer' WHERE id = $1`, [owner.membershipId]);
      await openBrowser(api).post('/invitations/accept', { token: tokenOf(body), name: 'Admin', password });
      await pool().query(`UPDATE memberships SET role = 'owner' WHERE id = $1`, [owner.membershipId]);
    };
    await pool().query('UPDATE organizations SET alert_email = NULL WHERE id = $1', [api.organizationId]);
    await accept('first@acme.example');
    await accept('second@acme.example');
    expect(await alertEmail()).toEqual([{ alert_email: 'first@acme.example' }]);
  });
});

const pool = () => api.pool;

describe('an owner of an internal organization', () => {
  it('opens a client organization read-only, which both audit logs record', async () => {
    const parent = await createOrganization(pool(), { kind: 'internal' });
    const client = await createOrganization(pool(), { parentOrganizationId: parent.id, kind: 'client' });
    const partner = await createMember(pool(), { organizationId: parent.id });
    const browser = openBrowser(api, partner);
    const inClient = { organizationId: client.id };
    expect((await browser.get('/emails', inClient)).refusal).toBe('404 not_found');
    const path = `/organizations/${client.id}/open`;
    const admin = await createMember(pool(), { organizationId: parent.id, role: 'admin' });
    expect((await openBrowser(api, admin).post(path, undefined, { organizationId: parent.id })).refusal).toBe(
      '403 forbidden',
    );
    expect((await browser.post(path, undefined, { organizationId: parent.id })).status).toBe(200);
    expect((await browser.get('/emails', inClient)).status).toBe(200);
    expect((await browser.post('/suppressions', { email: 'a@example.com' }, inClient)).refusal).toBe(
      '403 forbidden',
    );
    expect((await browser.send('PATCH', '/organization', { ...inClient, body: {} })).refusal).toBe(
      '403 forbidden',
    );
    const { rows } = await pool().query<{ organization_id: string; action: string }>(
      `SELECT organization_id, action FROM audit_entries WHERE actor_id = $1 ORDER BY id`,
      [partner.id],
    );
    expect(rows).toEqual([
      { organization_id: parent.id, action: 'org.open_client' },
      { organization_id: client.id, action: 'org.opened_by_parent' },
    ]);
    expect((await browser.post(`/organizations/${client.id}/close`)).status).toBe(200);
    expect((await browser.get('/emails', inClient)).refusal).toBe('404 not_found');
    const stranger = await createOrganization(pool(), { kind: 'client' });
    const foreign = await browser.post(`/organizations/${stranger.id}/open`, undefined, {
      organizationId: parent.id,
    });
    expect(foreign.refusal).toBe('404 not_found');
  });
});
