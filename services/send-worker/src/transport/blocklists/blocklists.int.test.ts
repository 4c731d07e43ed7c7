import { newId } from '@postrider/contracts/ids';
import { parseBlocklists, type Blocklist } from '@postrider/mail';
import { createLogger, createMetrics } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  createTestContext,
  eventually,
  startDnsServer,
  type DnsRecord,
  type DnsServer,
  type DnsZone,
  type TestContext,
} from '@postrider/testkit';
import { createDnsResolver } from '../dns/dns-resolver';
import { startBlocklists } from './start-blocklists';

const listed = (name: string, code = '127.0.0.2'): DnsRecord => ({ name, type: 'A', value: code });
const ipv6Digits = `${'0.'.repeat(20)}`;
/** What every list has (RFC 5782). */
const tests: DnsRecord[] = [
  listed('2.0.0.127.bl.test'),
  listed(`2.0.0.0.0.0.f.7.f.f.f.f.${ipv6Digits}bl.test`),
  listed('test.dom.test'),
];

let context: TestContext;
let dns: DnsServer;
let lists: readonly Blocklist[];
let organizationId: string;
let domain: { readonly id: string; readonly name: string };

beforeAll(async () => {
  context = await createTestContext();
  dns = await startDnsServer({ zone: { records: [] } });
  const parsed = parseBlocklists(['addresses:bl.test', 'domains:dom.test']);
  if ('error' in parsed) throw new Error(parsed.error);
  lists = parsed.lists;
});
afterAll(async () => {
  await dns.close();
  await context.close();
});
beforeEach(async () => {
  await context.pool.query('TRUNCATE blocklist_lookups, source_addresses, notices');
  await context.pool.query(`UPDATE domains SET status = 'disabled'`);
  await context.pool.query(`DELETE FROM sweep_cursors WHERE name = 'send-worker.blocklist-subjects'`);
  ({ id: organizationId } = await createOrganization(context.pool));
  await context.pool.query(`UPDATE organizations SET alert_email = 'ops@acme.example' WHERE id = $1`, [
    organizationId,
  ]);
  domain = await createDomain(context.pool, { organizationId, name: `mail.${newId().slice(-12)}.example` });
  await addSource('192.0.2.7');
});

