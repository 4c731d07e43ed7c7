import type { DomainResource } from '@postrider/contracts/domains';
import { createDomainsRepository } from '../store/domains.repository';
import { outcomeOf } from './verification-outcome';
import { createVerificationsRepository } from './verifications.repository';
import { platformHost, platformRecords } from '@postrider/testkit';
import {
  startDomainHarness,
  type DomainHarness,
  type Published,
  type Tenant,
} from '../../../test/domain-harness';

let harness: DomainHarness;
let tenant: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.newTenant('client');
  harness.publish();
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let count = 0;

async function createDomain(): Promise<DomainResource> {
  return (await tenant.create({ name: `verify${(count += 1)}.test` })).body;
}

async function createVerified(): Promise<DomainResource> {
  const domain = await createDomain();
  harness.publish(...domain.records);
  await harness.sweep();
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
  harness.api.post('/emails', tenant.key, {
    ...{ from: `hi@${domain.name}`, to: 'ada@example.com', subject: 'Hi', text: 'Hi' },
    ...more,
  });

async function column(domain: DomainResource, name: string): Promise<unknown> {
  const { rows } = await harness.api.context.pool.query(
    `SELECT ${name} AS value FROM domains WHERE id = $1`,
    [domain.id],
  );
  return (rows[0] as { value: unknown }).value;
}

async function notices(): Promise<{ kind: string; recipient: string; subject: string; text: string }[]> {
  const { rows } = await harness.api.context.pool.query(
    'SELECT kind, recipient, subject, text FROM notices WHERE organization_id = $1 ORDER BY id',
    [tenant.organizationId],
  );
  return rows as { kind: string; recipient: string; subject: string; text: string }[];
}

it('verifies a new domain by itself as soon as its records resolve, and mail is accepted at once', async () => {
  const domain = await createDomain();
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'pending' });
  expect((await send(domain)).refusal).toBe('422 domain_not_verified');
  harness.publish(...domain.records);
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'pending' });
  harness.clock.forward(minuteMs);
  await harness.sweep();
  const verified = await tenant.read(domain.id);
  expect(verified).toMatchObject({ status: 'verified', verified_at: verified.last_checked_at });
  expect(verified.records.map(({ status }) => status)).toEqual(Array(6).fill('verified'));
  const { value, priority } = record(domain, 'MX');
  expect(record(verified, 'MX').observed).toEqual([`${priority} ${value}`]);
  expect((await send(verified)).status).toBe(200);
});

it('tells a refused sender what is missing as of the last check, and where to go on', async () => {
  const domain = await createDomain();
  const before = await send(domain);
  expect(before.refusal).toBe('422 domain_not_verified');
  expect(before.text).toContain('has not been checked yet');
  harness.publish(...without(domain, 'SPF'));
  await tenant.act(domain.id, 'verify');
  const after = await send(domain);
  expect(after.refusal).toBe('422 domain_not_verified');
  expect(after.text).toContain(`SPF: No TXT record is published at bounce.${domain.name}.`);
  expect(after.text).not.toMatch(/DKIM|MX:|DMARC/);
  expect(after.text).toContain(`POST /domains/${domain.id}/verify`);
});

it('needs the required records only; tracking works when its own record is there', async () => {
  const domain = await createDomain();
  harness.publish(...without(domain, 'DMARC', 'TRACKING', 'REPLY'));
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.status).toBe('verified');
  expect(body.records.map(({ status }) => status).sort()).toEqual(
    [...Array<string>(3).fill('missing'), ...Array<string>(3).fill('verified')].sort(),
  );
  const tracked = { html: '<a href="https://example.com">x</a>', track: { clicks: true, opens: false } };
  expect((await send(body, tracked)).refusal).toBe('422 validation_error');
  harness.publish(...domain.records);
  await tenant.act(domain.id, 'verify');
  expect((await send(body, tracked)).status).toBe(200);
  harness.publish(...without(domain, 'TRACKING'));
  await tenant.act(domain.id, 'verify');
  expect((await send(body, tracked)).refusal).toBe('422 validation_error');
  expect((await send(body)).status).toBe(200);
});

it('names a record under a doubled name', async () => {
  const domain = await createDomain();
  const dkim = record(domain, 'DKIM');
  harness.publish({ ...dkim, name: `${dkim.name}.${domain.name}` });
  const { body } = await tenant.act(domain.id, 'verify');
  expect(record(body, 'DKIM')).toMatchObject({ status: 'missing', observed: [] });
  expect(record(body, 'DKIM').error).toContain(`doubled name, ${dkim.name}.${domain.name}`);
  expect(record(body, 'SPF').error).toMatch(/^No TXT record is published at bounce\./);
});

