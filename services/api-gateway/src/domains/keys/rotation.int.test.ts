import type { DomainResource } from '@postrider/contracts/domains';
import { startDomainHarness, type DomainHarness, type Tenant } from '../../../test/domain-harness';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let harness: DomainHarness;
let tenant: Tenant;
let count = 0;

interface KeyRow {
  readonly selector: string;
  readonly state: 'pending' | 'active' | 'retired';
}

async function keysOf({ id }: DomainResource): Promise<string[]> {
  const { rows } = await harness.api.context.pool.query<KeyRow>(
    `SELECT selector, CASE WHEN active THEN 'active' WHEN retired_at IS NULL THEN 'pending' ELSE 'retired' END AS state
     FROM dkim_keys WHERE domain_id = $1 ORDER BY created_at, selector`,
    [id],
  );
  return rows.map(({ selector, state }) => `${selector} ${state}`);
}

async function createVerified(body: object = {}): Promise<DomainResource> {
  const created = (await tenant.create({ name: `rotate${(count += 1)}.test`, ...body })).body;
  harness.publish(...created.records);
  harness.clock.forward(minuteMs);
  await harness.sweep();
  return tenant.read(created.id);
}

/** As `postrider domains rotate-keys` does. */
async function request({ id }: DomainResource): Promise<void> {
  await harness.api.context.pool.query(
    'UPDATE domains SET key_rotation_requested_at = now(), next_check_at = $2 WHERE id = $1',
    [id, harness.clock.now()],
  );
}

/** Whatever is due within the time is done, minute by minute for an hour and then day by day. */
async function passes(ms: number): Promise<void> {
  const stepMs = ms <= 60 * minuteMs ? minuteMs : dayMs / 2;
  for (let left = ms; left > 0; left -= stepMs) {
    harness.clock.forward(Math.min(stepMs, left));
    await harness.sweep();
  }
}

const dkim = (domain: DomainResource) =>
  domain.records
    .filter(({ record }) => record === 'DKIM')
    .map(({ name, required, status }) => [name.split('.')[0], required, status]);

/** The record of that selector, and whatever else the domain wants, without it. */
const without = (domain: DomainResource, selector: string) =>
  domain.records.filter(({ name }) => !name.startsWith(`${selector}.`));