const addSource = (address: string) =>
  context.pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, status)
     VALUES ($1, $2, 'out.test', 'default', 'active')`,
    [newId(), address],
  );

/** An answer that takes long on a busy machine is not asked for again. */
const resolver = () =>
  createDnsResolver({
    servers: [{ host: dns.host, port: dns.port }],
    trustsAd: false,
    timeoutMs: 30_000,
  });

/** The registrable domain of the test's own. */
const ownName = () => domain.name.slice('mail.'.length);

interface Row {
  readonly subject: string;
  readonly listed: boolean;
  readonly error: string | null;
  readonly codes: string[];
  readonly reason: string | null;
  readonly answered: boolean;
}

async function rows(): Promise<Row[]> {
  const { rows: found } = await context.pool.query<Row>(
    `SELECT subject, listed_since IS NOT NULL AS listed, error, codes, reason, answered_at IS NOT NULL AS answered
       FROM blocklist_lookups ORDER BY kind, subject`,
  );
  return found;
}

async function makeDue(): Promise<void> {
  await context.pool.query(
    `UPDATE blocklist_lookups SET next_check_at = now() - interval '1 s', error = NULL, answered_at = NULL`,
  );
}

/** Runs a worker until it has asked about everything. @returns its metrics */
async function lookUpAll({
  zone,
  used = [],
}: {
  readonly zone: DnsZone;
  readonly used?: readonly string[];
}): Promise<string> {
  dns.setZone(zone);
  const metrics = createMetrics();
  const worker = startBlocklists({
    ...{ pool: context.pool, lists, metrics },
    resolver: resolver(),
    usedAddresses: () => Promise.resolve(used),
    log: createLogger({ name: 'blocklists test', level: 'silent' }),
    intervalMs: 20,
  });
  await eventually(async () => {
    const found = await rows();
    return found.length >= 2 && found.every(({ answered, error }) => answered || error !== null);
  });
  await worker.close();
  return metrics.text();
}

async function notices(): Promise<{ kind: string; subject: string; text: string }[]> {
  const { rows: found } = await context.pool.query<{ kind: string; subject: string; text: string }>(
    'SELECT kind, subject, text FROM notices WHERE organization_id = $1',
    [organizationId],
  );
  return found;
}

describe('a source address and a sending domain', () => {
  it('that no list has are not listed', async () => {
    await lookUpAll({ zone: { records: tests } });
    expect(await rows()).toMatchObject([
      { subject: '192.0.2.7', listed: false, answered: true, error: null },
      { subject: domain.name, listed: false, answered: true, error: null },
    ]);
    expect(await notices()).toEqual([]);
  });

  it('are listed with codes and reason, counted for operators, and the domain’s owner gets one notice', async () => {
    const zone = {
      records: [
        ...tests,
        listed('7.2.0.192.bl.test', '127.0.0.4'),
        { name: '7.2.0.192.bl.test', type: 'TXT', value: 'See https://bl.test/?192.0.2.7' } as const,
        listed(`${ownName()}.dom.test`),
      ],
    };
    const metrics = await lookUpAll({ zone });
    expect(await rows()).toMatchObject([
      { subject: '192.0.2.7', listed: true, codes: ['127.0.0.4'], reason: 'See https://bl.test/?192.0.2.7' },
      { subject: domain.name, listed: true, codes: ['127.0.0.2'], reason: null },
    ]);
    expect(metrics).toContain('send_sources_blocklisted{list="bl.test"} 1');
    expect(await notices()).toEqual([
      {
        kind: 'domain_blocklisted',
        subject: `${domain.name} is on the blocklist dom.test`,
        text: expect.stringContaining('ask the operator of dom.test for removal') as string,
      },
    ]);
    await makeDue();
    await lookUpAll({ zone });
    expect(await notices()).toHaveLength(1);
  });

  it('keep the time at which they were listed, and lose it when the list removes them', async () => {
    const zone = { records: [...tests, listed('7.2.0.192.bl.test')] };
    await lookUpAll({ zone });
    await context.pool.query(
      `UPDATE blocklist_lookups SET listed_since = '2026-01-01T00:00:00Z' WHERE listed_since IS NOT NULL`,
    );
    await makeDue();
    await lookUpAll({ zone });
    const since = await context.pool.query<{ listed_since: Date }>(
      'SELECT listed_since FROM blocklist_lookups WHERE listed_since IS NOT NULL',
    );
    expect(since.rows).toEqual([{ listed_since: new Date('2026-01-01T00:00:00Z') }]);
    await makeDue();
    const metrics = await lookUpAll({ zone: { records: tests } });
    expect((await rows()).map((row) => row.listed)).toEqual([false, false]);
    expect(metrics).toContain('send_sources_blocklisted{list="bl.test"} 0');
  });

  it('over IPv6 are asked for by their digits', async () => {
    await addSource('2001:db8::25');
    await lookUpAll({
      zone: { records: [...tests, listed(`5.2.${'0.'.repeat(22)}8.b.d.0.1.0.0.2.bl.test`)] },
    });
    expect((await rows()).filter((row) => row.listed).map(({ subject }) => subject)).toEqual([
      '2001:db8::25',
    ]);
  });

  it('of a machine without configured addresses are looked up, too', async () => {
    await context.pool.query('TRUNCATE source_addresses');
    await lookUpAll({ zone: { records: [...tests, listed('9.2.0.192.bl.test')] }, used: ['192.0.2.9'] });
    expect((await rows())[0]).toMatchObject({ subject: '192.0.2.9', listed: true });
  });

  it('are forgotten when they are gone', async () => {
    await lookUpAll({ zone: { records: tests } });
    await context.pool.query('TRUNCATE source_addresses');
    await addSource('192.0.2.8');
    await context.pool.query(
      `UPDATE domains SET status = 'failed', failed_reason = 'records_lost' WHERE id = $1`,
      [domain.id],
    );
    await context.pool.query(`DELETE FROM sweep_cursors WHERE name = 'send-worker.blocklist-subjects'`);
    const another = await createDomain(context.pool, {
      organizationId,
      name: `${newId().slice(-12)}.example`,
    });
    dns.setZone({ records: tests });
    const worker = startBlocklists({
      ...{ pool: context.pool, lists, metrics: createMetrics() },
      resolver: resolver(),
      usedAddresses: () => Promise.resolve([]),
      log: createLogger({ name: 'blocklists test', level: 'silent' }),
      intervalMs: 20,
    });
    await eventually(async () => {
      const subjects = (await rows()).map(({ subject }) => subject);
      return JSON.stringify(subjects) === JSON.stringify(['192.0.2.8', another.name]);
    });
    await worker.close();
  });
});

describe('a list', () => {
  it.each<[string, DnsZone, string]>([
    [
      'without its test entry',
      { records: [listed('7.2.0.192.bl.test')] },
      'the list does not have its test entry',
    ],
    [
      'that lists everything',
      { records: [...tests, listed('1.0.0.127.bl.test')] },
      'the list has an entry that no list has',
    ],
    [
      'that refuses our resolver',
      { records: [listed('*.bl.test', '127.255.255.254'), listed('test.dom.test')] },
      'the list refuses queries of this resolver (127.255.255.254)',
    ],
    [
      'whose resolver makes up addresses',
      { records: [listed('*.bl.test', '198.51.100.1'), listed('test.dom.test')] },
      'the resolver answered 198.51.100.1, which is no code of a blocklist',
    ],
    ['that does not answer', { records: tests, failing: ['bl.test'] }, 'DNS does not answer (ESERVFAIL)'],
  ])('%s says nothing about an address', async (_what, zone, error) => {
    await lookUpAll({ zone });
    expect((await rows())[0]).toMatchObject({ subject: '192.0.2.7', listed: false, answered: false, error });
  });

  it('that refuses us now leaves what it said before', async () => {
    await lookUpAll({ zone: { records: [...tests, listed('7.2.0.192.bl.test')] } });
    await makeDue();
    await lookUpAll({ zone: { records: tests, failing: ['7.2.0.192.bl.test'] } });
    expect((await rows())[0]).toMatchObject({
      subject: '192.0.2.7',
      listed: true,
      error: 'DNS does not answer (ESERVFAIL)',
    });
  });
});

it('a page that a worker took before it died is looked up by another', async () => {
  await lookUpAll({ zone: { records: tests } });
  // As taken by the dead one, whose lease has ended.
  await makeDue();
  const [first, second] = await Promise.all([
    lookUpAll({ zone: { records: tests } }),
    lookUpAll({ zone: { records: tests } }),
  ]);
  const asked = [first, second].map((text) =>
    Number(/send_blocklist_lookups_total\{result="not_listed"\} (\d+)/.exec(text)?.[1]),
  );
  expect((asked[0] ?? 0) + (asked[1] ?? 0)).toBe(2);
});