it('shows what it resolved beside what is wrong with it', async () => {
  const domain = await createDomain();
  const [dkim, spf, tracking] = [record(domain, 'DKIM'), record(domain, 'SPF'), record(domain, 'TRACKING')];
  const wrongKey = dkim.value.replace(/p=.{30}/, 'p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAa');
  harness.publish(
    { ...dkim, value: wrongKey },
    spf,
    { ...spf, value: 'v=spf1 mx -all' },
    { ...tracking, type: 'CNAME', value: 'elsewhere.test' },
  );
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.status).toBe('pending');
  expect(record(body, 'DKIM')).toMatchObject({ status: 'mismatch', observed: [wrongKey] });
  expect(record(body, 'DKIM').error).toContain('wrong key');
  expect(record(body, 'SPF').error).toContain('There are 2 records');
  expect(record(body, 'SPF').observed).toHaveLength(2);
  expect(record(body, 'TRACKING').error).toContain('points to elsewhere.test');
});

it('gives up after 72 hours, tells the organization, and a manual verification reopens it', async () => {
  const domain = await createDomain();
  for (let day = 0; day < 3; day += 1) {
    await harness.sweep();
    expect(await tenant.read(domain.id)).toMatchObject({ status: 'pending' });
    harness.clock.forward(24 * hourMs);
  }
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'failed' });
  expect(await column(domain, 'next_check_at')).toBeNull();
  expect(await notices()).toMatchObject([
    { kind: 'domain_failed', recipient: 'ops@tenant.test', subject: `${domain.name} could not be verified` },
  ]);
  expect((await tenant.act(domain.id, 'verify')).body.status).toBe('pending');
  harness.publish(...domain.records);
  harness.clock.forward(minuteMs);
  await harness.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
});

it('warns a day after a verified domain lost its records, and stops its mail after three', async () => {
  const domain = await createVerified();
  harness.publish();
  harness.clock.forward(25 * hourMs);
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'verified' });
  expect(await notices()).toEqual([]);
  harness.clock.forward(24 * hourMs);
  await harness.sweep();
  harness.clock.forward(2 * hourMs);
  await harness.sweep();
  expect(await notices()).toMatchObject([{ kind: 'domain_failing', text: expect.stringContaining('DKIM') }]);
  expect((await send(domain)).status).toBe(200);
  harness.clock.forward(46 * hourMs);
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'failed' });
  expect((await notices()).map(({ kind }) => kind)).toEqual(['domain_failing', 'domain_failed']);
  expect((await send(domain)).refusal).toBe('422 domain_not_verified');
});

it('forgets a miss when the records are back', async () => {
  const domain = await createVerified();
  harness.publish();
  harness.clock.forward(25 * hourMs);
  await harness.sweep();
  expect(await column(domain, 'failing_since')).not.toBeNull();
  harness.publish(...domain.records);
  harness.clock.forward(hourMs);
  await harness.sweep();
  expect(await column(domain, 'failing_since')).toBeNull();
  expect(await notices()).toEqual([]);
});

it('takes DNS that does not answer for no answer', async () => {
  const domain = await createVerified();
  harness.dns.setZone({ records: [], failing: [domain.name] });
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.status).toBe('verified');
  expect(record(body, 'DKIM')).toMatchObject({
    status: 'verified',
    error: expect.stringContaining('ESERVFAIL'),
  });
  expect(await column(domain, 'failing_since')).toBeNull();
});

it('a verification is taken by one replica, and by another when that one has died', async () => {
  const domain = await createDomain();
  const verifications = createVerificationsRepository(harness.database);
  const claim = async (): Promise<number> => {
    const now = harness.clock.now();
    const taken = await verifications.claimDue({
      now,
      leaseUntil: new Date(now.getTime() + minuteMs),
      limit: 1_000,
    });
    return taken.filter(({ id }) => id === domain.id).length;
  };
  const taken = await Promise.all([claim(), claim(), claim()]);
  expect(taken.sort()).toEqual([0, 0, 1]);
  harness.publish(...domain.records);
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'pending', last_checked_at: null });
  harness.clock.forward(minuteMs);
  await harness.sweep();
  expect(await tenant.read(domain.id)).toMatchObject({ status: 'verified' });
});

const noKeyChanges = { seen: [], lost: [], activated: [], retired: [], nextCheckAt: null };

