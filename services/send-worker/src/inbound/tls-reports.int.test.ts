import { gzipSync } from 'node:zlib';
import { newId } from '@postrider/contracts/ids';
import { createDomain, createOrganization, startDnsServer, type DnsServer } from '@postrider/testkit';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { lines } from '../../test/inbound-mails';

let dns: DnsServer;
let harness: InboundHarness;
let domain: { readonly id: string; readonly name: string; readonly organizationId: string };

beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  harness = await startInboundHarness({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await harness.close();
  await dns.close();
});
beforeEach(async () => {
  dns.setZone({ records: [] });
  const { id: organizationId } = await createOrganization(harness.context.pool);
  domain = { ...(await createDomain(harness.context.pool, { organizationId })), organizationId };
});

const dayMs = 86_400_000;

interface Reported {
  readonly about?: readonly string[];
  readonly id?: string;
  readonly daysAgo?: number;
}

const reportOf = ({ about, id, daysAgo = 1 }: Reported): string => {
  const day = new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
  return JSON.stringify({
    'organization-name': 'Receiver Inc.',
    'report-id': id ?? newId(),
    'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` },
    policies: (about ?? [domain.name]).map((name) => ({
      policy: { 'policy-type': 'sts', 'policy-domain': name },
      summary: { 'total-successful-session-count': 90, 'total-failure-session-count': 10 },
      'failure-details': [
        {
          ...{ 'result-type': 'certificate-expired', 'failed-session-count': 10 },
          ...{ 'receiving-mx-hostname': 'mx.shop.example', 'sending-mta-ip': '192.0.2.1' },
        },
      ],
    })),
  });
};
const mailOf = (content: Buffer) => ({
  recipients: ['tls-reports@platform.postrider.test'],
  raw: lines(
    'From: tls@receiver.example',
    'Subject: Report Domain',
    'Content-Type: application/tlsrpt+gzip; name="report.json.gz"',
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64').replace(/.{76}/g, '$&\r\n'),
  ),
});
const spooled = (reported: Reported) => mailOf(gzipSync(reportOf(reported)));
const resultOf = (reported: Reported): Promise<string | null> => harness.resultOf(spooled(reported));

type Row = Readonly<Record<string, unknown>>;
const reports = async (): Promise<Row[]> =>
  (
    await harness.context.pool.query<Row>(
      `SELECT r.domain_name, r.reporter, r.sender, r.policies, f.ordinal, f.policy_type, f.result, f.sessions::int, f.mx_host,
              f.sending_address, f.receiving_address, f.reason
         FROM received_tls_reports r LEFT JOIN received_tls_failures f ON f.report_id = r.id
        WHERE r.organization_id = $1 AND r.domain_id = $2 ORDER BY r.id`,
      [domain.organizationId, domain.id],
    )
  ).rows;

it('a TLS report becomes rows of the domain it is about, once, and no octets are left', async () => {
  const id = newId();
  const spoolId = await harness.receive(spooled({ id }));
  expect(await harness.settled(spoolId)).toMatchObject({
    ...{ status: 'processed', result: 'tls_report', kept: false },
  });
  expect(await resultOf({ id })).toBe('duplicate');
  expect(await reports()).toEqual([
    {
      ...{ domain_name: domain.name, reporter: 'Receiver Inc.', sender: '' },
      policies: [{ domain: domain.name, type: 'sts', successful: 90, failed: 10 }],
      ...{ ordinal: 0, policy_type: 'sts', result: 'certificate-expired', sessions: 10 },
      ...{ mx_host: 'mx.shop.example', sending_address: '192.0.2.1', receiving_address: null, reason: null },
    },
  ]);
});

it('a TLS report is known by who it is from, when its own mail passes DMARC', async () => {
  const spf = { type: 'TXT', name: 'receiver.example', value: 'v=spf1 ip4:192.0.2.1 -all' } as const;
  const policy = { type: 'TXT', name: '_dmarc.receiver.example', value: 'v=DMARC1; p=reject' } as const;
  dns.setZone({ records: [spf, policy] });
  const mail = { ...spooled({}), mailFrom: 'tls@receiver.example' };
  expect(await harness.resultOf({ ...mail, clientAddress: '198.51.100.1' })).toBe('tls_report');
  expect(await harness.resultOf({ ...mail, clientAddress: '192.0.2.1' })).toBe('tls_report');
  expect((await reports()).map(({ sender }) => sender)).toEqual(['', 'receiver.example']);
});

it('about a domain that is not verified, or of another time, stores nothing', async () => {
  expect(await resultOf({ about: ['unknown.example'] })).toBe('unknown_domain');
  expect(await resultOf({ daysAgo: 100 })).toBe('out_of_range');
  expect(await resultOf({ daysAgo: -7 })).toBe('out_of_range');
  await harness.context.pool.query(`UPDATE domains SET status = 'pending' WHERE id = $1`, [domain.id]);
  expect(await resultOf({})).toBe('unknown_domain');
  expect(await reports()).toEqual([]);
});

it('what a report says of a domain of another organization is left out', async () => {
  const { id: organizationId } = await createOrganization(harness.context.pool);
  const other = await createDomain(harness.context.pool, { organizationId });
  expect(await resultOf({ about: [`mail.${domain.name}`, other.name] })).toBe('tls_report');
  expect(await reports()).toMatchObject([{ policies: [{ domain: `mail.${domain.name}` }] }]);
});

it('of one sender fills a quarter of the day at most', async () => {
  await harness.context.pool.query(
    `INSERT INTO received_tls_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policies,
       sender, failure_count, received_at)
     SELECT gen_random_uuid(), $1, $2, $3, 'x', n::text, now(), now(), '[]', '', 0, now() FROM generate_series(1, 99) n`,
    [domain.organizationId, domain.id, domain.name],
  );
  expect(await resultOf({})).toBe('tls_report');
  expect(await resultOf({})).toBe('over_daily_limit');
});

it('what is no report is not kept, and what is broken is unreadable, with its reason', async () => {
  const { recipients } = spooled({});
  const text = lines('From: a@b.example', '', 'Buy now');
  expect(await harness.resultOf({ recipients, raw: text })).toBe('unrecognised');
  const id = await harness.receive(mailOf(gzipSync(reportOf({}).slice(0, -9))));
  expect(await harness.settled(id)).toMatchObject({ status: 'unreadable', result: 'no JSON', kept: true });
});
