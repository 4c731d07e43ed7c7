import { createHash } from 'node:crypto';
import type { CreatedKeyResource, KeyResource } from '@postrider/contracts/keys';
import { createApiKey, createDomain, createOrganization, eventually } from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const clock = createTurnedClock();
const hourMs = 3_600_000;
let replica: TestApi;

const api = useApi({ clock, key: { name: 'Admin' } });
beforeAll(async () => {
  replica = await api.startReplica({ clock });
});

type By = { readonly token: string };
const call = <Body>(path: string, body?: unknown, by: By = api.key): Promise<Answer<Body>> =>
  api.send(path, { method: 'POST', key: by, body });
const create = (body: object = {}, by?: By): Promise<Answer<CreatedKeyResource>> =>
  call('/keys', { name: 'Shop', permission: 'send', ...body }, by);
const rotate = (id: string, by?: By): Promise<Answer<CreatedKeyResource>> =>
  call(`/keys/${id}/rotate`, undefined, by);
const revoke = (id: string, by?: By): Promise<Answer<KeyResource>> =>
  call(`/keys/${id}/revoke`, undefined, by);
const read = async (id: string): Promise<KeyResource> =>
  (await api.send<KeyResource>(`/keys/${id}`, { method: 'GET', key: api.key })).body;
const uses = async (key: By, via: TestApi = api): Promise<string | number> => {
  const { refusal, status } = await via.send('/keys/me', { method: 'GET', key });
  return refusal ?? status;
};
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;
const inFuture = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();