it('does not count when another verification has been requested since it began', async () => {
  const domain = await createDomain();
  const domains = createDomainsRepository(harness.database.prisma);
  const row = await domains.find({ organizationId: tenant.organizationId, id: domain.id });
  if (!row) throw new Error('no domain');
  harness.publish(...domain.records);
  await tenant.act(domain.id, 'verify');
  const verifications = createVerificationsRepository(harness.database);
  const at = harness.clock.now();
  const outcome = outcomeOf(row, 'wrong', at);
  const columns = { trackingVerified: false, verifiedAt: null, warmUpStartedAt: null };
  const isWritten = await verifications.record(row, {
    ...columns,
    ...{ outcome, records: row.records, recordFaults: [], notice: null, keys: noKeyChanges, at },
  });
  expect(isWritten).toBe(false);
  expect((await tenant.read(domain.id)).status).toBe('verified');
});

it('goes on after Redis was wiped', async () => {
  const domain = await createDomain();
  await harness.api.flushRedis();
  harness.publish(...domain.records);
  await harness.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
  expect((await send(domain)).status).toBe(200);
});

it('begins the warm-up of a client organization on the first verification, and of an internal one never', async () => {
  const domain = await createVerified();
  const startedAt = await column(domain, 'warm_up_started_at');
  expect(startedAt).toEqual(new Date(domain.verified_at ?? ''));
  harness.clock.forward(25 * hourMs);
  await harness.sweep();
  expect(await column(domain, 'warm_up_started_at')).toEqual(startedAt);
  tenant = await harness.newTenant('internal');
  expect(await column(await createVerified(), 'warm_up_started_at')).toBeNull();
});

describe('the SPF record', () => {
  const verified = async (spf: string, beside: readonly Published[] = []): Promise<DomainResource> => {
    const domain = await createDomain();
    harness.publish(...without(domain, 'SPF'), { ...record(domain, 'SPF'), value: spf }, ...beside);
    return (await tenant.act(domain.id, 'verify')).body;
  };
  afterEach(() => harness.api.context.pool.query('DELETE FROM source_addresses'));

  it('is evaluated, not compared: a domain may allow us by way of a record of its own', async () => {
    const beside = {
      type: 'TXT',
      name: 'spf.shop.test',
      value: `v=spf1 include:_spf.${platformHost} -all`,
    } as const;
    const domain = await verified('v=spf1 include:spf.shop.test -all', [beside]);
    expect(domain.status).toBe('verified');
    expect(record(domain, 'SPF')).toMatchObject({ status: 'verified' });
  });

  it('that receivers cannot evaluate is wrong, and its error says why', async () => {
    const beside = Array.from(
      { length: 10 },
      (_, n) => ({ type: 'TXT', name: `s${n}.test`, value: 'v=spf1 -all' }) as const,
    );
    const includes = beside.map(({ name }) => `include:${name}`).join(' ');
    const domain = await verified(`v=spf1 ${includes} include:_spf.${platformHost} -all`, beside);
    expect(domain.status).toBe('pending');
    expect(record(domain, 'SPF')).toMatchObject({
      status: 'mismatch',
      error: expect.stringContaining('permerror): Too many DNS requests.') as string,
    });
  });

  it('may list the addresses that operators have configured', async () => {
    await harness.api.context.pool.query(
      `INSERT INTO source_addresses (id, address, hello_name, pool) VALUES (gen_random_uuid(), '127.0.0.1', 'out.test', 'shared')`,
    );
    expect((await verified('v=spf1 ip4:127.0.0.1 -all')).status).toBe('verified');
    const domain = await verified('v=spf1 ip4:127.0.0.2 -all');
    expect(record(domain, 'SPF').error).toContain(
      `does not allow our servers (fail): it needs include:_spf.`,
    );
  });

  it('of a domain is right while the one of the platform is missing, and says whose fault it is', async () => {
    const domain = await createVerified();
    const ours = platformRecords.filter(({ name }) => !name.startsWith('_spf.'));
    harness.dns.setZone({
      records: [...ours, ...domain.records.map(({ type, name, value }) => ({ type, name, value }))],
    });
    const { body } = await tenant.act(domain.id, 'verify');
    expect(body.status).toBe('verified');
    expect(record(body, 'SPF')).toMatchObject({
      status: 'verified',
      hint: expect.stringMatching(
        /^No action needed: .*_spf\..* The operator of the platform must/,
      ) as string,
    });
    expect(await column(domain, 'failing_since')).toBeNull();
  });
});
