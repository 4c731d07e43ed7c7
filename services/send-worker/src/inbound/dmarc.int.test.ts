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

const daySeconds = 86_400;
const today = Math.floor(Date.now() / 1_000 / daySeconds) * daySeconds;

interface Reported {
  readonly about?: string;
  readonly id?: string;
  readonly reporter?: string;
  readonly beginsAt?: number;
  readonly rows?: readonly string[];
}

const row = (ip: string, count: number, [disposition, dkim, spf] = ['none', 'pass', 'fail']): string =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition>` +
  `<dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><envelope_from>bounce.a.example</envelope_from>` +
  `<header_from>a.example</header_from></identifiers><auth_results><dkim><domain>a.example</domain><selector>s</selector>` +
  `<result>pass</result></dkim><spf><domain>bounce.a.example</domain><scope>mfrom</scope><result>softfail</result></spf></auth_results></record>`;

const xmlOf = ({ about, id, reporter, beginsAt = today - daySeconds, rows }: Reported): string =>
  `<feedback><report_metadata><org_name>${reporter ?? 'receiver.example'}</org_name><email>d@receiver.example</email>` +
  `<report_id>${id ?? newId()}</report_id><date_range><begin>${beginsAt}</begin><end>${beginsAt + daySeconds - 1}</end></date_range>` +
  `</report_metadata><policy_published><domain>${about ?? domain.name}</domain><adkim>r</adkim><aspf>s</aspf><p>reject</p><pct>100</pct>` +
  `</policy_published>${(rows ?? [row('192.0.2.1', 3)]).join('')}</feedback>`;

const mailOf = (content: Buffer): string =>
  lines(
    'From: dmarc@receiver.example',
    'Subject: Report Domain',
    'Content-Type: application/gzip; name="report.xml.gz"',
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64').replace(/.{76}/g, '$&\r\n'),
  );
const spooled = (reported: Reported) => ({
  recipients: ['dmarc@platform.postrider.test'],
  raw: mailOf(gzipSync(xmlOf(reported))),
});
const resultOf = (reported: Reported): Promise<string | null> => harness.resultOf(spooled(reported));

type Row = Readonly<Record<string, unknown>>;
const reportsOf = async ({ id } = domain): Promise<Row[]> =>
  (
    await harness.context.pool.query<Row>('SELECT * FROM dmarc_reports WHERE domain_id = $1 ORDER BY id', [
      id,
    ])
  ).rows;
const sourcesOf = async ({ id } = domain): Promise<Row[]> =>
  (
    await harness.context.pool.query<Row>(
      'SELECT s.*, s.messages::int FROM dmarc_sources s JOIN dmarc_reports r ON r.id = s.report_id WHERE r.domain_id = $1 ORDER BY ordinal',
      [id],
    )
  ).rows;

it('becomes rows of the domain it is about, and no octets are left', async () => {
  const id = newId();
  const rows = [row('192.0.2.1', 3), row('2001:DB8::0:1', 2, ['quarantine', 'fail', 'fail'])];
  const spoolId = await harness.receive(spooled({ id, rows }));
  expect(await harness.settled(spoolId)).toMatchObject({ status: 'processed', result: 'dmarc', kept: false });
  expect(await reportsOf()).toEqual([
    {
      id: expect.any(String) as string,
      is_summarized: false,
      organization_id: domain.organizationId,
      domain_id: domain.id,
      domain_name: domain.name,
      reporter: 'receiver.example',
      report_id: id,
      begins_at: new Date((today - daySeconds) * 1_000),
      ends_at: new Date((today - 1) * 1_000),
      policy: { domain: domain.name, adkim: 'r', aspf: 's', p: 'reject', sp: null, np: null, pct: 100 },
      sender: '',
      source_count: 2,
      received_at: expect.any(Date) as Date,
    },
  ]);
  const common = { header_from: 'a.example', envelope_from: 'bounce.a.example', spf_aligned: false };
  expect(await sourcesOf()).toMatchObject([
    { ...common, ordinal: 0, source_ip: '192.0.2.1', messages: 3, disposition: 'none', dkim_aligned: true },
    {
      ...common,
      ordinal: 1,
      source_ip: '2001:db8::1',
      messages: 2,
      disposition: 'quarantine',
      dkim_aligned: false,
    },
  ]);
  expect((await sourcesOf())[0]).toMatchObject({
    results: {
      dkim: [{ domain: 'a.example', selector: 's', result: 'pass' }],
      spf: [{ domain: 'bounce.a.example', scope: 'mfrom', result: 'softfail' }],
    },
  });
});

it('the reasons of a report are stored, and none where there are none', async () => {
  const reason = '<reason><type>local_policy</type><comment>Sender requirement failed</comment></reason>';
  const withReason = row('192.0.2.2', 1).replace('</policy_evaluated>', `${reason}</policy_evaluated>`);
  expect(await resultOf({ rows: [row('192.0.2.1', 1), withReason] })).toBe('dmarc');
  expect((await sourcesOf()).map(({ reasons }) => reasons)).toEqual([
    null,
    [{ type: 'local_policy', comment: 'Sender requirement failed' }],
  ]);
});

it('a DMARC report is recorded once, however often it comes', async () => {
  const id = newId();
  const [first, second] = [await harness.receive(spooled({ id })), await harness.receive(spooled({ id }))];
  const results = [(await harness.settled(first)).result, (await harness.settled(second)).result];
  expect(results.sort()).toEqual(['dmarc', 'duplicate']);
  expect(await resultOf({ id, reporter: 'other.example' })).toBe('dmarc');
  expect((await reportsOf()).map(({ reporter }) => reporter)).toEqual(['receiver.example', 'other.example']);
});

it('a DMARC report is known by who it is from, when its own mail passes DMARC', async () => {
  const spf = { type: 'TXT', name: 'receiver.example', value: 'v=spf1 ip4:192.0.2.1 -all' } as const;
  const policy = { type: 'TXT', name: '_dmarc.receiver.example', value: 'v=DMARC1; p=reject' } as const;
  dns.setZone({ records: [spf, policy] });
  const from = (mailFrom: string, clientAddress: string) =>
    harness.resultOf({ ...spooled({}), mailFrom, clientAddress });
  await from('d@receiver.example', '192.0.2.1');
  await from('d@receiver.example', '198.51.100.1');
  await from('d@elsewhere.example', '192.0.2.1');
  expect((await reportsOf()).map(({ sender }) => sender)).toEqual(['receiver.example', '', '']);
});

it('that is forged takes no place of the real one', async () => {
  const spf = { type: 'TXT', name: 'receiver.example', value: 'v=spf1 ip4:192.0.2.1 -all' } as const;
  const policy = { type: 'TXT', name: '_dmarc.receiver.example', value: 'v=DMARC1; p=none' } as const;
  dns.setZone({ records: [spf, policy] });
  const mail = { ...spooled({ id: '7' }), mailFrom: 'd@receiver.example' };
  expect(await harness.resultOf({ ...mail, clientAddress: '198.51.100.1' })).toBe('dmarc');
  expect(await harness.resultOf({ ...mail, clientAddress: '192.0.2.1' })).toBe('dmarc');
  expect(await harness.resultOf({ ...mail, clientAddress: '192.0.2.1' })).toBe('duplicate');
});

it('a DMARC report is recorded without a sender when DNS does not answer', async () => {
  dns.setZone({ records: [], failing: ['receiver.example'] });
  expect(await harness.resultOf({ ...spooled({}), mailFrom: 'd@receiver.example' })).toBe('dmarc');
  expect((await reportsOf()).map(({ sender }) => sender)).toEqual(['']);
});

it('about a domain that was never verified stores nothing', async () => {
  const { pool } = harness.context;
  expect(await resultOf({ about: 'unknown.example' })).toBe('unknown_domain');
  expect(await resultOf({ about: `x${domain.name}` })).toBe('unknown_domain');
  await pool.query(`UPDATE domains SET status = 'pending' WHERE id = $1`, [domain.id]);
  expect(await resultOf({})).toBe('unknown_domain');
  expect(await reportsOf()).toEqual([]);
});

it('about a name below a domain belongs to the nearest that is registered', async () => {
  const other = await createOrganization(harness.context.pool);
  const name = `mail.${domain.name}`;
  const below = { ...(await createDomain(harness.context.pool, { organizationId: other.id, name })) };
  expect(await resultOf({ about: `news.${domain.name}` })).toBe('dmarc');
  expect(await resultOf({ about: `eu.${name}` })).toBe('dmarc');
  expect(await reportsOf()).toMatchObject([
    { domain_name: domain.name, policy: { domain: `news.${domain.name}` } },
  ]);
  expect(await reportsOf({ ...domain, id: below.id })).toMatchObject([
    { organization_id: other.id, domain_name: name },
  ]);
});

it.each([
  ['a hundred days ago', -100],
  ['next week', 7],
])('about %s is not taken', async (_, days) => {
  expect(await resultOf({ beginsAt: today + days * daySeconds })).toBe('out_of_range');
  expect(await reportsOf()).toEqual([]);
});

it('of one sender fills a quarter of the day at most, and leaves the rest to others', async () => {
  const fill = (sender: string, sources: number): Promise<unknown> =>
    harness.context.pool.query(
      `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy,
         sender, source_count, received_at) VALUES ($1::uuid, $2, $3, $4, 'x', $1::uuid::text, now(), now(), '{}', $5, $6, now())`,
      [newId(), domain.organizationId, domain.id, domain.name, sender, sources],
    );
  await fill('a.example', 12_500);
  await fill('', 12_499);
  expect(await resultOf({})).toBe('dmarc');
  expect(await resultOf({})).toBe('over_daily_limit');
  await harness.context.pool.query(
    `UPDATE dmarc_reports SET received_at = now() - interval '1 day' WHERE domain_id = $1 AND sender = ''`,
    [domain.id],
  );
  expect(await resultOf({})).toBe('dmarc');
  await fill('b.example', 37_500);
  expect(await resultOf({})).toBe('over_daily_limit');
});

it('a report of 3,000 rows is taken as one', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => row(`198.18.${n >> 8}.${n & 255}`, 1));
  expect(await resultOf({ rows })).toBe('dmarc');
  expect(await sourcesOf()).toHaveLength(3_000);
});

it('what is no report is not kept, what is broken or hostile is unreadable, with its reason', async () => {
  const recipients = ['dmarc@platform.postrider.test'];
  expect(await harness.resultOf({ recipients, raw: lines('From: a@b.example', '', 'Buy now') })).toBe(
    'unrecognised',
  );
  const laughs = '<!DOCTYPE f [<!ENTITY a "b">]><feedback></feedback>';
  const asides: [Buffer, string][] = [
    [gzipSync(laughs), 'XML with a document type'],
    [gzipSync(xmlOf({})).subarray(0, 200), 'XML that does not end'],
    [gzipSync(Buffer.alloc(30_000_000, ' ')), 'more than 20 MB of XML'],
  ];
  for (const [content, result] of asides) {
    const id = await harness.receive({ recipients, raw: mailOf(content) });
    expect(await harness.settled(id)).toMatchObject({ status: 'unreadable', result, kept: true });
  }
  expect(await reportsOf()).toEqual([]);
});
