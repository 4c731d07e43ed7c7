import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { startDnsServer, startSmtpSink, type DnsServer, type SmtpSink } from '@postrider/testkit';
import { checkDirectDelivery, type CheckedSource, type DirectDeliveryFinding } from './direct-delivery';

let dns: DnsServer;
let sink: SmtpSink;
/** Takes connections and never says a word. */
let silent: net.Server;

const domains = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
const mailHosts = (address: string) =>
  domains.flatMap((name) => [
    { name, type: 'MX' as const, value: `mx.${name}`, priority: 10 },
    { name: `mx.${name}`, type: 'A' as const, value: address },
  ]);
const names = [
  { name: 'out.test', type: 'A' as const, value: '127.0.0.2' },
  { name: '2.0.0.127.in-addr.arpa', type: 'PTR' as const, value: 'out.test' },
];

beforeAll(async () => {
  dns = await startDnsServer({ zone: { records: [] } });
  sink = await startSmtpSink();
  silent = net.createServer(() => undefined);
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  silent.close();
  await sink.close();
  await dns.close();
});

function check(given: {
  readonly port: number;
  readonly helloName?: string;
  readonly sources?: readonly CheckedSource[];
  readonly timeoutMs?: number;
}): Promise<DirectDeliveryFinding[]> {
  return checkDirectDelivery({
    ...{ servers: [dns.address], helloName: 'out.test', sources: [], timeoutMs: 60_000 },
    ...given,
  });
}

it('finds nothing where a mail server greets us and the name leads back', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1'), ...names] });
  expect(await check({ port: sink.port })).toEqual([
    { check: 'port', source: 'system', ok: true, detail: `port ${sink.port} is open` },
    {
      check: 'reverse DNS',
      source: 'system',
      ok: true,
      detail: 'out.test resolves to 127.0.0.2, which resolves back',
    },
  ]);
});

it('finds a port that refuses connections, and names who was asked', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.9'), ...names] });
  const [port] = await check({ port: sink.port });
  expect(port).toMatchObject({ check: 'port', ok: false });
  expect(port?.detail).toMatch(/gmail\.com \[127\.0\.0\.9\]: ECONNREFUSED.*icloud\.com/);
});

it('finds a port whose packets are dropped, within its time', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1'), ...names] });
  const hole = await openBlackHole();
  const [port] = await check({ port: hole.port, timeoutMs: 500 });
  hole.close();
  expect(port).toMatchObject({ check: 'port', ok: false });
  expect(port?.detail).toContain('gmail.com [127.0.0.1]: ETIMEDOUT');
});

it('finds a proxy that takes connections and is no mail server', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1'), ...names] });
  // Long enough to connect on a busy machine.
  const [port] = await check({ port: (silent.address() as AddressInfo).port, timeoutMs: 4_000 });
  expect(port).toMatchObject({ ok: false });
  expect(port?.detail).toContain('connected, but no greeting');
});

it('finds DNS that knows no mail host', async () => {
  dns.setZone({ records: names });
  const [port] = await check({ port: sink.port });
  expect(port).toMatchObject({ ok: false, detail: expect.stringContaining('no mail host found in DNS') });
});

it.each([
  ['no address', [], 'out.test (EHLO_NAME) has no address in DNS'],
  ['no PTR', names.slice(0, 1), '127.0.0.2: it has no name in reverse DNS (PTR)'],
  [
    'another PTR',
    [...names.slice(0, 1), { name: '2.0.0.127.in-addr.arpa', type: 'PTR' as const, value: 'cloud.test' }],
    '127.0.0.2: its name in reverse DNS is cloud.test, not out.test',
  ],
])('finds a name with %s', async (_, records, detail) => {
  dns.setZone({ records: [...mailHosts('127.0.0.1'), ...records] });
  const [, name] = await check({ port: sink.port });
  expect(name).toEqual({ check: 'reverse DNS', source: 'system', ok: false, detail });
});

it('looks at each source address by itself, and at the port where the machine has the address', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1'), ...names] });
  const sources = [
    { address: '127.0.0.2', bindAddress: '127.0.0.2', helloName: 'out.test' },
    { address: '127.0.0.3', bindAddress: '198.51.100.7', helloName: 'out.test' },
  ];
  const found = await check({ port: sink.port, sources });
  expect(found.map(({ source, check: what, ok }) => [source, what, ok])).toEqual([
    ['127.0.0.2', 'port', true],
    ['127.0.0.2', 'reverse DNS', true],
    ['127.0.0.3', 'port', true],
    ['127.0.0.3', 'reverse DNS', false],
  ]);
  expect(found[2]?.detail).toBe('not checked: the address is not on this machine');
});

/** A listener that accepts nothing and whose queue is full: further SYN packets are dropped. */
async function openBlackHole(): Promise<{ readonly port: number; readonly close: () => void }> {
  const listen = `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    () => console.log(s.address().port))`;
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(printed.toString());
  child.kill('SIGSTOP');
  const queued = await Promise.all(
    [1, 2].map(async () => {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    }),
  );
  return {
    port,
    close: () => {
      for (const socket of queued) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
