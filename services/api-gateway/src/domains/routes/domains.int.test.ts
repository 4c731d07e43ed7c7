import { createPublicKey, createPrivateKey } from 'node:crypto';
import type { DomainResource } from '@postrider/contracts/domains';
import { dkimDnsRecord } from '@postrider/mail';
import { createSecretBox } from '@postrider/runtime';
import { createApiKey, platformHost, testMasterKey } from '@postrider/testkit';
import type { Page } from '../../paging/page';
import { startDomainHarness, type DomainHarness, type Tenant } from '../../../test/domain-harness';

let harness: DomainHarness;
let tenant: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.newTenant();
});

let count = 0;
const newName = (): string => `shop${(count += 1)}.test`;
const list = async (query = '', key = tenant.key): Promise<Page<DomainResource>> =>
  (await harness.api.get<Page<DomainResource>>(`/domains${query}`, key)).body;

it('answers a new domain with the records to publish', async () => {
  const name = newName();
  const { status, body } = await tenant.create({ name: name.toUpperCase(), stream: 'bulk' });
  expect(status).toBe(201);
  const common = { ttl: 3_600, status: 'pending', observed: [] };
  const host = { value: platformHost, priority: 10, type: 'MX' };
  expect(body).toEqual({
    object: 'domain',
    id: expect.any(String),
    name,
    status: 'pending',
    failed_reason: null,
    stream: 'bulk',
    dns_mode: 'manual',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
    verified_at: null,
    last_checked_at: null,
    return_path: `bounce.${name}`,
    tracking_host: `links.${name}`,
    reply_address: `reply@reply.${name}`,
    inbound: { mode: 'replies', addresses: [] },
    dkim: { selector: 'pr1' },
    records: [
      {
        ...{ ...common, record: 'DKIM', type: 'TXT', name: `pr1._domainkey.${name}`, required: true },
        value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}={0,2}$/),
      },
      { ...common, ...host, record: 'MX', name: `bounce.${name}`, required: true },
      {
        ...{ ...common, record: 'SPF', type: 'TXT', name: `bounce.${name}`, required: true },
        value: `v=spf1 include:_spf.${platformHost} ~all`,
      },
      {
        ...{ ...common, record: 'DMARC', type: 'TXT', name: `_dmarc.${name}`, required: false },
        value: `v=DMARC1; p=none; rua=mailto:dmarc@${platformHost}`,
      },
      {
        ...{ ...common, record: 'TRACKING', type: 'CNAME', name: `links.${name}`, required: false },
        value: platformHost,
      },
      { ...common, ...host, record: 'REPLY', name: `reply.${name}`, required: false },
    ],
  });
  expect(await tenant.read(body.id)).toEqual(body);
});

it('keeps the private key sealed, in the form in which the send-worker opens it', async () => {
  const { body } = await tenant.create({ name: newName() });
  const { rows } = await harness.api.context.pool.query<{
    id: string;
    private_key: string;
    public_key: string;
  }>('SELECT id, private_key, public_key FROM dkim_keys WHERE domain_id = $1', [body.id]);
  const [row] = rows;
  if (!row) throw new Error('no key');
  const box = createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') });
  const pem = createPublicKey(createPrivateKey(box.open(row.private_key, row.id))).export({
    type: 'spki',
    format: 'pem',
  });
  expect(body.records[0]?.value).toBe(dkimDnsRecord(String(pem)));
  expect(body.records[0]?.value).toContain(`p=${row.public_key}`);
});

it('takes other labels, and names of any script in their DNS form', async () => {
  const { body } = await tenant.create({
    name: 'bücher.test',
    return_path: 'Rp',
    tracking_host: 'go',
    reply_host: 'in',
  });
  expect(body).toMatchObject({
    name: 'xn--bcher-kva.test',
    return_path: 'rp.xn--bcher-kva.test',
    tracking_host: 'go.xn--bcher-kva.test',
    reply_address: 'reply@in.xn--bcher-kva.test',
  });
});

it.each([
  [{}, 'name'],
  [{ name: 'localhost' }, 'name'],
  [{ name: 'co.uk' }, 'name'],
  [{ name: 'github.io' }, 'name'],
  [{ name: '192.0.2.1' }, 'name'],
  [{ name: 'a_b.test' }, 'name'],
  [{ name: platformHost }, 'name'],
  [{ name: `x.${platformHost}` }, 'name'],
  [{ name: `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.test` }, 'name'],
  [{ name: 'ok.test', return_path: 'a.b' }, 'return_path'],
  [{ name: 'ok.test', tracking_host: 'bounce' }, 'tracking_host'],
  [{ name: 'ok.test', reply_host: '-x' }, 'reply_host'],
  [{ name: 'ok.test', stream: 'both' }, 'stream'],
  [{ name: 'ok.test', dns_mode: 'route53' }, 'dns_mode'],
])('refuses %j and stores nothing', async (body, field) => {
  const answer = await tenant.create(body);
  expect(answer.refusal).toBe('422 validation_error');
  expect(answer.text).toContain(`${field}:`);
  expect((await list()).data).toEqual([]);
});

