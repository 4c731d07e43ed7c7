import type { DomainResource } from '@postrider/contracts/domains';
import { newId } from '@postrider/contracts/ids';
import { startDomainHarness, type DomainHarness, type Published } from '../../../test/domain-harness';

let harness: DomainHarness;

beforeAll(async () => {
  harness = await startDomainHarness();
});
afterAll(() => harness.close());

const hourMs = 3_600_000;
const text = (name: string, value: string): Published => ({ type: 'TXT', name, value });
/** RSA of 1,024 bits. */
const weakKey =
  'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDN/lewJlBNRM7VOTzTVx3bQyPbbftla+1LDaLI9q1s9OSOpYO2HU7uVRq8fZjvcHx7/p6OzMjHMBW3YG3p2l36V1cJykeOjDryOXWMElJxmBx3KDA82NSy66gQt06X6gdHsEbQLKaPvF0TriHnNON3jj3+/o5tnwjIFrdM/oVFEwIDAQAB';

async function faults({ id }: DomainResource): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await harness.api.context.pool.query<{
    faults: Readonly<Record<string, unknown>>[];
  }>('SELECT record_faults AS faults FROM domains WHERE id = $1', [id]);
  return rows[0]?.faults ?? [];
}

async function reportSelector(domain: DomainResource, selector: string): Promise<void> {
  const { pool } = harness.api.context;
  const id = newId();
  await pool.query(
    `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy, sender,
       source_count, received_at)
     SELECT $1::uuid, organization_id, id, name, 'r', $1::uuid::text, now(), now(), '{}', 'google.com', 1, now() FROM domains
      WHERE id = $2`,
    [id, domain.id],
  );
  const dkim = [{ domain: domain.name, selector, result: 'pass' }];
  await pool.query(
    `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results)
     VALUES ($1, 0, '192.0.2.1', 5, 'none', true, false, $2, $3)`,
    [id, domain.name, JSON.stringify({ dkim, spf: [] })],
  );
}

it('a check finds SPF records beyond the limits and weak keys of other senders, keeps since when, and forgets them', async () => {
  const tenant = await harness.newTenant('client');
  const domain = (await tenant.create({ name: 'faults.test' })).body;
  harness.publish(...domain.records);
  await harness.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
  const includes = Array.from({ length: 11 }, (_, n) => `include:s${n}.faults.test`);
  const names = includes.map((_, n) => text(`s${n}.faults.test`, 'v=spf1 -all'));
  const spf = text(domain.name, `v=spf1 ${includes.join(' ')} ~all`);
  await reportSelector(domain, 'old');
  await reportSelector(domain, 'pr1');
  harness.publish(...domain.records, ...names, spf, text(`old._domainkey.${domain.name}`, weakKey));
  await tenant.act(domain.id, 'verify');
  const found = await faults(domain);
  expect(found).toMatchObject([
    { code: 'spf_lookups', name: domain.name, lookups: 11, voids: 0 },
    { code: 'dkim_weak', name: `old._domainkey.${domain.name}`, bits: 1_024 },
  ]);
  harness.clock.forward(hourMs);
  await tenant.act(domain.id, 'verify');
  expect(await faults(domain)).toEqual(found);
  harness.publish(...domain.records);
  await tenant.act(domain.id, 'verify');
  expect(await faults(domain)).toEqual([]);
});

it('a domain without a DMARC record says which one receivers apply until then', async () => {
  const tenant = await harness.newTenant('client');
  const domain = (await tenant.create({ name: 'news.inherit.test' })).body;
  const records = domain.records.filter(({ record }) => record !== 'DMARC');
  harness.publish(...records, text('_dmarc.inherit.test', 'v=DMARC1; p=reject; sp=quarantine; t=y'));
  const { body } = await tenant.act(domain.id, 'verify');
  expect(body.records.find(({ record }) => record === 'DMARC')).toMatchObject({
    status: 'missing',
    hint: 'Receivers apply the record at _dmarc.inherit.test until then: p=quarantine; t=y.',
  });
});
