import type { DomainResource } from '@postrider/contracts/domains';
import { createApiKey, platformHost } from '@postrider/testkit';
import { startDomainHarness, type DomainHarness, type Tenant } from '../../../test/domain-harness';

let harness: DomainHarness;
let tenant: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.newTenant();
  harness.publish();
});

let count = 0;
const create = async (): Promise<DomainResource> =>
  (await tenant.create({ name: `inbound${(count += 1)}.test` })).body;
const update = (id: string, inbound: unknown, key = tenant.key) =>
  harness.api.send<DomainResource>(`/domains/${id}`, { method: 'PATCH', key, body: { inbound } });
const mxOf = ({ records }: DomainResource) => records.find(({ record }) => record === 'INBOUND');

it('sets what a domain receives, and asks for its MX record while it needs one', async () => {
  const domain = await create();
  expect(mxOf(domain)).toBeUndefined();
  const { status, body } = await update(domain.id, { mode: 'addresses', addresses: ['Sales', 'büro'] });
  expect(status).toBe(200);
  expect(body.inbound).toEqual({ mode: 'addresses', addresses: ['sales', 'büro'] });
  const mx = { type: 'MX', name: domain.name, value: platformHost, priority: 10, required: false };
  expect(mxOf(body)).toMatchObject({
    ...{ ...mx, status: 'missing', observed: [] },
    hint: expect.stringContaining('add a subdomain') as string,
  });
  expect(await tenant.read(domain.id)).toEqual(body);
  harness.publish({ type: 'MX', name: domain.name, value: platformHost });
  const all = (await update(domain.id, { mode: 'catch_all' })).body;
  expect(all.inbound).toEqual({ mode: 'catch_all', addresses: [] });
  expect(mxOf(all)).toMatchObject({ status: 'verified', observed: [`10 ${platformHost}`] });
  const { name, records } = (await update(domain.id, { mode: 'replies' })).body;
  expect([name, records.map(({ record }) => record)]).toEqual([
    domain.name,
    domain.records.map(({ record }) => record),
  ]);
});

it('warns of another mail server that would lose the mail of the domain', async () => {
  const domain = await create();
  harness.publish({ type: 'MX', name: domain.name, value: 'smtp.google.test' });
  const { body } = await update(domain.id, { mode: 'catch_all' });
  expect(mxOf(body)).toMatchObject({
    status: 'mismatch',
    observed: ['10 smtp.google.test'],
    error: expect.stringMatching(/points to smtp\.google\.test .* that server no longer receives/) as string,
  });
});

it('leaves a verified domain verified, without its MX record', async () => {
  const domain = await create();
  harness.publish(...domain.records);
  await harness.sweep();
  expect((await update(domain.id, { mode: 'catch_all' })).body.status).toBe('verified');
  expect((await tenant.act(domain.id, 'verify')).body.status).toBe('verified');
});

it.each<[inbound: object, field: string]>([
  [{}, 'inbound.mode'],
  [{ mode: 'all' }, 'inbound.mode'],
  [{ mode: 'addresses' }, 'inbound.addresses'],
  [{ mode: 'addresses', addresses: [] }, 'inbound.addresses'],
  [{ mode: 'catch_all', addresses: ['sales'] }, 'inbound.addresses'],
  [{ mode: 'addresses', addresses: ['sales', 'SALES'] }, 'inbound.addresses'],
  [{ mode: 'addresses', addresses: Array.from({ length: 101 }, (_none, n) => `a${n}`) }, 'inbound.addresses'],
  [{ mode: 'addresses', addresses: ['ok', 'sales@acme.test'] }, 'inbound.addresses.1'],
  [{ mode: 'addresses', addresses: ['sales+x'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['a..b'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['a b'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['"a"'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['a%b'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['*'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['b'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['reply'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['FBL'] }, 'inbound.addresses.0'],
  [{ mode: 'addresses', addresses: ['dmarc'] }, 'inbound.addresses.0'],
])('refuses %j and changes nothing', async (inbound, field) => {
  const { id } = await create();
  const answer = await update(id, inbound);
  expect(answer.refusal).toBe('422 validation_error');
  expect(answer.text).toContain(`${field}:`);
  expect((await tenant.read(id)).inbound).toEqual({ mode: 'replies', addresses: [] });
});

it('PATCH /domains/{id} is for ADMIN keys of the domain, and recorded in the audit log', async () => {
  const { id, name } = await create();
  const other = await create();
  const { pool } = harness.api.context;
  const { organizationId } = tenant;
  const restricted = await createApiKey(pool, { organizationId, domainIds: [other.id] });
  const full = await createApiKey(pool, { organizationId, permission: 'FULL' });
  const stranger = (await harness.newTenant()).key;
  const rule = { mode: 'addresses', addresses: ['sales'] };
  expect((await update(id, rule, restricted)).refusal).toBe('404 not_found');
  expect((await update(id, rule, full)).refusal).toBe('403 forbidden');
  expect((await update(id, rule, stranger)).refusal).toBe('404 not_found');
  await update(id, rule);
  const { rows } = await pool.query(
    `SELECT actor_id, before, after FROM audit_entries WHERE target_id = $1 AND action = 'domain.update'`,
    [id],
  );
  expect(rows).toMatchObject([
    {
      actor_id: tenant.key.id,
      before: { name },
      after: { name, inboundRule: 'addresses', inboundAddresses: ['sales'] },
    },
  ]);
});
