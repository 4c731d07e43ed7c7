import { createServer, type AddressInfo, type Server } from 'node:net';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { defaultSmtpTimeouts } from '@postrider/smtp-client';
import { createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { createConnector } from '../pool/connect-any';
import { createClearTextHosts } from './clear-text-hosts';

let context: TestContext;
let redis: RedisClient;
let server: Server;
/** Commands of each connection. */
let connections: string[][] = [];

/** Offers STARTTLS, and then speaks no TLS. */
beforeAll(async () => {
  context = await createTestContext();
  redis = createRedis({
    commandTimeoutMs: 60_000,
    url: context.redisUrl,
    name: 'clear-text test',
    log: createLogger({ name: 'test', level: 'error' }),
  });
  // Before that a command fails, as while Redis is away.
  await eventually(() => redis.status === 'ready');
  server = createServer((socket) => {
    const commands: string[] = [];
    connections.push(commands);
    socket.on('error', () => undefined);
    socket.write('220 broken.test\r\n');
    socket.on('data', (data) => {
      const command = data.toString('latin1').slice(0, 8).trim();
      if (/^[A-Z]/.test(command)) commands.push(command.split(' ')[0] ?? '');
      if (command.startsWith('EHLO')) socket.write('250-broken.test\r\n250 STARTTLS\r\n');
      else if (command.startsWith('STARTTLS')) socket.write('220 Go\r\n');
      else socket.end('garbage\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  redis.disconnect();
  await new Promise((resolve) => void server.close(resolve));
  await context.close();
});
beforeEach(() => {
  connections = [];
});

async function connect(client: RedisClient | null, clearTextHosts = createClearTextHosts({ redis: client })) {
  const connector = createConnector({ name: 'worker.test', timeouts: defaultSmtpTimeouts, clearTextHosts });
  const { port } = server.address() as AddressInfo;
  const target = { host: 'broken.test', address: '127.0.0.1', port, credentials: null } as const;
  const result = await connector.connectAny([{ ...target, tls: { mode: 'opportunistic' } }], null);
  if (result.kind === 'open') result.session.destroy();
  return result.kind;
}

it('a host whose TLS is broken gets mail in clear, and no worker tries its TLS again', async () => {
  await expect(connect(redis)).resolves.toBe('open');
  expect(connections).toEqual([['EHLO', 'STARTTLS'], ['EHLO']]);
  await eventually(async () => (await redis.keys('clear-text-hosts:*')).length > 0);
  const [key = ''] = await redis.keys('clear-text-hosts:*');
  const days = (await redis.pttl(key)) / 86_400_000;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThanOrEqual(3);
  connections = [];
  await expect(connect(redis)).resolves.toBe('open');
  expect(connections).toEqual([['EHLO']]);
});

it('without Redis each worker remembers by itself', async () => {
  const hosts = createClearTextHosts({ redis: null });
  await expect(connect(null, hosts)).resolves.toBe('open');
  expect(connections).toEqual([['EHLO', 'STARTTLS'], ['EHLO']]);
  connections = [];
  await expect(connect(null, hosts)).resolves.toBe('open');
  expect(connections).toEqual([['EHLO']]);
});
