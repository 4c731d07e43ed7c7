import type { OrganizationResource } from '@postrider/contracts/organizations';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let replica: TestApi;

const api = useApi({ organization: { name: 'Shop' }, key: { name: 'Admin' } });
beforeAll(async () => {
  replica = await api.startReplica();
});

const read = (): Promise<Answer<OrganizationResource>> => api.get('/organization');
const update = (body: unknown, by = api.key): Promise<Answer<OrganizationResource>> =>
  api.send('/organization', { method: 'PATCH', key: by, body });

it('shows the key’s own organization', async () => {
  expect((await read()).body).toEqual({
    ...{ object: 'organization', id: api.organizationId, slug: expect.any(String), name: 'Shop' },
    ...{ kind: 'internal', plan: 'internal', postal_address: null, body_retention_days: 30 },
    ...{ logo_url: null, brand_color: null, privacy_url: null },
    ...{
      alert_email: null,
      generate_text: true,
      utm: null,
      late_after: [],
      sending_paused_at: null,
      sending_paused_reason: null,
      under_review: false,
    },
    created_at: expect.any(String),
  });
});

it('changes what is given, and clears what is null', async () => {
  const settings = {
    name: 'Bücher & Co',
    postal_address: '1 High Street\nLondon',
    body_retention_days: 0,
    alert_email: 'ops@shop.test',
    logo_url: 'https://shop.test/logo.svg',
    brand_color: '#0f766e',
    privacy_url: 'https://shop.test/privacy',
    generate_text: false,
    late_after: [
      { kind: 'password_reset', seconds: 120 },
      { kind: null, seconds: 3_600 },
    ],
  };
  expect((await update(settings)).body).toMatchObject(settings);
  expect((await update({})).body).toMatchObject(settings);
  const cleared = {
    postal_address: null,
    alert_email: null,
    logo_url: null,
    brand_color: null,
    privacy_url: null,
  };
  expect((await update({ ...cleared, body_retention_days: null })).body).toMatchObject({
    ...cleared,
    ...{ name: settings.name, body_retention_days: 30 },
  });
  expect((await read()).body).toMatchObject(cleared);
});

it('takes a logo of this machine without TLS, as a development stack serves it', async () => {
  const logo = 'http://localhost:4000/i/6f1c0e4a115a1f6c0e4a11019e1b7d4c.png';
  expect((await update({ logo_url: logo })).body.logo_url).toBe(logo);
});

it.each([
  { name: null },
  { name: '' },
  { name: 'two\nlines' },
  { name: 'Acme https://evil.example' },
  { name: 'Acme\u202E' },
  { name: 'P\u0430ypal' },
  { postal_address: '  ' },
  { body_retention_days: -1 },
  { body_retention_days: 3_651 },
  { alert_email: 'no-address' },
  { alert_email: 'o\u200Bps@shop.test' },
  { alert_email: '\u043Eps@shop.test' },
  { alert_email: 'Ops <ops@shop.test>' },
  { generate_text: null },
  { late_after: null },
  { late_after: [{ kind: 'receipt', seconds: 59 }] },
  { late_after: [{ kind: 'receipt', seconds: 604_801 }] },
  { late_after: [{ kind: '', seconds: 60 }] },
  { late_after: [{ seconds: 60 }] },
  {
    late_after: [
      { kind: 'a', seconds: 60 },
      { kind: 'a', seconds: 90 },
    ],
  },
  { late_after: Array.from({ length: 51 }, (_none, n) => ({ kind: `kind-${n}`, seconds: 60 })) },
  { sending_paused: 'no' },
  { logo_url: 'http://shop.test/logo.svg' },
  { logo_url: 'https://u:p@shop.test/logo.svg' },
  { logo_url: 'http://localhost.shop.test/logo.svg' },
  { logo_url: 'http://localhost:4000@shop.test/logo.svg' },
  { brand_color: 'red' },
  { brand_color: '#fff' },
  { privacy_url: 'javascript:alert(1)' },
])('PATCH /organization refuses %j', async (body) => {
  expect((await update(body)).refusal).toBe('422 validation_error');
});

describe('a pause', () => {
  async function sender(): Promise<(via?: TestApi) => Promise<string | number>> {
    const { name } = await api.createDomain();
    const body = { from: `a@${name}`, to: 'b@example.com', subject: 'Hello', text: 'Hi' };
    return async (via: TestApi = api) => {
      const { refusal, status } = await via.post('/emails', api.key, body);
      return refusal ?? status;
    };
  }

  it('holds on every gateway from the next request on, until an admin resumes', async () => {
    const send = await sender();
    expect([await send(), await send(replica)]).toEqual([200, 200]);
    const paused = (await update({ sending_paused: true })).body;
    expect(paused).toMatchObject({
      sending_paused_at: expect.any(String),
      sending_paused_reason: 'admin',
    });
    expect([await send(), await send(replica)]).toEqual(['403 sending_paused', '403 sending_paused']);
    expect((await update({ sending_paused: true })).body.sending_paused_at).toBe(paused.sending_paused_at);
    expect((await update({ name: 'Else' })).body.sending_paused_at).toBe(paused.sending_paused_at);
    expect((await update({ sending_paused: false })).body.sending_paused_at).toBeNull();
    expect([await send(replica), await send()]).toEqual([200, 200]);
  });

  it('by an alert rule is ended too, but a review is not', async () => {
    const send = await sender();
    await api.pool.query(
      `UPDATE organizations SET sending_paused_at = now(), sending_paused_reason = 'alert rule: bounce',
         under_review_at = now() WHERE id = $1`,
      [api.organizationId],
    );
    await api.bumpCacheVersion(api.organizationId);
    expect((await read()).body).toMatchObject({
      sending_paused_reason: 'alert rule: bounce',
      under_review: true,
    });
    expect((await update({ sending_paused: false })).body).toMatchObject({
      ...{ sending_paused_at: null, sending_paused_reason: null, under_review: true },
    });
    expect(await send()).toBe('403 under_review');
  });
});

it('the organization is read, but not changed, by a restricted key, and neither by a test key', async () => {
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect((await api.get('/organization', restricted)).status).toBe(200);
  expect((await update({ name: 'Else' }, restricted)).refusal).toBe('403 forbidden_domain');
  const test = await api.createKey({ mode: 'test' });
  expect((await api.get('/organization', test)).refusal).toBe('403 test_key_not_allowed');
});

it('leaves each change in the audit log, before and after', async () => {
  await update({ name: 'Else', sending_paused: true });
  const { rows } = await api.pool.query<{ action: string; before: object; after: object }>(
    'SELECT action, actor_name, before, after FROM audit_entries WHERE organization_id = $1',
    [api.organizationId],
  );
  expect(rows).toEqual([
    {
      ...{ action: 'org.update', actor_name: 'Admin' },
      before: expect.objectContaining({ name: 'Shop', sending_paused_at: null }),
      after: expect.objectContaining({ name: 'Else', sending_paused_reason: 'admin' }),
    },
  ]);
});
