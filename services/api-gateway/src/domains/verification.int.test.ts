import type { DomainResource } from '@postrider/contracts';
import { startDomainStage, type DomainStage, type Tenant } from '../testing/domain-stage';

let stage: DomainStage;
let tenant: Tenant;

beforeAll(async () => {
  stage = await startDomainStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  tenant = await stage.newTenant('client');
  stage.publish();
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let count = 0;

async function createDomain(): Promise<DomainResource> {
  return (await tenant.create({ name: `verify${(count += 1)}.test` })).body;
}

async function createVerified(): Promise<DomainResource> {
  const domain = await createDomain();
  stage.publish(...domain.records);
  await stage.sweep();
  return tenant.read(domain.id);
}

function record(domain: DomainResource, kind: string): DomainResource['records'][number] {
  const found = domain.records.find(({ record: each }) => each === kind);
  if (!found) throw new Error(`no ${kind} record`);
  return found;
}

const without = (domain: DomainResource, ...kinds: string[]): DomainResource['records'] =>
  domain.records.filter(({ record: kind }) => !kinds.includes(kind));

const send = (domain: DomainResource, more = {}) =>
  stage.api.post('/emails', tenant.key, {
    ...{ from: `hi@${domain.name}`, to: 'ada@example.com', subject: 'Hi', text: 'Hi' },
    ...more,
  });

async function column(domain: DomainResource, name: string): Promise<unknown> {
  const { rows } = await stage.api.context.pool.query(`SELECT ${name} AS value FROM domains WHERE id = $1`, [
    domain.id,
  ]);
  return (rows[0] as { value: unknown }).value;
}

async function notices(): Promise<{ kind: string; recipient: string; subject: string; text: string }[]> {
  const { rows } = await stage.api.context.pool.query(
    'SELECT kind, recipient, subject, text FROM notices WHERE organization_id = $1 ORDER BY id',
    [tenant.organizationId],
  );
  return rows as { kind: string; recipient: string; subject: string; text: string }[];
}

it('verifies a new domain by itself as soon as its records resolve, and mail is accepted at once', async () => {
  const domain = await createDomain();
  await stage.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'pending' });
  expect((await send(domain)).refusal).toBe('422 domain_not_verified');
  stage.publish(...domain.records);
  await stage.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'pending' });
  stage.clock.forward(MINUTE_MS);
  await stage.sweep();
  const verified = await tenant.read(domain.id);
  expect(verified).toMatchObject({ status: 'verified', verified_at: verified.last_checked_at });
  expect(verified.records.map(({ status }) => status)).toEqual(Array(6).fill('verified'));
  const { value, priority } = record(domain, 'MX');
  expect(record(verified, 'MX').observed).toEqual([`${priority} ${value}`]);
  expect((await send(verified)).status).toBe(200);
});

it('needs the required records only; tracking works when its own record is there', async () => {
  const domain = await createDomain();
  stage.publish(...without(domain, 'DMARC', 'TRACKING', 'REPLY'));
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.status).toBe('verified');
  expect(body.records.map(({ status }) => status).sort()).toEqual(
    [...Array<string>(3).fill('missing'), ...Array<string>(3).fill('verified')].sort(),
  );
  const tracked = { html: '<a href="https://example.com">x</a>', track: { clicks: true, opens: false } };
  expect((await send(body, tracked)).refusal).toBe('422 validation_error');
  stage.publish(...domain.records);
  await tenant.act(domain.id, 'verify');
  expect((await send(body, tracked)).status).toBe(200);
  stage.publish(...without(domain, 'TRACKING'));
  await tenant.act(domain.id, 'verify');
  expect((await send(body, tracked)).refusal).toBe('422 validation_error');
  expect((await send(body)).status).toBe(200);
});

it('names a record under a doubled name', async () => {
  const domain = await createDomain();
  const dkim = record(domain, 'DKIM');
  stage.publish({ ...dkim, name: `${dkim.name}.${domain.name}` });
  const { body } = await tenant.act(domain.id, 'verify');
  expect(record(body, 'DKIM')).toMatchObject({ status: 'missing', observed: [] });
  expect(record(body, 'DKIM').error).toContain(`doubled name, ${dkim.name}.${domain.name}`);
  expect(record(body, 'SPF').error).toMatch(/^No TXT record is published at bounce\./);
});

