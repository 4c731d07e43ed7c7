import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '@postrider/contracts/ids';
import { generateDkimKeyPair, platformRecordPurposes } from '@postrider/mail';
import {
  createTestContext,
  startDnsServer,
  startSmtpSink,
  type DnsRecord,
  type DnsServer,
  type SmtpSink,
  type TestContext,
} from '@postrider/testkit';
import { createOperator, type Ran } from '../../test/run-operator';

let context: TestContext;
let dns: DnsServer;
let sink: SmtpSink;

beforeAll(async () => {
  context = await createTestContext();
  sink = await startSmtpSink();
  dns = await startDnsServer({ zone: { records: [] } });
});
afterAll(async () => {
  await sink.close();
  await dns.close();
  await context.close();
});

function doctor(given: Readonly<Record<string, string>>): Promise<Ran> {
  return createOperator(context, {
    ...{ DNS_SERVERS: dns.address, MX_PORT: String(sink.port), EHLO_NAME: 'out.test' },
    ...given,
  }).run('--json', 'doctor');
}

const platformHost = 'mail.platform.test';
const published: DnsRecord[] = [
  { name: 'gmail.com', type: 'MX', value: 'mx.gmail.com', priority: 5 },
  { name: 'mx.gmail.com', type: 'A', value: '127.0.0.1' },
  { name: 'out.test', type: 'A', value: '127.0.0.2' },
  { name: '2.0.0.127.in-addr.arpa', type: 'PTR', value: 'out.test' },
  { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 ip4:127.0.0.2 -all' },
  { name: platformHost, type: 'A', value: '127.0.0.1' },
  { name: platformHost, type: 'MX', value: platformHost },
  { name: `*._report._dmarc.${platformHost}`, type: 'TXT', value: 'v=DMARC1' },
  { name: 'smtp.platform.test', type: 'A', value: '127.0.0.1' },
];
const settings = {
  PLATFORM_HOST: platformHost,
  SMTP_NAME: 'smtp.platform.test',
  PUBLIC_URL: `https://${platformHost}`,
};
beforeEach(() => dns.setZone({ records: published }));
afterEach(() => context.pool.query('DELETE FROM source_addresses'));

it('exits 0 where mail can leave, and all required records are published', async () => {
  const { exitCode, stdout } = await doctor(settings);
  expect(JSON.parse(stdout)).toMatchObject([
    { check: 'port', name: 'system', state: 'ok' },
    {
      ...{ check: 'resolver', name: `${dns.address} of DNS_SERVERS`, state: 'ok' },
      detail: 'TCP; no EDNS, so long answers come by TCP',
    },
    { check: 'spf', name: `TXT _spf.${platformHost}`, state: 'ok', detail: 'allows 127.0.0.2' },
    { check: 'host', name: `A ${platformHost}`, state: 'ok' },
    { check: 'mx', state: 'ok' },
    { check: 'dmarc_reports', state: 'ok' },
    { check: 'smtp', name: 'A smtp.platform.test', state: 'ok' },
    { check: 'ehlo', name: 'A out.test', state: 'ok' },
    { check: 'ptr', name: 'PTR 127.0.0.2', state: 'ok' },
    { check: 'ehlo_spf', name: 'TXT out.test', state: 'missing' },
    {
      check: 'disk',
      state: 'ok',
      detail: expect.stringMatching(/^0\.0\d GB, and 0\.0\d GB more a day; with/),
    },
    { check: 'retention', state: 'ok', detail: 'mail is kept for 52 weeks; 0 older weeks exist' },
    { check: 'redis', name: 'maxmemory-policy', state: 'ok' },
  ]);
  expect(exitCode).toBe(0);
});

it('exits 1 where the SPF record of the platform is missing, or does not allow an address', async () => {
  dns.setZone({ records: published.filter(({ name }) => !name.startsWith('_spf.')) });
  const missing = await doctor(settings);
  expect(stateOf(missing, 'spf')).toMatchObject({
    state: 'wrong',
    detail: expect.stringContaining(`no SPF records found for _spf.${platformHost}`) as string,
  });
  expect(missing.exitCode).toBe(1);
  dns.setZone({ records: published });
  await addSource('127.0.0.4');
  expect(stateOf(await doctor(settings), 'spf')).toMatchObject({
    state: 'wrong',
    detail: `the SPF record at _spf.${platformHost} does not allow 127.0.0.4`,
  });
});

it('exits 1 and says what is wrong where the port refuses and an address has no name', async () => {
  await addSource('127.0.0.4');
  const ran = await doctor({ ...settings, MX_PORT: '1' });
  expect(stateOf(ran, 'port')).toMatchObject({
    ...{ name: '127.0.0.4', state: 'wrong', detail: expect.stringContaining('ECONNREFUSED') as string },
  });
  expect(stateOf(ran, 'ptr')).toMatchObject({
    ...{ name: 'PTR 127.0.0.4', state: 'wrong', detail: expect.stringContaining('PTR') as string },
  });
  expect(ran.exitCode).toBe(1);
});

it('asks for neither port 25 nor names of ours where all mail leaves through a smart host', async () => {
  const ran = await doctor({ ...settings, MX_PORT: '1', DELIVERY_ROUTES: '*=smtp://relay.test:587' });
  expect(rowsOf(ran).map(({ check }) => check)).toEqual([
    ...['resolver', 'spf', 'host', 'mx', 'dmarc_reports', 'smtp'],
    ...['disk', 'retention', 'redis'],
  ]);
  expect(ran.exitCode).toBe(0);
});

it('looks at every kind of record that the settings ask for', async () => {
  const { privateKeyPem } = await generateDkimKeyPair('ed25519-sha256');
  const file = path.join(tmpdir(), `${newId()}.pem`);
  await writeFile(file, privateKeyPem);
  const ran = await doctor({
    ...settings,
    CONSOLE_URL: 'https://console.platform.test',
    TLS_REPORT_FROM: 'tls@platform.test',
    PLATFORM_DKIM_DOMAIN: 'platform.test',
    PLATFORM_DKIM_SELECTOR: 'p1',
    PLATFORM_DKIM_KEY_FILE: file,
  });
  const checks = new Set(rowsOf(ran).map(({ check }) => check));
  expect(checks).toEqual(
    new Set(['port', 'resolver', ...Object.keys(platformRecordPurposes), 'disk', 'retention', 'redis']),
  );
});

it('exits 1 where a resolver does not validate that mail is to be routed by', async () => {
  const ran = await doctor({ ...settings, DNSSEC_RESOLVERS: dns.address });
  const rows = rowsOf(ran).filter(({ check }) => check === 'resolver');
  const name = `${dns.address} of DNSSEC_RESOLVERS`;
  expect(rows).toMatchObject([
    { name: `${dns.address} of DNS_SERVERS`, state: 'ok' },
    { name, state: 'wrong', detail: expect.stringContaining('does not support EDNS') as string },
    { name, state: 'wrong', detail: expect.stringContaining('does not validate SOA .') as string },
  ]);
  expect(ran.exitCode).toBe(1);
});

it('says so where it does not know the platform host', async () => {
  const ran = await doctor({});
  expect(stateOf(ran, 'host')).toMatchObject({ name: 'PLATFORM_HOST', state: 'unknown' });
  expect(ran.exitCode).toBe(1);
});

it('forecasts when the disk of PostgreSQL is full', async () => {
  const { stdout } = await doctor({ ...settings, DATABASE_DISK_PATH: '/', MESSAGES_KEPT_WEEKS: '0' });
  const findings = JSON.parse(stdout) as { check: string; detail: string }[];
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'disk',
      detail: expect.stringMatching(/GB are free: full in \d+ days$/),
    }),
  );
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'retention', detail: 'mail is kept for ever' }),
  );
});

const rowsOf = ({ stdout }: Ran) => JSON.parse(stdout) as { readonly check: string }[];
const stateOf = (ran: Ran, check: string) => rowsOf(ran).find((row) => row.check === check);

const addSource = (address: string) =>
  context.pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, status)
     VALUES (gen_random_uuid(), $1, 'out4.test', 'shared', 'active')`,
    [address],
  );
