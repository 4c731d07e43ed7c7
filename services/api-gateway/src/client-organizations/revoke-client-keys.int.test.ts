import { newId } from '@postrider/contracts/ids';
import type { CreatedKeyResource } from '@postrider/contracts/keys';
import {
  createApiKey,
  createOrganization,
  type ApiKeyFixture,
  type OrganizationFixture,
} from '@postrider/testkit';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

interface Revoked {
  readonly object: string;
  readonly organization_id: string;
  readonly revoked: number;
  readonly api_key: CreatedKeyResource | null;
}
let replica: TestApi;
let partner: OrganizationFixture;
let client: OrganizationFixture;
let key: ApiKeyFixture;

const api = useApi();
beforeAll(async () => {
  replica = await api.startReplica();
});
beforeEach(async () => {
  const { pool } = api;
  partner = await createOrganization(pool);
  client = await createOrganization(pool, {
    kind: 'client',
    plan: 'free',
    parentOrganizationId: partner.id,
  });
  key = await createApiKey(pool, { organizationId: partner.id });
});

const ofClient = (further: object = {}): Promise<ApiKeyFixture> =>
  createApiKey(api.pool, { organizationId: client.id, ...further });
const revoke = (body?: unknown, id = client.id): Promise<Answer<Revoked>> =>
  api.post(`/organizations/${id}/revoke-keys`, key, body);
const onBoth = async (by: Pick<ApiKeyFixture, 'token'>): Promise<number[]> => {
  const ask = (via: TestApi) => via.send('/keys/me', { method: 'GET', key: by });
  return [(await ask(api)).status, (await ask(replica)).status];
};

it('revokes every live key, which fails on the next request on every gateway', async () => {
  const keys = [await ofClient(), await ofClient({ permission: 'SEND' })];
  const test = await ofClient({ mode: 'test' });
  for (const each of [...keys, test]) expect(await onBoth(each)).toEqual([200, 200]);
  const { status, body } = await revoke();
  expect(status).toBe(200);
  expect(body).toEqual({ object: 'revoked_keys', organization_id: client.id, revoked: 2, api_key: null });
  for (const each of keys) expect(await onBoth(each)).toEqual([401, 401]);
  expect(await onBoth(test)).toEqual([200, 200]);
  expect(await onBoth(key)).toEqual([200, 200]);
});

it('can put one new live key in their place, whose token is shown this once', async () => {
  const old = await ofClient();
  const { body } = await revoke({ replace_with: { name: 'After the leak', permission: 'send' } });
  const replacement = body.api_key;
  expect(replacement).toMatchObject({
    object: 'api_key',
    name: 'After the leak',
    permission: 'SEND',
    mode: 'live',
    status: 'active',
    token: expect.stringMatching(/^pr_live_/),
  });
  expect(await onBoth(old)).toEqual([401, 401]);
  expect(await onBoth({ token: replacement?.token ?? '' })).toEqual([200, 200]);
  const again = await revoke({ replace_with: {} });
  expect(again.body).toMatchObject({ revoked: 1, api_key: { name: 'Partner key', permission: 'ADMIN' } });
  expect(await onBoth({ token: replacement?.token ?? '' })).toEqual([401, 401]);
});

it('revokes them while the caller is on a review hold and paused', async () => {
  await api.pool.query(
    'UPDATE organizations SET under_review_at = now(), sending_paused_at = now() WHERE id = $1',
    [partner.id],
  );
  await api.bumpCacheVersion(partner.id);
  const old = await ofClient();
  expect((await revoke({})).body.revoked).toBe(1);
  expect(await onBoth(old)).toEqual([401, 401]);
});

it('knows no organization but those that the caller created', async () => {
  const { pool } = api;
  const foreignPartner = await createOrganization(pool);
  const foreign = await createOrganization(pool, { kind: 'client', parentOrganizationId: foreignPartner.id });
  const foreignKey = await createApiKey(pool, { organizationId: foreign.id });
  for (const id of [foreign.id, foreignPartner.id, partner.id, newId(), 'nonsense']) {
    expect((await revoke({ replace_with: {} }, id)).refusal).toBe('404 not_found');
  }
  expect(await onBoth(foreignKey)).toEqual([200, 200]);
  expect(await onBoth(key)).toEqual([200, 200]);
});

it('revoking keys of a client is in the audit logs of both, by the calling key, without a token', async () => {
  const old = await ofClient({ name: 'Old' });
  const { body } = await revoke({ replace_with: { name: 'New' } });
  const { rows } = await api.pool.query<Record<string, unknown>>(
    'SELECT * FROM audit_entries WHERE organization_id = ANY($1) ORDER BY id',
    [[partner.id, client.id]],
  );
  const id = body.api_key?.id;
  expect(rows).toMatchObject([
    {
      organization_id: partner.id,
      action: 'org.revoke_child_keys',
      target_id: client.id,
      after: { revoked: [old.id], replacement: id },
    },
    { organization_id: client.id, action: 'api_key.revoke', target_id: old.id, before: { name: 'Old' } },
    { organization_id: client.id, action: 'api_key.create', target_id: id, after: { name: 'New' } },
  ]);
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([key.id]));
  expect(JSON.stringify(rows)).not.toContain(body.api_key?.token);
});

it.each([[{ replace_with: { permission: 'owner' } }], [{ replace_with: 7 }], [[]], [null]])(
  'refuses %j and revokes nothing',
  async (body) => {
    const old = await ofClient();
    expect((await revoke(body)).refusal).toBe('422 validation_error');
    expect(await onBoth(old)).toEqual([200, 200]);
  },
);
