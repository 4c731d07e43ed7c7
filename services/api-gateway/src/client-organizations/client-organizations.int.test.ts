import type { CreatedKeyResource } from '@postrider/contracts/keys';
import type { ClientOrganization } from '@postrider/contracts/organizations';
import {
  createApiKey,
  createDomain,
  createMember,
  createOrganization,
  type ApiKeyFixture,
  type OrganizationFixture,
} from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Created {
  readonly organization: ClientOrganization;
  readonly api_key: CreatedKeyResource;
}

const clock = createTurnedClock();
let replica: TestApi;
let partner: OrganizationFixture;
let key: ApiKeyFixture;
let slugs = 0;

const api = useApi({ clock });
beforeAll(async () => {
  replica = await api.startReplica({ clock });
  clock.toNoon();
});
beforeEach(async () => {
  partner = await createOrganization(api.pool);
  key = await createApiKey(api.pool, { organizationId: partner.id });
  await set(`alert_email = 'ops@partner.test'`);
});

const newSlug = (): string => `client-${(slugs += 1)}`;
const create = (body: object = {}, by = key, via: TestApi = api): Promise<Answer<Created>> =>
  via.post('/organizations', by, { name: 'Client', slug: newSlug(), ...body });
const list = (query = '', by = key): Promise<Answer<Page<ClientOrganization>>> =>
  api.get(`/organizations${query}`, by);
async function set(columns: string, id = partner.id): Promise<void> {
  await api.pool.query(`UPDATE organizations SET ${columns} WHERE id = $1`, [id]);
  await api.bumpCacheVersion(id);
}
async function rowsOf(table: string, organizationId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await api.pool.query<Record<string, unknown>>(
    `SELECT * FROM ${table} WHERE organization_id = $1 ORDER BY id`,
    [organizationId],
  );
  return rows;
}

describe('a new client organization', () => {
  it('is answered with its first key, whose token is shown this once', async () => {
    const slug = newSlug();
    const { status, body } = await create({ name: ' Blue Shop ', slug });
    expect(status).toBe(201);
    expect(body).toEqual({
      organization: {
        object: 'organization',
        id: expect.any(String),
        name: 'Blue Shop',
        slug,
        kind: 'client',
        plan: 'free',
        parent_organization_id: partner.id,
        alert_email: 'ops@partner.test',
        sending_paused_at: null,
        under_review: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      },
      api_key: {
        object: 'api_key',
        id: expect.any(String),
        name: 'Partner key',
        permission: 'ADMIN',
        mode: 'live',
        domains: [],
        prefix: body.api_key.token.slice(0, 12),
        status: 'active',
        rights: { content: true, export: true },
        rate_limit: null,
        ...{ allowed_ips: [], allowed_recipients: [], templates_only: false, daily_limit: null },
        created_by: null,
        replaced_by: null,
        created_at: body.organization.created_at,
        expires_at: null,
        last_used_at: null,
        token: expect.stringMatching(/^pr_live_[0-9a-f]{48}$/),
      },
    });
    expect((await list()).text).not.toContain(body.api_key.token);
    const stored = JSON.stringify(await rowsOf('api_keys', body.organization.id));
    expect(stored).not.toContain(body.api_key.token.slice(12));
  });

  it('has a key that works at once, on every gateway, and is not approved', async () => {
    const { body } = await create();
    const first = { ...key, token: body.api_key.token };
    expect((await replica.get('/keys/me', first)).body).toMatchObject({
      id: body.api_key.id,
      name: 'Partner key',
    });
    expect((await api.get('/usage', first)).body).toMatchObject({
      plan: 'free',
      emails: { daily: { used: 0, limit: 100 } },
    });
    const { rows } = await api.pool.query('SELECT approved_at FROM organizations WHERE id = $1', [
      body.organization.id,
    ]);
    expect(rows).toEqual([{ approved_at: null }]);
    expect((await api.post('/organizations', first, { name: 'n', slug: newSlug() })).refusal).toBe(
      '403 forbidden',
    );
  });

  it.each(['send', 'Full', 'ADMIN'])('can begin with a %s key of any name', async (permission) => {
    const { body } = await create({ api_key: { name: 'Shop', permission } });
    expect(body.api_key).toMatchObject({ name: 'Shop', permission: permission.toUpperCase(), mode: 'live' });
  });

  it('has the address of the first admin for alerts when the partner has no alert address', async () => {
    await set('alert_email = NULL');
    expect((await create()).body.organization.alert_email).toBeNull();
    await createMember(api.pool, { organizationId: partner.id, role: 'viewer' });
    const admin = await createMember(api.pool, { organizationId: partner.id, role: 'admin' });
    await createMember(api.pool, { organizationId: partner.id, role: 'owner' });
    expect((await create()).body.organization.alert_email).toBe(admin.email);
  });

  it('has the default alert rules, with notices to the given address', async () => {
    const { body } = await create({ alert_email: 'alerts@client.test' });
    expect(body.organization.alert_email).toBe('alerts@client.test');
    const rules = await rowsOf('alert_rules', body.organization.id);
    expect(rules).toHaveLength(4);
    expect(rules).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'bounce',
          enabled: true,
          warn_rate: 0.02,
          pause_rate: 0.05,
          minimum: 100,
        }),
        expect.objectContaining({ kind: 'complaint', warn_rate: 0.001, pause_rate: 0.005, minimum: 100 }),
        expect.objectContaining({ kind: 'provider_block', minimum: 20, window_minutes: 10 }),
        expect.objectContaining({ kind: 'delivery_silence', window_minutes: 30 }),
      ]),
    );
  });

  it('is in the audit logs of both, by the calling key, without the token', async () => {
    const { body } = await create({ slug: 'audited' });
    const { id } = body.organization;
    const by = { actor_type: 'key', actor_id: key.id, request_id: expect.any(String), before: null };
    const after = expect.objectContaining({ slug: 'audited', plan: 'free', kind: 'client' }) as unknown;
    const ofPartner = await rowsOf('audit_entries', partner.id);
    const ofClient = await rowsOf('audit_entries', id);
    expect(ofPartner).toMatchObject([{ ...by, action: 'org.create_child', target_id: id, after }]);
    expect(ofClient).toMatchObject([
      { ...by, action: 'org.create', target_type: 'organization', target_id: id, after },
      { ...by, action: 'api_key.create', target_type: 'api_key', target_id: body.api_key.id },
    ]);
    expect(JSON.stringify([ofPartner, ofClient])).not.toContain(body.api_key.token);
  });
});