it('gives a name to one organization only, also when two ask at the same time', async () => {
  const name = newName();
  const other = await harness.newTenant();
  const answers = await Promise.all([tenant.create({ name }), other.create({ name })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await tenant.create({ name })).refusal).toBe('409 domain_taken');
  expect((await other.create({ name })).refusal).toBe('409 domain_taken');
});

it('lists over pages, newest first', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift((await tenant.create({ name: newName() })).body.id);
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(second).not.toHaveProperty('next_cursor');
});

it('a new domain is known to the very next request, for example to whom the caller may send as', async () => {
  const name = newName();
  const mail = { from: `hi@${name}`, to: 'ada@example.com', subject: 'Hi', text: 'Hi' };
  expect((await harness.api.post('/emails', tenant.key, mail)).refusal).toBe('422 unknown_domain');
  await tenant.create({ name });
  expect((await harness.api.post('/emails', tenant.key, mail)).refusal).toBe('422 domain_not_verified');
});

it('offers publishing through Cloudflare to internal organizations alone', async () => {
  const client = await harness.newTenant('client');
  const name = newName();
  expect((await client.create({ name, dns_mode: 'cloudflare' })).refusal).toBe('403 forbidden');
  expect((await tenant.create({ name, dns_mode: 'cloudflare' })).body.dns_mode).toBe('cloudflare');
});

it('shows a restricted key its own domains, and lets it neither add nor delete one', async () => {
  const { api } = harness;
  const mine = (await tenant.create({ name: newName() })).body;
  const other = (await tenant.create({ name: newName() })).body;
  const { organizationId } = tenant;
  const key = await createApiKey(api.context.pool, { organizationId, domainIds: [mine.id] });
  expect((await list('', key)).data.map(({ id }) => id)).toEqual([mine.id]);
  expect((await api.get(`/domains/${mine.id}`, key)).status).toBe(200);
  expect((await api.get(`/domains/${other.id}`, key)).refusal).toBe('404 not_found');
  for (const action of ['verify', 'publish', 'register-identity']) {
    expect((await api.post(`/domains/${other.id}/${action}`, key)).refusal).toBe('404 not_found');
  }
  expect((await api.post('/domains', key, { name: newName() })).refusal).toBe('403 forbidden_domain');
  expect((await api.delete(`/domains/${mine.id}`, key)).refusal).toBe('403 forbidden_domain');
});

it('POST /domains is for live ADMIN keys', async () => {
  const { api } = harness;
  const { organizationId } = tenant;
  const { id } = (await tenant.create({ name: newName() })).body;
  const full = await createApiKey(api.context.pool, { organizationId, permission: 'FULL' });
  const test = await createApiKey(api.context.pool, { organizationId, mode: 'test' });
  for (const [by, refusal] of [
    [full, '403 forbidden'],
    [test, '403 test_key_not_allowed'],
  ] as const) {
    expect((await api.get('/domains', by)).refusal).toBe(refusal);
    expect((await api.get(`/domains/${id}`, by)).refusal).toBe(refusal);
    expect((await api.post('/domains', by, { name: newName() })).refusal).toBe(refusal);
    expect((await api.delete(`/domains/${id}`, by)).refusal).toBe(refusal);
    for (const action of ['verify', 'publish', 'register-identity']) {
      expect((await api.post(`/domains/${id}/${action}`, by)).refusal).toBe(refusal);
    }
  }
});

it('records who created, verified and deleted it, without a key', async () => {
  const { api } = harness;
  const name = newName();
  const { id } = (await tenant.create({ name })).body;
  await tenant.act(id, 'verify');
  await api.delete(`/domains/${id}`, tenant.key);
  const { rows } = await api.context.pool.query(
    'SELECT * FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [tenant.organizationId],
  );
  const common = { actor_type: 'key', actor_id: tenant.key.id, target_type: 'domain', target_id: id };
  expect(rows).toMatchObject([
    { ...common, action: 'domain.create', before: null, after: { name, status: 'pending' } },
    { ...common, action: 'domain.verify', request_id: expect.any(String) },
    { ...common, action: 'domain.disable', after: { name, status: 'disabled' } },
    { ...common, action: 'domain.delete', before: { name, status: 'disabled' }, after: null },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/PRIVATE|v1\./);
});