it('shows what it resolved beside what is wrong with it', async () => {
  const domain = await createDomain();
  const [dkim, spf, tracking] = [record(domain, 'DKIM'), record(domain, 'SPF'), record(domain, 'TRACKING')];
  const wrongKey = dkim.value.replace(/p=.{30}/, 'p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAa');
  stage.publish(
    { ...dkim, value: wrongKey },
    spf,
    { ...spf, value: 'v=spf1 mx -all' },
    { ...tracking, type: 'CNAME', value: 'elsewhere.test' },
  );
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.status).toBe('pending');
  expect(record(body, 'DKIM')).toMatchObject({ status: 'mismatch', observed: [wrongKey] });
  expect(record(body, 'DKIM').error).toContain('wrong key');
  expect(record(body, 'SPF').error).toContain('two records');
  expect(record(body, 'SPF').observed).toHaveLength(2);
  expect(record(body, 'TRACKING').error).toContain('leads to elsewhere.test');
});

it('gives up after 72 hours, tells the organization, and a manual verification reopens it', async () => {
  const domain = await createDomain();
  for (let hour = 0; hour <= 72; hour += 1) {
    await stage.sweep();
    stage.clock.forward(HOUR_MS);
  }
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'failed' });
  expect(await column(domain, 'next_check_at')).toBeNull();
  expect(await notices()).toMatchObject([
    { kind: 'domain_failed', recipient: 'ops@tenant.test', subject: `${domain.name} could not be verified` },
  ]);
  expect((await tenant.act(domain.id, 'verify')).body.status).toBe('pending');
  stage.publish(...domain.records);
  stage.clock.forward(MINUTE_MS);
  await stage.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
});

it('warns a day after a verified domain lost its records, and stops its mail after three', async () => {
  const domain = await createVerified();
  stage.publish();
  stage.clock.forward(25 * HOUR_MS);
  await stage.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'verified' });
  expect(await notices()).toEqual([]);
  stage.clock.forward(24 * HOUR_MS);
  await stage.sweep();
  stage.clock.forward(2 * HOUR_MS);
  await stage.sweep();
  expect(await notices()).toMatchObject([{ kind: 'domain_failing', text: expect.stringContaining('DKIM') }]);
  expect((await send(domain)).status).toBe(200);
  stage.clock.forward(46 * HOUR_MS);
  await stage.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'failed' });
  expect((await notices()).map(({ kind }) => kind)).toEqual(['domain_failing', 'domain_failed']);
  expect((await send(domain)).refusal).toBe('422 domain_not_verified');
});

it('forgets a miss when the records are back', async () => {
  const domain = await createVerified();
  stage.publish();
  stage.clock.forward(25 * HOUR_MS);
  await stage.sweep();
  expect(await column(domain, 'failing_since')).not.toBeNull();
  stage.publish(...domain.records);
  stage.clock.forward(HOUR_MS);
  await stage.sweep();
  expect(await column(domain, 'failing_since')).toBeNull();
  expect(await notices()).toEqual([]);
});

it('takes DNS that does not answer for no answer', async () => {
  const domain = await createVerified();
  stage.dns.setZone({ records: [], failing: [domain.name] });
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.status).toBe('verified');
  expect(record(body, 'DKIM')).toMatchObject({
    status: 'verified',
    error: expect.stringContaining('ESERVFAIL'),
  });
  expect(await column(domain, 'failing_since')).toBeNull();
});

it('is done once for each due domain, whatever the number of replicas, and again when a replica died', async () => {
  const domain = await createDomain();
  await Promise.all([stage.sweep(), stage.sweep(), stage.sweep()]);
  const { name } = record(domain, 'DKIM');
  const asked = (): number => stage.dns.questions.filter((question) => question === `TXT ${name}`).length;
  expect(asked()).toBe(1);
  // As it is left by a replica that died between its claim and the end of the run.
  const lease = new Date(stage.clock.now().getTime() + 2 * MINUTE_MS);
  await stage.api.context.pool.query('UPDATE domains SET next_check_at = $2 WHERE id = $1', [
    domain.id,
    lease,
  ]);
  await stage.sweep();
  expect(asked()).toBe(1);
  stage.clock.forward(2 * MINUTE_MS);
  await stage.sweep();
  expect(asked()).toBe(2);
});

it('goes on after Redis was wiped', async () => {
  const domain = await createDomain();
  await stage.api.flushRedis();
  stage.publish(...domain.records);
  await stage.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
  expect((await send(domain)).status).toBe(200);
});

it('begins the warm-up of a client organization on the first verification, and of an internal one never', async () => {
  const domain = await createVerified();
  const startedAt = await column(domain, 'warm_up_started_at');
  expect(startedAt).toEqual(new Date(domain.verified_at ?? ''));
  stage.clock.forward(25 * HOUR_MS);
  await stage.sweep();
  expect(await column(domain, 'warm_up_started_at')).toEqual(startedAt);
  tenant = await stage.newTenant('internal');
  expect(await column(await createVerified(), 'warm_up_started_at')).toBeNull();
});
