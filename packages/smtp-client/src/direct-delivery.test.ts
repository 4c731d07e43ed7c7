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
  readonly sources?: readonly CheckedSource[];
  readonly timeoutMs?: number;
}): Promise<DirectDeliveryFinding[]> {
  return checkDirectDelivery({
    ...{ servers: [dns.address], sources: [], timeoutMs: 60_000 },
    ...given,
  });
}

it('finds nothing where a mail server greets us', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1')] });
  expect(await check({ port: sink.port })).toEqual([
    { source: 'system', ok: true, detail: `port ${sink.port} is open` },
  ]);
});

it('finds a port that refuses connections, and names who was asked', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.9')] });
  const [port] = await check({ port: sink.port });
  expect(port).toMatchObject({ ok: false });
  expect(port?.detail).toMatch(/gmail\.com \[127\.0\.0\.9\]: ECONNREFUSED.*icloud\.com/);
});

it('finds a port whose packets are dropped, within its time', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1')] });
  const hole = await openBlackHole();
  const [port] = await check({ port: hole.port, timeoutMs: 500 });
  hole.close();
  expect(port).toMatchObject({ ok: false });
  expect(port?.detail).toContain('gmail.com [127.0.0.1]: ETIMEDOUT');
});

it('finds a proxy that takes connections and is no mail server', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1')] });
  // Long enough to connect on a busy machine.
  const [port] = await check({ port: (silent.address() as AddressInfo).port, timeoutMs: 4_000 });
  expect(port).toMatchObject({ ok: false });
  expect(port?.detail).toContain('connected, but no greeting');
});

it('finds DNS that knows no mail host', async () => {
  dns.setZone({ records: [] });
  const [port] = await check({ port: sink.port });
  expect(port).toMatchObject({ ok: false, detail: expect.stringContaining('no mail host found in DNS') });
});

it('looks at each source address by itself, and at the port where the machine has the address', async () => {
  dns.setZone({ records: [...mailHosts('127.0.0.1')] });
  const sources = [
    { address: '127.0.0.2', bindAddress: '127.0.0.2' },
    { address: '127.0.0.3', bindAddress: '198.51.100.7' },
  ];
  const found = await check({ port: sink.port, sources });
  expect(found.map(({ source, ok }) => [source, ok])).toEqual([
    ['127.0.0.2', true],
    ['127.0.0.3', true],
  ]);
  expect(found[1]?.detail).toBe('not checked: the address is not on this machine');
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