describe('the partner API', () => {
  it('is for unrestricted live ADMIN keys of an internal organization', async () => {
    const { pool } = api;
    const organizationId = partner.id;
    const domain = await createDomain(pool, { organizationId });
    const client = await createOrganization(pool, { kind: 'client', plan: 'free' });
    const callers = [
      [await createApiKey(pool, { organizationId, permission: 'FULL' }), '403 forbidden'],
      [await createApiKey(pool, { organizationId, mode: 'test' }), '403 test_key_not_allowed'],
      [await createApiKey(pool, { organizationId, domainIds: [domain.id] }), '403 forbidden'],
      [await createApiKey(pool, { organizationId: client.id }), '403 forbidden'],
    ] as const;
    const { organization } = (await create()).body;
    for (const [by, refusal] of callers) {
      expect((await create({}, by)).refusal).toBe(refusal);
      expect((await list('', by)).refusal).toBe(refusal);
      expect((await api.post(`/organizations/${organization.id}/revoke-keys`, by)).refusal).toBe(refusal);
    }
    expect((await list()).body.data).toEqual([organization]);
  });

  it('creates nothing while its organization is on a review hold or paused', async () => {
    await set('sending_paused_at = now()');
    expect((await create()).refusal).toBe('403 sending_paused');
    await set('under_review_at = now()');
    expect((await create()).refusal).toBe('403 under_review');
    expect((await list()).body.data).toEqual([]);
    await set('under_review_at = NULL, sending_paused_at = NULL');
    expect((await create()).status).toBe(201);
  });
});

describe('a slug', () => {
  it.each(['api', 'www', 'postrider', 'postmaster'])('%s is reserved', async (slug) => {
    expect((await create({ slug })).refusal).toBe('409 slug_taken');
  });

  it('is unique across the platform, also when two ask for it at the same time', async () => {
    const other = await createOrganization(api.pool);
    const otherKey = await createApiKey(api.pool, { organizationId: other.id });
    const slug = newSlug();
    const answers = await Promise.all([create({ slug }), create({ slug }, otherKey, replica)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await create({ slug: partner.slug })).refusal).toBe('409 slug_taken');
  });
});

it.each([
  [{ name: undefined }],
  [{ name: ' ' }],
  [{ name: 'n'.repeat(121) }],
  [{ slug: undefined }],
  [{ slug: 'a' }],
  [{ slug: 'a'.repeat(61) }],
  [{ slug: 'Shop' }],
  [{ slug: 'a--b' }],
  [{ slug: '-ab' }],
  [{ slug: 'ab-' }],
  [{ slug: 'a_b' }],
  [{ alert_email: 'no-address' }],
  [{ alert_email: 'Ops <ops@client.test>' }],
  [{ api_key: { permission: 'owner' } }],
  [{ api_key: { name: '' } }],
])('refuses %j and creates nothing', async (body) => {
  expect((await create(body)).refusal).toBe('422 validation_error');
  expect((await list()).body.data).toEqual([]);
});

it('creates 25 organizations a UTC day and no more, however many ask at the same time', async () => {
  for (let n = 0; n < 18; n += 1) await create();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => create({}, key, index % 2 ? api : replica)),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ refusal }) => refusal)).toEqual(Array(9).fill('429 organization_quota_exceeded'));
  expect((await list('?limit=100')).body.data).toHaveLength(25);
  const untilMidnight = 86_400 - ((clock.now().getTime() / 1_000) % 86_400);
  for (const { headers } of refused) {
    const seconds = Number(headers.get('retry-after'));
    expect([Number.isInteger(seconds), Math.abs(seconds - untilMidnight) < 120]).toEqual([true, true]);
  }
  clock.forward(dayMs / 2 + hourMs);
  expect((await create()).status).toBe(201);
  clock.forward(dayMs / 2 - hourMs);
});

it('does not count an organization that could not be created', async () => {
  for (let n = 0; n < 24; n += 1) await create();
  expect((await create({ slug: partner.slug })).refusal).toBe('409 slug_taken');
  expect((await create()).status).toBe(201);
  expect((await create()).refusal).toBe('429 organization_quota_exceeded');
});

it('lists its own clients over pages, newest first', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await create()).body.organization.id);
  const first = await list('?limit=3');
  const second = await list(`?limit=3&cursor=${first.body.next_cursor}`);
  expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);
  expect(second.body).not.toHaveProperty('next_cursor');
  expect((await list('?limit=101')).refusal).toBe('422 validation_error');
  expect((await list('?cursor=x')).refusal).toBe('422 invalid_cursor');
  const other = await createOrganization(api.pool);
  const otherKey = await createApiKey(api.pool, { organizationId: other.id });
  expect((await list('', otherKey)).body.data).toEqual([]);
});
