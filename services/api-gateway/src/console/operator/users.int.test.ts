import type { OperatorAuditEntry, OperatorUser } from '@postrider/contracts/console';
import { createMember, createOrganization, createUser } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let user: Awaited<ReturnType<typeof createUser>>;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

const list = async (query: string) =>
  (await operator.get<{ data: OperatorUser[]; next_cursor?: string }>(`/operator/users?${query}`)).body;
const change = (email: string, what: string) =>
  operator.post<{ password: string | null }>('/operator/users/change', { email, change: what });

it('lists users by address, organization and whether they are operators, page by page', async () => {
  const { pool } = api.context;
  const { id: organizationId, slug } = await createOrganization(pool);
  const ada = await createMember(pool, { organizationId, role: 'owner' });
  const bob = await createMember(pool, { organizationId, role: 'viewer' });
  const first = await list(`organization=${slug}&limit=1`);
  expect(first.data).toMatchObject([
    { email: bob.email, organizations: [`${slug}: viewer`], is_operator: false, sessions: 1 },
  ]);
  expect((await list(`organization=${slug}&limit=1&cursor=${first.next_cursor}`)).data).toMatchObject([
    { email: ada.email },
  ]);
  expect((await list(`search=${ada.email.toUpperCase()}`)).data).toMatchObject([{ email: ada.email }]);
  expect((await list('operators=true')).data.map(({ email }) => email)).toEqual([user.email]);
  expect((await list(`operators=false&organization=${slug}`)).data).toHaveLength(2);
  expect((await operator.get('/operator/users?organization=nowhere')).refusal).toBe('422 validation_error');
});

it('invites an owner and an operator, whose link is returned once', async () => {
  const { slug } = await createOrganization(api.context.pool);
  const invite = (body: object) =>
    operator.post<{ url: string; is_sent: boolean }>('/operator/users/invitations', body);
  const owner = { email: 'Ada@acme.example', organization: slug, role: 'owner' };
  expect((await invite(owner)).body).toMatchObject({
    ...{ email: 'Ada@acme.example', is_sent: false },
    url: expect.stringMatching(/\/console\/invitation#[\w-]{43}$/),
  });
  expect((await invite(owner)).refusal).toBe('409 invitation_exists');
  expect((await invite({ email: 'otto@acme.example' })).refusal).toBe('422 validation_error');
  expect((await invite({ email: 'otto@acme.example', organization: null })).body).toMatchObject({
    email: 'otto@acme.example',
  });
  expect((await invite({ email: 'x', organization: slug })).refusal).toBe('422 validation_error');
  expect((await invite({ ...owner, organization: 'nowhere' })).refusal).toBe('422 validation_error');
});

it('makes and removes operators, ends sessions and resets a sign-in, each with an entry', async () => {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  const member = await createMember(pool, { organizationId });
  const browser = openBrowser(api, member);
  await change(member.email, 'make_operator');
  expect((await list(`search=${member.email}`)).data).toMatchObject([{ is_operator: true }]);
  await change(member.email, 'remove_operator');
  expect((await browser.get('/session')).status).toBe(200);
  expect((await change(member.email, 'end_sessions')).body.password).toBeNull();
  expect((await browser.get('/session')).refusal).toBe('401 unauthorized');
  const { password } = (await change(member.email, 'reset')).body;
  const { refusal } = await openBrowser(api).post('/session', { email: member.email, password });
  expect(refusal).toBeNull();
  expect((await change('unknown@acme.example', 'reset')).refusal).toBe('404 not_found');
  for (const own of ['remove_operator', 'reset']) {
    expect((await change(user.email.toUpperCase(), own)).refusal).toBe('422 validation_error');
  }
  const { body, text } = await operator.get<{ data: OperatorAuditEntry[] }>(
    `/operator/audit-log?target=${member.id}&name=${user.email}`,
  );
  expect(body.data.map(({ action }) => action)).toEqual([
    ...['user.reset', 'user.end_sessions', 'user.unset_operator', 'user.set_operator'],
  ]);
  expect(text).not.toContain(password);
});

it('shows the audit log of all organizations and of the platform, page by page', async () => {
  const { pool } = api.context;
  const { id, slug } = await createOrganization(pool);
  for (const what of ['pause', 'resume']) {
    await operator.post(
      `/operator/organizations/${id}/${what}`,
      what === 'pause' ? { reason: 'x' } : undefined,
    );
  }
  const read = async (query: string) =>
    (await operator.get<{ data: OperatorAuditEntry[]; next_cursor?: string }>(`/operator/audit-log?${query}`))
      .body;
  const first = await read(`organization=${slug}&limit=1`);
  expect(first.data).toMatchObject([
    { action: 'org.resume', organization: slug, actor: { type: 'operator', name: user.email } },
  ]);
  const second = await read(`organization=${slug}&limit=1&cursor=${first.next_cursor}`);
  expect(second.data).toMatchObject([{ action: 'org.pause', after: { sending_paused_reason: 'x' } }]);
  expect(second.next_cursor).toBeUndefined();
  expect((await read(`organization=${slug}&action=org.pause`)).data).toHaveLength(1);
  expect((await read(`organization=${slug}&actor=key`)).data).toEqual([]);
  expect((await read(`organization=${slug}&since=2099-01-01T00:00:00Z`)).data).toEqual([]);
});
