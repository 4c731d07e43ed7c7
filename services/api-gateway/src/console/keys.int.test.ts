import type { CreatedKeyResource, KeyResource } from '@postrider/contracts/keys';
import { createMember, type MemberFixture } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

const api = useApi();

type MemberOf = Partial<Parameters<typeof createMember>[1]>;
const join = (member: MemberOf): Promise<MemberFixture> =>
  createMember(api.pool, { organizationId: api.organizationId, ...member });
const mint = (member: MemberFixture, body: object) =>
  openBrowser(api, member).post<CreatedKeyResource>(
    '/keys',
    { name: 'New', ...body },
    { organizationId: api.organizationId },
  );

const longAgo = (): Date => new Date(Date.now() - 11 * 60_000);

it('creates ADMIN keys in the console only, after a recent authentication', async () => {
  const key = await api.createKey();
  const asked = { name: 'Admin', permission: 'admin', mode: 'live' };
  expect((await api.post('/keys', key, asked)).refusal).toBe('403 admin_key_not_mintable');
  const late = await join({ role: 'admin', authenticatedAt: longAgo() });
  expect((await mint(late, asked)).refusal).toBe('403 reauthentication_required');
  expect((await mint(late, { permission: 'full' })).status).toBe(201);

  const admin = await join({ role: 'admin', name: 'Grace' });
  const { status, body } = await mint(admin, asked);
  expect(status).toBe(201);
  expect(body.created_by).toEqual({ type: 'user', id: admin.id, name: 'Grace' });
  expect((await api.get(`/keys/${body.id}`, body)).status).toBe(200);
  const rotated = await openBrowser(api, admin).post(`/keys/${body.id}/rotate`, undefined, {
    organizationId: api.organizationId,
  });
  expect(rotated.status).toBe(201);
  const { rows } = await api.pool.query(
    `SELECT actor_type, actor_id, actor_name FROM audit_entries WHERE action = 'api_key.create' AND target_id = $1`,
    [body.id],
  );
  expect(rows).toEqual([{ actor_type: 'user', actor_id: admin.id, actor_name: 'Grace' }]);
});

it('lets members create SEND keys for their own domains, and see only these', async () => {
  const [own, other] = [await api.createDomain(), await api.createDomain()];
  const foreign = await api.createKey();
  const member = await join({ role: 'member', domainIds: [own.id] });
  expect((await mint(member, { permission: 'full', domain: own.name })).refusal).toBe('403 forbidden');
  expect((await mint(member, { permission: 'send' })).refusal).toBe('403 forbidden_domain');
  expect((await mint(member, { permission: 'send', domain: other.name })).refusal).toBe(
    '403 forbidden_domain',
  );
  const { body } = await mint(member, { permission: 'send', domain: own.name });
  expect(body.domains).toEqual([own.name]);

  const browser = openBrowser(api, member);
  const { body: list } = await browser.get<{ data: KeyResource[] }>('/keys', {
    organizationId: api.organizationId,
  });
  expect(list.data.map(({ id }) => id)).toEqual([body.id]);
  expect((await browser.get(`/keys/${foreign.id}`, { organizationId: api.organizationId })).refusal).toBe(
    '404 not_found',
  );
  for (const action of ['rotate', 'revoke']) {
    const refused = await browser.post(`/keys/${foreign.id}/${action}`, undefined, {
      organizationId: api.organizationId,
    });
    expect(refused.refusal).toBe('404 not_found');
  }
  expect(
    (await browser.post(`/keys/${body.id}/revoke`, undefined, { organizationId: api.organizationId })).status,
  ).toBe(200);
});

it('lets viewers read and change nothing', async () => {
  const viewer = openBrowser(api, await join({ role: 'viewer' }));
  expect((await viewer.get('/domains', { organizationId: api.organizationId })).status).toBe(200);
  expect((await viewer.get('/emails', { organizationId: api.organizationId })).status).toBe(200);
  const asked = { name: 'New', permission: 'send' };
  expect((await viewer.post('/keys', asked, { organizationId: api.organizationId })).refusal).toBe(
    '403 forbidden',
  );
  const suppression = { email: 'a@example.com' };
  expect(
    (await viewer.post('/suppressions', suppression, { organizationId: api.organizationId })).refusal,
  ).toBe('403 forbidden');
  expect((await viewer.get('/webhooks', { organizationId: api.organizationId })).refusal).toBe(
    '403 forbidden',
  );
});

it('requires the right to export for exports', async () => {
  const without = openBrowser(api, await join({ role: 'admin', export: false }));
  expect((await without.get('/contacts/export', { organizationId: api.organizationId })).refusal).toBe(
    '403 forbidden',
  );
  const allowed = openBrowser(api, await join({ role: 'admin' }));
  expect((await allowed.get('/contacts/export', { organizationId: api.organizationId })).status).toBe(200);
});

it('shows bodies only with the right to read content', async () => {
  const domain = await api.createDomain();
  const key = await api.createKey();
  const body = { from: `a@${domain.name}`, to: 'b@example.com', subject: 'Hello', text: 'the secret' };
  const sent = await api.post<{ id: string }>('/emails', key, body);
  const read = async (content: boolean) => {
    const browser = openBrowser(api, await join({ role: 'member', content }));
    return (
      await browser.get<{ text: string | null }>(`/emails/${sent.body.id}`, {
        organizationId: api.organizationId,
      })
    ).body.text;
  };
  expect(await read(true)).toBe('the secret');
  expect(await read(false)).not.toBe('the secret');
});

it('sends in the mode that the header names', async () => {
  const { pool } = api;
  const domain = await api.createDomain();
  const browser = openBrowser(api, await join({ role: 'member' }));
  const body = { from: `a@${domain.name}`, to: 'b@example.com', subject: 'Hello', text: 'Hi' };
  const sent = await browser.post<{ id: string }>('/emails', body, {
    organizationId: api.organizationId,
    mode: 'test',
  });
  const { rows } = await pool.query<{ mode: string }>('SELECT mode FROM messages WHERE id = $1', [
    sent.body.id,
  ]);
  expect(rows).toEqual([{ mode: 'test' }]);
  const unknown = { organizationId: api.organizationId, headers: { 'postrider-mode': 'production' } };
  expect((await browser.get('/emails', unknown)).refusal).toBe('422 validation_error');
});
