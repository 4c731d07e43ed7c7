import type { Rights } from '@postrider/contracts/access';
import type { IssuedInvitation } from '@postrider/contracts/console';
import type { CreatedKeyResource, KeyResource } from '@postrider/contracts/keys';
import {
  createApiKey,
  createInboundEmail,
  createMember,
  createOrganization,
  createWebhookEndpoint,
} from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { permissionRows } from '../../test/permission-rows';
import { startPermissionHarness, uniqueName, type PermissionHarness } from '../../test/permission-harness';
import { roleRows } from '../../test/role-rows';
import { request, type Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let harness: PermissionHarness;

const api = useApi({ alone: true });
beforeAll(async () => {
  harness = await startPermissionHarness(api);
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}
type Send = <Body>(call: Call) => Promise<Answer<Body>>;

/** A caller without one right, who may otherwise do everything. */
interface Creator {
  readonly kind: 'user' | 'key';
  readonly lacks: keyof Rights;
}
const creators: readonly Creator[] = (['user', 'key'] as const).flatMap((kind) =>
  (['content', 'export'] as const).map((lacks) => ({ kind, lacks })),
);

async function senderOf({ kind, lacks }: Creator): Promise<Send> {
  const { organizationId } = harness;
  const has = { content: lacks !== 'content', export: lacks !== 'export' };
  if (kind === 'key') {
    const key = await createApiKey(api.pool, { organizationId, ...has });
    return ({ path, ...call }) =>
      path.startsWith('/compat/')
        ? viaResend(key.token, { path, ...call })
        : api.send(path, { key, ...call });
  }
  const browser = openBrowser(api, await createMember(api.pool, { organizationId, ...has }));
  return ({ method, path, ...call }) => browser.send(method, path, { organizationId, ...call });
}

async function viaResend<Body>(token: string, { method, path, body }: Call): Promise<Answer<Body>> {
  const answer = await request(new URL(api.url + path), {
    ...{ method, key: { token } },
    ...(body !== undefined && { body }),
  });
  const { name } = answer.body as { name?: string };
  return {
    ...answer,
    body: answer.body as Body,
    refusal: answer.status < 400 ? null : `${answer.status} ${name}`,
  };
}

/** Whatever reads by itself: keys, memberships, invitations, and receivers of what happens. */
const readersSql = `
SELECT 'key ' || id AS name, content, export FROM api_keys WHERE revoked_at IS NULL
UNION ALL SELECT 'member ' || id, content, export FROM memberships
UNION ALL SELECT 'invitation ' || id, content, export FROM invitations
UNION ALL SELECT 'webhook ' || id || ' ' || url, true, true FROM webhook_endpoints
UNION ALL SELECT 'automation ' || automation_id || ' ' || number, false, true FROM automation_versions
  WHERE definition::text LIKE '%"webhook"%'`;

async function readersWith(right: keyof Rights): Promise<Set<string>> {
  const { rows } = await api.pool.query<Rights & { name: string }>(readersSql);
  return new Set(rows.filter((reader) => reader[right]).map(({ name }) => name));
}

const changes = Object.entries(permissionRows).filter(([endpoint]) => !endpoint.startsWith('GET '));

it.each(changes)('%s makes nothing that has a right which its caller lacks', async (endpoint, { call }) => {
  const [method = ''] = endpoint.split(' ');
  const made: string[] = [];
  for (const creator of creators) {
    if (creator.kind === 'user' && roleRows[endpoint] === undefined) continue;
    const { path, body } = await call(harness);
    const send = await senderOf(creator);
    const before = await readersWith(creator.lacks);
    await send({ method, path, ...(body !== undefined && { body }) });
    const after = await readersWith(creator.lacks);
    for (const reader of [...after].filter((name) => !before.has(name)))
      made.push(`${creator.kind}, ${creator.lacks}: ${reader}`);
  }
  expect(made).toEqual([]);
});

describe.each(creators)('a $kind without the right $lacks', (creator) => {
  if (creator.kind === 'key') {
    it('makes nothing by the calls of Resend that has it', async () => {
      const send = await senderOf(creator);
      const { id } = await createWebhookEndpoint(api.pool, {
        ...{ organizationId: harness.organizationId, url: 'https://hooks.example.com' },
      });
      const endpoint = 'https://93.184.216.34/x';
      const before = await readersWith(creator.lacks);
      const calls: Call[] = [
        { method: 'POST', path: '/compat/resend/api-keys', body: { name: 'Shop' } },
        { method: 'POST', path: '/compat/resend/webhooks', body: { endpoint, events: ['email.sent'] } },
        { method: 'PATCH', path: `/compat/resend/webhooks/${id}`, body: { endpoint } },
      ];
      const met: (string | number)[] = [];
      for (const call of calls) {
        const { status } = await send(call);
        met.push(status);
      }
      expect(met).toEqual([201, 403, 403]);
      expect([...(await readersWith(creator.lacks))].filter((name) => !before.has(name))).toEqual([]);
    });
  }

  it.each(['full', 'send'])('creates %s keys that lack it too, and none that has it', async (permission) => {
    const send = await senderOf(creator);
    const create = (body: object) =>
      send<CreatedKeyResource>({
        ...{ method: 'POST', path: '/keys', body: { name: 'Shop', permission, mode: 'live', ...body } },
      });
    const { body: key } = await create({});
    const without = { content: creator.lacks !== 'content', export: creator.lacks !== 'export' };
    expect(key.rights).toEqual(without);
    expect((await create({ rights: { [creator.lacks]: true } })).refusal).toBe('403 forbidden');
    expect((await create({ rights: { content: true, export: true } })).refusal).toBe('403 forbidden');
    expect((await create({ rights: { content: false, export: false } })).body.rights).toEqual({
      ...{ content: false, export: false },
    });
    const rotated = await send<CreatedKeyResource>({ method: 'POST', path: `/keys/${key.id}/rotate` });
    expect(rotated.body.rights).toEqual(without);
    const full = await createApiKey(api.pool, {
      ...{ organizationId: harness.organizationId, permission: 'SEND' },
    });
    const taken = await send<KeyResource>({ method: 'POST', path: `/keys/${full.id}/rotate` });
    expect(taken.refusal).toBe('403 forbidden');
  });

  it('adds no receiver of events or contacts', async () => {
    const send = await senderOf(creator);
    const refused = async (call: Call) => (await send(call)).refusal;
    const { id } = await createWebhookEndpoint(api.pool, {
      ...{ organizationId: harness.organizationId, url: 'https://hooks.example.com' },
    });
    const url = 'https://93.184.216.34/x';
    expect(await refused({ method: 'POST', path: '/webhooks', body: { url } })).toBe('403 forbidden');
    expect(await refused({ method: 'POST', path: '/webhooks', body: { url, format: 'resend' } })).toBe(
      '403 forbidden',
    );
    expect(await refused({ method: 'PATCH', path: `/webhooks/${id}`, body: { url } })).toBe('403 forbidden');
    if (creator.lacks === 'content') return;
    const step = { type: 'webhook', url };
    const condition = { type: 'condition', if: { all: [] }, then: [], else: [step] };
    for (const steps of [[step], [condition]]) {
      const body = { name: uniqueName(), trigger: { event: 'x' }, steps };
      expect(await refused({ method: 'POST', path: '/automations', body })).toBe('403 forbidden');
      const automation = await harness.objects.automation();
      expect(await refused({ method: 'PATCH', path: `/automations/${automation}`, body: { steps } })).toBe(
        '403 forbidden',
      );
    }
  });

  it('gives clients keys that lack it, and no first owner', async () => {
    const send = await senderOf(creator);
    const without = { content: creator.lacks !== 'content', export: creator.lacks !== 'export' };
    const slug = uniqueName();
    const created = await send<{ api_key: CreatedKeyResource }>({
      ...{ method: 'POST', path: '/organizations', body: { name: 'Globex', slug } },
    });
    expect(created.body.api_key.rights).toEqual(without);
    const client = await harness.objects.client();
    const replaced = await send<{ api_key: CreatedKeyResource }>({
      ...{ method: 'POST', path: `/organizations/${client}/revoke-keys` },
      body: { replace_with: { name: 'New', permission: 'admin' } },
    });
    expect(replaced.body.api_key.rights).toEqual(without);
    if (creator.kind === 'key') return;
    const invited = await send({
      ...{ method: 'POST', path: `/organizations/${client}/invitations` },
      body: { email: 'first@globex.example', send_email: false },
    });
    expect(invited.refusal).toBe('403 forbidden');
  });
});

it.each(['content', 'export'] as const)('a user without the right %s grants it to no user', async (lacks) => {
  const send = await senderOf({ kind: 'user', lacks });
  const rights = { content: lacks !== 'content', export: lacks !== 'export' };
  const invite = (given?: object) =>
    send<IssuedInvitation>({
      ...{ method: 'POST', path: '/invitations' },
      body: { email: `${uniqueName()}@acme.example`, role: 'member', send_email: false, rights: given },
    });
  expect((await invite()).refusal).toBe('403 forbidden');
  expect((await invite({ [lacks]: true })).refusal).toBe('403 forbidden');
  expect((await invite(rights)).body.rights).toEqual(rights);
  const { organizationId } = harness;
  const member = await createMember(api.pool, { organizationId, role: 'member', ...rights });
  const change = (body: object) => send({ method: 'PATCH', path: `/members/${member.membershipId}`, body });
  expect((await change({ rights: { [lacks]: true } })).refusal).toBe('403 forbidden');
  expect((await change({ rights: {} })).status).toBe(200);
});

describe('a key', () => {
  const secret = 'Thanks!';

  it('without the right to read content sees bodies nowhere, and without the right to export no list', async () => {
    const { pool } = api;
    const { id: organizationId } = await createOrganization(pool);
    const [whole, blind, closed] = await Promise.all([
      createApiKey(pool, { organizationId }),
      createApiKey(pool, { organizationId, content: false }),
      createApiKey(pool, { organizationId, export: false }),
    ]);
    const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from(secret) }];
    const inbound = await createInboundEmail(pool, { organizationId, attachments });
    const paths = [`/inbound/${inbound.id}`, `/inbound/${inbound.id}/attachments/0`];
    for (const path of paths) {
      const seen = (key: { token: string }) =>
        api.send(path, { method: 'GET', key }).then(({ text }) => text.includes(secret));
      expect([path, await seen(whole), await seen(blind), await seen(closed)]).toEqual([
        ...[path, true, false, true],
      ]);
    }
    for (const path of ['/emails/export', '/contacts/export', '/suppressions/export']) {
      const met = (key: { token: string }) =>
        api.send(path, { method: 'GET', key }).then(({ refusal, status }) => refusal ?? status);
      expect([await met(whole), await met(blind), await met(closed)]).toEqual([200, 200, '403 forbidden']);
    }
  });

  it('that expires makes no key that outlives it', async () => {
    const { organizationId } = harness;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = await createApiKey(api.pool, { organizationId, expiresAt });
    const create = (body: object) =>
      api.send<CreatedKeyResource>('/keys', {
        ...{ method: 'POST', key, body: { name: 'Shop', permission: 'send', ...body } },
      });
    expect((await create({})).body.expires_at).toBe(expiresAt.toISOString());
    const sooner = new Date(expiresAt.getTime() - 60_000).toISOString();
    expect((await create({ expires_at: sooner })).body.expires_at).toBe(sooner);
    const later = new Date(expiresAt.getTime() + 60_000).toISOString();
    expect((await create({ expires_at: later })).refusal).toBe('403 forbidden');
    const lasting = await createApiKey(api.pool, { organizationId, permission: 'SEND' });
    const rotated = await api.send(`/keys/${lasting.id}/rotate`, { method: 'POST', key });
    expect(rotated.refusal).toBe('403 forbidden');
  });
});
