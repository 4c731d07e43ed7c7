import {
  createTestContext,
  startDnsServer,
  startSmtpSink,
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
  dns = await startDnsServer({
    zone: {
      records: [
        { name: 'gmail.com', type: 'MX', value: 'mx.gmail.com', priority: 5 },
        { name: 'mx.gmail.com', type: 'A', value: '127.0.0.1' },
        { name: 'out.test', type: 'A', value: '127.0.0.2' },
        { name: '2.0.0.127.in-addr.arpa', type: 'PTR', value: 'out.test' },
      ],
    },
  });
});
afterAll(async () => {
  await sink.close();
  await dns.close();
  await context.close();
});

function doctor(settings: Readonly<Record<string, string>>): Promise<Ran> {
  return createOperator(context, {
    ...{ DNS_SERVERS: dns.address, MX_PORT: String(sink.port), EHLO_NAME: 'out.test' },
    ...settings,
  }).run('--json', 'doctor');
}

it('exits 0 where mail can leave', async () => {
  const { exitCode, stdout } = await doctor({});
  expect(JSON.parse(stdout)).toMatchObject([
    { check: 'port', source: 'system', state: 'ok' },
    { check: 'reverse DNS', source: 'system', state: 'ok' },
  ]);
  expect(exitCode).toBe(0);
});

it('exits 1 and says what is wrong where the port refuses and an address has no name', async () => {
  await context.pool.query(
    `INSERT INTO source_addresses (id, address, hello_name, pool, status)
     VALUES (gen_random_uuid(), '127.0.0.4', 'out4.test', 'shared', 'active')`,
  );
  const { exitCode, stdout } = await doctor({ MX_PORT: '1' });
  expect(JSON.parse(stdout)).toMatchObject([
    { check: 'port', source: '127.0.0.4', state: 'wrong', detail: expect.stringContaining('ECONNREFUSED') },
    { check: 'reverse DNS', source: '127.0.0.4', state: 'wrong', detail: expect.stringContaining('PTR') },
  ]);
  expect(exitCode).toBe(1);
});
