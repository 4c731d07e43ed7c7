import { newId } from '@postrider/contracts/ids';
import { createRecordLookup, systemClock } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  startDnsServer,
  useTestContext,
  type DnsServer,
} from '@postrider/testkit';
import { createNameSources, type NameSources } from './name-sources';

const context = useTestContext();
let dns: DnsServer;
let nameSources: NameSources;
beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  nameSources = createNameSources({
    pool: context.servicePool,
    lookup: createRecordLookup([{ host: dns.host, port: dns.port }]),
    clock: systemClock,
  });
});
afterAll(() => dns.close());

const named = async (): Promise<readonly (readonly [string, string | null])[]> =>
  (
    await context.pool.query<{ address: string; name: string | null }>(
      'SELECT address, name FROM dmarc_source_names ORDER BY address',
    )
  ).rows.map(({ address, name }) => [address, name]);

it('looks up the names of addresses in reports once a month, fifty at a time, and leaves those that DNS does not answer', async () => {
  const organizationId = (await createOrganization(context.pool)).id;
  const { id } = await createDomain(context.pool, { organizationId });
  const report = newId();
  await context.pool.query(
    `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy, sender,
       source_count, received_at) VALUES ($1, $2, $3, 'a.example', 'r', 'r', now(), now(), '{}', '', 60, now())`,
    [report, organizationId, id],
  );
  await context.pool.query(
    `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results)
     SELECT $1, n, '192.0.2.' || n, 1000 - n, 'none', true, true, 'a.example', '{}' FROM generate_series(1, 60) n`,
    [report],
  );
  dns.setZone({
    records: [
      { type: 'PTR', name: '1.2.0.192.in-addr.arpa', value: 'out.shop.example' },
      { type: 'A', name: 'out.shop.example', value: '192.0.2.1' },
      { type: 'PTR', name: '2.2.0.192.in-addr.arpa', value: 'mail.google.com' },
    ],
    failing: ['3.2.0.192.in-addr.arpa'],
  });
  await nameSources({ organizationId, id });
  const first = await named();
  expect(first).toHaveLength(49);
  expect(first).toContainEqual(['192.0.2.1', 'out.shop.example']);
  expect(first).toContainEqual(['192.0.2.2', null]);
  expect(first.map(([address]) => address)).not.toContain('192.0.2.3');
  dns.setZone({ records: [] });
  await nameSources({ organizationId, id });
  expect(await named()).toHaveLength(60);
  expect(await named()).toContainEqual(['192.0.2.1', 'out.shop.example']);
});
