import type { IssuedInvitation, SignInResult } from '@postrider/contracts/console';
import { createMember, createOrganization } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

let clientId: string;
let admin: Awaited<ReturnType<typeof memberOf>>;

const api = useApi({ alone: true });
beforeEach(async () => {
  ({ id: clientId } = await createOrganization(api.pool, {
    ...{ kind: 'client', plan: 'free', parentOrganizationId: api.organizationId },
  }));
  admin = await memberOf(api.organizationId);
});

async function memberOf(organizationId: string) {
  const member = await createMember(api.pool, { organizationId, role: 'admin' });
  const browser = openBrowser(api, member);
  return {
    email: member.email,
    patch: (path: string, body: unknown) => browser.send('PATCH', path, { organizationId, body }),
    post: <Body>(path: string, body: unknown) => browser.post<Body>(path, body, { organizationId }),
  };
}

const actionsOf = async (organizationId: string): Promise<string[]> => {
  const { rows } = await api.pool.query<{ action: string; actor: string }>(
    `SELECT action, actor_type AS actor FROM audit_entries WHERE organization_id = $1 ORDER BY id`,
    [organizationId],
  );
  return rows.map(({ action, actor }) => `${actor} ${action}`);
};

it('changes the plan of a client and pauses it, and both audit logs record it', async () => {
  const path = `/organizations/${clientId}`;
  expect((await admin.patch(path, { plan: 'starter' })).body).toMatchObject({
    id: clientId,
    plan: 'starter',
  });
  expect((await admin.patch(path, { sending_paused: true })).body).toMatchObject({
    plan: 'starter',
    sending_paused_at: expect.any(String),
  });
  expect((await admin.patch(path, { sending_paused: false })).body).toMatchObject({
    sending_paused_at: null,
  });
  await admin.patch(path, { plan: 'starter', sending_paused: false });
  const expected = ['user org.set_plan', 'user org.pause', 'user org.resume'];
  expect(await actionsOf(api.organizationId)).toEqual(expected);
  expect(await actionsOf(clientId)).toEqual(expected);
});

it('refuses the plan internal and a request without a change, and names the field', async () => {
  const path = `/organizations/${clientId}`;
  expect((await admin.patch(path, { plan: 'internal' })).text).toContain('plan: ');
  expect((await admin.patch(path, {})).refusal).toBe('422 validation_error');
});

it('invites the first owner, who may do everything; later ones only the owner can invite', async () => {
  const path = `/organizations/${clientId}/invitations`;
  const body = { email: 'grace@globex.example', send_email: false };
  const issued = await admin.post<IssuedInvitation>(path, body);
  expect(issued.body).toMatchObject({
    ...{ email: 'grace@globex.example', role: 'owner', domain_ids: null, is_sent: false },
    ...{ rights: { content: true, export: true }, invited_by: expect.any(String) },
  });
  expect((await admin.post(path, body)).refusal).toBe('409 invitation_exists');
  const token = issued.body.url.split('#')[1];
  const accepted = await openBrowser(api).post<SignInResult>('/invitations/accept', {
    ...{ token, name: 'Grace', password: 'paper lantern river seventeen' },
  });
  expect(accepted.status).toBe(200);
  expect((await admin.post(path, { ...body, email: 'eve@x.example' })).refusal).toBe('409 member_exists');
  expect(await actionsOf(api.organizationId)).toEqual(['user invitation.create']);
});

it.each(['a client of another organization', 'the organization itself'])(
  'the clients of an organization do not include %s',
  async (which) => {
    const other = await createOrganization(api.pool, { kind: 'internal' });
    const foreign = await createOrganization(api.pool, {
      ...{ kind: 'client', parentOrganizationId: other.id },
    });
    const id = which === 'the organization itself' ? api.organizationId : foreign.id;
    expect((await admin.patch(`/organizations/${id}`, { plan: 'scale' })).refusal).toBe('404 not_found');
    const invitation = { email: 'eve@x.example', send_email: false };
    expect((await admin.post(`/organizations/${id}/invitations`, invitation)).refusal).toBe('404 not_found');
  },
);

it('managing clients is only for internal organizations', async () => {
  const client = await memberOf(clientId);
  const path = `/organizations/${clientId}`;
  expect((await client.patch(path, { plan: 'scale' })).refusal).toBe('403 forbidden');
  expect((await client.post(`${path}/invitations`, { email: 'a@x.example' })).refusal).toBe('403 forbidden');
});