describe('new keys that an operator wants', () => {
  beforeAll(async () => {
    harness = await startDomainHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    tenant = await harness.newTenant('client');
  });

  it('are shown, found, found again ten minutes later, sign then, and the old ones go after a week', async () => {
    const domain = await createVerified();
    await request(domain);
    await harness.sweep();
    const shown = await tenant.read(domain.id);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);
    expect(shown).toMatchObject({ status: 'verified', dkim: { selector: 'pr1' } });
    expect(dkim(shown)).toEqual([
      ['pr1', true, 'verified'],
      ['pr2', false, 'missing'],
    ]);
    expect(shown.records.find(({ name }) => name.startsWith('pr2.'))?.hint).toContain('publish its record');

    harness.publish(...shown.records);
    await passes(6 * minuteMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);
    await passes(20 * minuteMs);
    expect(await keysOf(domain)).toEqual(['pr1 retired', 'pr2 active']);
    const switched = await tenant.read(domain.id);
    expect(switched.dkim.selector).toBe('pr2');
    expect(dkim(switched)).toEqual([
      ['pr2', true, 'verified'],
      ['pr1', false, 'verified'],
    ]);
    expect(switched.records.find(({ name }) => name.startsWith('pr1.'))?.hint).toContain(
      'Keep its record until',
    );

    await passes(6 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 retired', 'pr2 active']);
    await passes(2 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr2 active']);
    expect(dkim(await tenant.read(domain.id))).toEqual([['pr2', true, 'verified']]);
  });

  it('wait for their record for as long as it takes, while the old one signs and the domain stays verified', async () => {
    const domain = await createVerified();
    await request(domain);
    await passes(40 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);
    expect((await tenant.read(domain.id)).status).toBe('verified');
    // Asked for again, there is still one that waits.
    await request(domain);
    await passes(2 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);
  });

  it('do not sign when their record is gone again before, or when DNS does not answer', async () => {
    const domain = await createVerified();
    await request(domain);
    await harness.sweep();
    const { records } = await tenant.read(domain.id);
    harness.publish(...records);
    await passes(6 * minuteMs);
    harness.publish(...without({ ...domain, records }, 'pr2'));
    await passes(30 * minuteMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);

    harness.publish(...records);
    await passes(6 * minuteMs);
    harness.dns.setZone({ records, failing: [`pr2._domainkey.${domain.name}`] });
    await passes(30 * minuteMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);
  });

  it('are made once, however many replicas see that they are wanted', async () => {
    const domain = await createVerified();
    await request(domain);
    await Promise.all([harness.sweep(), harness.sweep(), tenant.act(domain.id, 'verify')]);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr2 pending']);
  });

  it('of a domain that we publish are published, and the old record is removed with its key', async () => {
    tenant = await harness.newTenant('internal');
    const created = (await tenant.create({ name: `r${(count += 1)}.zone.test`, dns_mode: 'cloudflare' }))
      .body;
    harness.publish(...created.records);
    await tenant.act(created.id, 'publish');
    harness.clock.forward(minuteMs);
    await harness.sweep();
    await request(created);
    await harness.sweep();
    const selectors = () =>
      (harness.cloudflare.zones.get('zone.test') ?? [])
        .map(({ name }) => name)
        .filter((name) => name.endsWith(`._domainkey.${created.name}`))
        .map((name) => name.split('.')[0]);
    expect(selectors()).toEqual(['pr1', 'pr2']);
    harness.publish(...(await tenant.read(created.id)).records);
    await passes(30 * minuteMs);
    expect(await keysOf(created)).toEqual(['pr1 retired', 'pr2 active']);
    await passes(9 * dayMs);
    expect([selectors(), await keysOf(created)]).toEqual([['pr2'], ['pr2 active']]);
  });

  it('are in the audit log, without their secrets', async () => {
    const domain = await createVerified();
    await request(domain);
    await harness.sweep();
    const { rows } = await harness.api.context.pool.query(
      `SELECT actor_name, after FROM audit_entries WHERE target_id = $1 AND action = 'domain.rotate_keys'`,
      [domain.id],
    );
    expect(rows).toEqual([{ actor_name: 'key rotation', after: { pending: ['pr2'] } }]);
  });
});

describe('with a schedule, and keys of Ed25519', () => {
  beforeAll(async () => {
    harness = await startDomainHarness({
      setup: { keyRotationDays: 90, ed25519Keys: true, transport: 'ses', sesRegions: ['eu-west-1'] },
    });
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    tenant = await harness.newTenant('client');
  });

  it('a new domain signs with RSA alone until the other record is there, and again when it is gone', async () => {
    const { body } = await tenant.create({ name: `rotate${(count += 1)}.test` });
    expect(dkim(body)).toEqual([
      ['pr1', true, 'pending'],
      ['pr1e', false, 'pending'],
    ]);
    harness.publish(...without(body, 'pr1e'));
    await passes(30 * minuteMs);
    expect((await tenant.read(body.id)).status).toBe('verified');
    expect(await keysOf(body)).toEqual(['pr1 active', 'pr1e pending']);
    harness.publish(...body.records);
    await passes(30 * minuteMs);
    expect(await keysOf(body)).toEqual(['pr1 active', 'pr1e active']);
    harness.publish(...without(body, 'pr1e'));
    await passes(2 * dayMs);
    expect(await keysOf(body)).toEqual(['pr1 active', 'pr1e pending']);
    expect((await tenant.read(body.id)).status).toBe('verified');
  });

  it('a key is replaced after its days, and the provider that signs with it gets the new one', async () => {
    const domain = await createVerified();
    await tenant.act(domain.id, 'register-identity');
    await passes(89 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr1e active']);
    await passes(3 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 active', 'pr1e active', 'pr2 pending', 'pr2e pending']);
    const { records } = await tenant.read(domain.id);
    harness.publish(...records);
    harness.ses.refuse('eu-west-1');
    await passes(2 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 retired', 'pr1e retired', 'pr2 active', 'pr2e active']);
    // While the provider signs with the old key, its record stays.
    await passes(10 * dayMs);
    expect(await keysOf(domain)).toEqual(['pr1 retired', 'pr1e retired', 'pr2 active', 'pr2e active']);
    harness.ses.refuse(null);
    await passes(2 * dayMs);
    expect(harness.ses.identities.get(`eu-west-1 ${domain.name}`)).toMatchObject({ selector: 'pr2' });
    expect(await keysOf(domain)).toEqual(['pr2 active', 'pr2e active']);
  });
});
