import { createLogger, createMetrics, type Logger } from '@postrider/runtime';
import { parseRoutes } from '@postrider/smtp-client';
import {
  createTestContext,
  eventually,
  startDnsServer,
  type DnsRecord,
  type DnsServer,
  type TestContext,
} from '@postrider/testkit';
import { watchPlatformRecords } from './watch-platform-records';

const platformHost = 'mail.platform.test';
const published: DnsRecord[] = [
  { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 a:out.test -all' },
  { name: platformHost, type: 'A', value: '127.0.0.1' },
  { name: platformHost, type: 'MX', value: platformHost },
  { name: `*._report._dmarc.${platformHost}`, type: 'TXT', value: 'v=DMARC1;' },
  { name: 'out.test', type: 'A', value: '127.0.0.2' },
  { name: '2.0.0.127.in-addr.arpa', type: 'PTR', value: 'out.test' },
];
let context: TestContext;
let dns: DnsServer;
beforeAll(async () => {
  context = await createTestContext();
  dns = await startDnsServer({ zone: { records: [] } });
});
afterAll(async () => {
  await dns.close();
  await context.close();
});

/** The metric and the warnings after the first look. */
async function look(records: readonly DnsRecord[], given: { host?: string; routes?: string } = {}) {
  dns.setZone({ records });
  const warned: object[] = [];
  const log: Logger = createLogger({ name: 'platform records test', level: 'silent' });
  log.warn = (fields: unknown) => void warned.push(fields as object);
  const metrics = createMetrics();
  const watch = watchPlatformRecords({
    pool: context.pool,
    settings: {
      DELIVERY_ROUTES: parseRoutes(given.routes ?? ''),
      DNS_SERVERS: [{ host: dns.host, port: dns.port }],
      EHLO_NAME: 'out.test',
      PLATFORM_HOST: given.host ?? platformHost,
      PUBLIC_URL: { origin: `https://${platformHost}`, servesAll: false },
      TLS_REPORT_FROM: '',
    },
    platformKey: null,
    log,
    metrics,
  });
  const wrong = async () =>
    Object.fromEntries(
      [
        ...(await metrics.text()).matchAll(/^postrider_platform_records_wrong\{record="(\w+)"\} (\d+)$/gm),
      ].map(([, record = '', count]) => [record, Number(count)]),
    );
  await eventually(async () => Object.keys(await wrong()).length > 0);
  await watch.close();
  return { wrong: await wrong(), warned };
}

it('counts what is wrong at the start, and logs it', async () => {
  const { wrong, warned } = await look(published.filter(({ name }) => !name.startsWith('_spf.')));
  expect(wrong).toEqual({ spf: 1, host: 0, mx: 0, dmarc_reports: 0, ehlo: 0, ptr: 0, ehlo_spf: 0 });
  expect(warned).toEqual([
    {
      record: 'spf',
      name: `_spf.${platformHost}`,
      detail: expect.stringContaining('no SPF records found') as string,
    },
  ]);
});

it('counts nothing and says nothing where all is right', async () => {
  const { wrong, warned } = await look(published);
  expect(Object.values(wrong).filter((count) => count > 0)).toEqual([]);
  expect(warned).toEqual([]);
});

it('looks at no name of the machine where all mail leaves through a smart host', async () => {
  const records = published.filter(({ name }) => name.endsWith(platformHost) && !name.startsWith('_spf.'));
  const spf = { name: `_spf.${platformHost}`, type: 'TXT', value: 'v=spf1 ip4:192.0.2.9 -all' } as const;
  const { wrong } = await look([...records, spf], { routes: '*=smtp://relay.test' });
  expect(wrong).toEqual({ spf: 0, host: 0, mx: 0, dmarc_reports: 0 });
});
