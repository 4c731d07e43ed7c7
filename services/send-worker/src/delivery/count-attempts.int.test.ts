import { eventually, startDnsServer, startSmtpSink, type DnsServer, type SmtpSink } from '@postrider/testkit';
import { queueMessage } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let dns: DnsServer;
let mx: SmtpSink;
let harness: WorkerHarness;

beforeAll(async () => {
  const hosts = ['here', 'dead1', 'dead2'];
  dns = await startDnsServer({
    zone: {
      records: hosts.flatMap((name) => [
        { name: `${name}.test`, type: 'MX' as const, value: `mx.${name}.test`, priority: 10 },
        { name: `mx.${name}.test`, type: 'A' as const, value: name === 'here' ? '127.0.0.1' : '127.0.0.9' },
      ]),
    },
  });
  mx = await startSmtpSink();
  harness = await startWorkerHarness({
    DELIVERY_ROUTES: '*=mx',
    DNS_SERVERS: dns.address,
    MX_PORT: String(mx.port),
  });
});
afterAll(async () => {
  await harness.close();
  await mx.close();
  await dns.close();
});

async function valueOf(series: string): Promise<number> {
  const lines = (await harness.worker.metrics()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length) ?? 0);
}
const attempts = (result: string): Promise<number> =>
  valueOf(`send_attempts_total{transport="smtp",source="system",result="${result}"}`);
const unreachable = (): Promise<number> =>
  valueOf('send_sites_unreachable{transport="smtp",source="system"}');

it('counts attempts by transport, source address and result, and each site without a connection once', async () => {
  await harness.reaches(await harness.send({ to: ['jane@here.test'] }), 'delivered');
  mx.behave({ kind: 'reject', at: 'rcpt', code: 550, text: '5.1.1 no such user' });
  await harness.reaches(await harness.send({ to: ['john@here.test'] }), 'bounced');
  expect([await attempts('accepted'), await attempts('refused'), await unreachable()]).toEqual([1, 1, 0]);
  // All at once: a site is tried again some seconds after it could not be reached.
  const ids = await Promise.all(
    ['a@dead1.test', 'b@dead1.test', 'c@dead2.test'].map((to) =>
      queueMessage(harness.context, harness.sender, { to: [to] }),
    ),
  );
  await Promise.all(ids.map((id) => harness.enqueue(id)));
  await eventually(async () => (await attempts('unreachable')) >= 3 && (await unreachable()) >= 2);
  expect(await unreachable()).toBe(2);
});