describe('a new key', () => {
  it('is a test key unless live is chosen, and its token is shown once', async () => {
    const { status, body } = await create();
    const { token, ...shown } = body;
    expect(status).toBe(201);
    expect(shown).toEqual({
      ...{ object: 'api_key', id: expect.any(String), name: 'Shop', permission: 'SEND', mode: 'test' },
      ...{ domains: [], prefix: token.slice(0, 12), status: 'active', rate_limit: null, replaced_by: null },
      rights: { content: true, export: true },
      ...{ allowed_ips: [], allowed_recipients: [], templates_only: false, daily_limit: null },
      ...{ created_at: expect.any(String), expires_at: null, last_used_at: null },
      created_by: { type: 'key', id: api.key.id, name: 'Admin' },
    });
    expect(token).toMatch(/^pr_test_\w{32,}$/);
    expect(await uses(body)).toBe(200);
    const list = await api.send<Page<KeyResource>>('/keys', { method: 'GET', key: api.key });
    expect(list.body.data.map(({ id }) => id)).toEqual([body.id, api.key.id]);
    expect(list.text + JSON.stringify(await read(body.id))).not.toContain(token.slice(12));
    const live = (await create({ mode: 'live', permission: 'FULL', rate_limit: 50 })).body;
    expect(live).toMatchObject({ mode: 'live', permission: 'FULL', rate_limit: 50 });
    expect(live.token).toMatch(/^pr_live_/);
  });

  it('is stored as a prefix and a SHA-256 hash', async () => {
    const { id, token } = (await create()).body;
    const { rows } = await api.pool.query<{ prefix: string; hash: string; row: string }>(
      `SELECT prefix, encode(token_hash, 'hex') AS hash, row_to_json(k)::text AS row FROM api_keys k WHERE id = $1`,
      [id],
    );
    expect(rows[0]?.prefix).toBe(token.slice(0, 12));
    expect(rows[0]?.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(rows[0]?.row).not.toContain(token.slice(12));
  });

  it('is never an admin key', async () => {
    for (const permission of ['admin', 'ADMIN', 'Admin']) {
      expect((await create({ permission })).refusal).toBe('403 admin_key_not_mintable');
    }
  });

  it('names every field that is wrong', async () => {
    const answer = await call('/keys', { permission: 'owner', mode: 'prod', rate_limit: 0, domains: [] });
    for (const field of ['name', 'permission', 'mode', 'rate_limit', 'domains']) {
      expect(message(answer)).toMatch(new RegExp(`^422 validation_error: .*${field}: `));
    }
    expect(message(await create({ expires_at: inFuture(-1) }))).toContain(
      'expires_at: must be in the future',
    );
    expect(message(await create({ domain: 'a.test', domains: ['a.test'] }))).toContain(
      'domain: cannot be combined',
    );
  });

  it('takes null where its answer says null', async () => {
    const { status, body } = await create({ rate_limit: null, expires_at: null });
    expect([status, body.rate_limit, body.expires_at]).toEqual([201, null, null]);
  });

  it('has a rate of its own', async () => {
    const limitOf = async (key: By): Promise<string | null> =>
      (await api.send('/keys/me', { method: 'GET', key })).headers.get('ratelimit-limit');
    expect(await limitOf((await create({ rate_limit: 7 })).body)).toBe('7');
    expect(await limitOf((await create()).body)).toBe('10');
  });

  it('shows when it was last used', async () => {
    const key = (await create()).body;
    expect(await uses(key)).toBe(200);
    await eventually(async () => (await read(key.id)).last_used_at !== null);
  });
});

describe('a restriction to domains', () => {
  it('takes names and ids of the organization’s domains', async () => {
    const { pool } = api;
    const [first, second] = [await api.createDomain(), await api.createDomain({ status: 'pending' })];
    const names = [first.name, second.name].sort();
    const domains = [first.name.toUpperCase(), second.id, first.id];
    expect((await create({ domains })).body.domains).toEqual(names);
    const { body } = await create({ domain: first.name });
    expect(body.domains).toEqual([first.name]);
    const own = await api.send('/keys/me', { method: 'GET', key: body });
    expect(own.body).toMatchObject({ domains: [first.name] });
    const other = await createOrganization(pool);
    const foreign = await createDomain(pool, { organizationId: other.id });
    for (const domain of [foreign.name, foreign.id, 'nowhere.test', api.key.id]) {
      expect((await create({ domain })).refusal).toBe('422 unknown_domain');
    }
  });

  it('is handed on: no other domain, no unrestricted key, and no touching of keys that may do more', async () => {
    const mine = await api.createDomain();
    const other = await api.createDomain();
    const restricted = await api.createKey({ domainIds: [mine.id] });
    for (const body of [{}, { domain: other.name }, { domains: [mine.name, other.name] }]) {
      expect((await create(body, restricted)).refusal).toBe('403 forbidden_domain');
    }
    const [free, wide] = [(await create()).body, (await create({ domains: [mine.id, other.id] })).body];
    for (const { id } of [free, wide, api.key]) {
      expect((await rotate(id, restricted)).refusal).toBe('403 forbidden_domain');
      expect((await revoke(id, restricted)).refusal).toBe('403 forbidden_domain');
    }
    const own = (await create({ domain: mine.name }, restricted)).body;
    expect(own.domains).toEqual([mine.name]);
    const replacement = await rotate(own.id, restricted);
    expect(replacement.body.domains).toEqual([mine.name]);
    expect((await revoke(own.id, restricted)).status).toBe(200);
  });
});

describe('expiry', () => {
  it('ends a key at its time', async () => {
    const key = (await create({ expires_at: inFuture(hourMs) })).body;
    expect([await uses(key), key.status]).toEqual([200, 'active']);
    clock.forward(hourMs + 1_000);
    expect([await uses(key), await uses(key, replica)]).toEqual(['401 unauthorized', '401 unauthorized']);
    expect((await read(key.id)).status).toBe('expired');
    expect((await rotate(key.id)).refusal).toBe('409 already_revoked');
    expect((await revoke(key.id)).body.status).toBe('revoked');
  });
});

describe('rotation', () => {
  it('makes a replacement with the same rights, and lets the old token go on for a day', async () => {
    const { name } = await api.createDomain();
    const settings = { permission: 'FULL', mode: 'live', domains: [name], rate_limit: 20 };
    const old = (await create({ ...settings, expires_at: inFuture(90 * 24 * hourMs) })).body;
    const { status, body } = await rotate(old.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...settings, name: 'Shop', status: 'active', expires_at: old.expires_at });
    expect(body.id).not.toBe(old.id);
    expect(await read(old.id)).toMatchObject({ status: 'rotated', replaced_by: body.id });
    expect([await uses(old), await uses(body), await uses(old, replica)]).toEqual([200, 200, 200]);
    const again = await rotate(old.id);
    expect(message(again)).toContain('409 already_rotated');
    expect(message(again)).toContain(body.id);
    clock.forward(24 * hourMs - 60_000);
    expect(await uses(old)).toBe(200);
    clock.forward(61_000);
    expect([await uses(old), await uses(old, replica)]).toEqual(['401 unauthorized', '401 unauthorized']);
    expect([await uses(body), (await rotate(body.id)).status]).toEqual([200, 201]);
  });

  it('happens once, however many ask at the same time', async () => {
    const { id } = (await create()).body;
    const answers = await Promise.all([rotate(id), rotate(id), rotate(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('is refused for admin, revoked and unknown keys', async () => {
    const other = await api.createKey();
    expect((await rotate(other.id)).refusal).toBe('403 admin_key_not_mintable');
    const { id } = (await create()).body;
    await revoke(id);
    expect((await rotate(id)).refusal).toBe('409 already_revoked');
    const foreign = await createOrganization(api.pool);
    const { id: foreignId } = await createApiKey(api.pool, {
      organizationId: foreign.id,
      permission: 'SEND',
    });
    for (const unknown of [foreignId, 'x']) {
      expect((await rotate(unknown)).refusal).toBe('404 not_found');
      expect((await revoke(unknown)).refusal).toBe('404 not_found');
    }
  });
});

describe('revocation', () => {
  it('holds from the next request on, on every gateway', async () => {
    for (const [by, other] of [
      [api, replica],
      [replica, api],
    ] as const) {
      const key = (await create({ mode: 'live' })).body;
      expect([await uses(key, by), await uses(key, other)]).toEqual([200, 200]);
      const { body } = await by.send<KeyResource>(`/keys/${key.id}/revoke`, { method: 'POST', key: api.key });
      expect(body).toMatchObject({ id: key.id, status: 'revoked' });
      expect([await uses(key, other), await uses(key, by)]).toEqual(['401 unauthorized', '401 unauthorized']);
      expect((await revoke(key.id)).refusal).toBe('409 already_revoked');
    }
  });

  it('ends the calling key too, and keys within their day after a rotation', async () => {
    const old = (await create()).body;
    await rotate(old.id);
    expect((await revoke(old.id)).status).toBe(200);
    expect(await uses(old)).toBe('401 unauthorized');
    expect((await revoke(api.key.id)).body.status).toBe('revoked');
    expect((await create()).refusal).toBe('401 unauthorized');
  });

  it('leaves no time in which the key could make itself another', async () => {
    expect(await uses(api.key)).toBe(200);
    // The gateway has no notice of it, as if the request had been admitted a moment before.
    await api.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [api.key.id]);
    expect((await create()).refusal).toBe('401 unauthorized');
    const { rows } = await api.pool.query('SELECT id FROM api_keys WHERE organization_id = $1', [
      api.organizationId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

it('a test key manages no keys', async () => {
  const test = await api.createKey({ mode: 'test' });
  expect((await create({}, test)).refusal).toBe('403 test_key_not_allowed');
  expect((await rotate(api.key.id, test)).refusal).toBe('403 test_key_not_allowed');
});

it('every write is in the audit log under the name of the key', async () => {
  const { id, prefix } = (await create()).body;
  const { id: replacementId } = (await rotate(id)).body;
  await revoke(replacementId);
  const { rows } = await api.pool.query<Record<string, unknown>>(
    'SELECT action, target_id, actor_name, before, after FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  expect(rows).toEqual([
    expect.objectContaining({ action: 'api_key.create', target_id: id, actor_name: 'Admin', before: null }),
    expect.objectContaining({ action: 'api_key.rotate', target_id: id, actor_name: 'Admin' }),
    expect.objectContaining({ action: 'api_key.revoke', target_id: replacementId }),
  ]);
  expect(rows[0]?.['after']).toMatchObject({ name: 'Shop', permission: 'SEND', mode: 'test', prefix });
  expect(rows[1]?.['after']).toMatchObject({ replaced_by: replacementId });
});
