import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  startDnsServer,
  startWebhookReceiver,
  type DnsServer,
  type WebhookReceiver,
} from '@postrider/testkit';
import { Pool } from 'undici';
import { createGuardedConnect } from '@postrider/http-client';
import { postAttempt, createWebhookTransport, type WebhookTransport } from './webhook-transport';

const request = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
/** What is answered is not to be lost on a busy machine. */
const patientMs = 60_000;
/** For what never ends by itself: a test waits for it. */
const impatientMs = 600;
/** For a test that waits for it, after an answer has begun. */
const answeredMs = 5_000;

let receiver: WebhookReceiver;
let dns: DnsServer;

const insideAddresses = [
  ['A', '127.0.0.1'],
  ['A', '10.0.0.1'],
  ['A', '100.64.0.1'],
  ['A', '169.254.169.254'],
  ['A', '168.63.129.16'],
  ['A', '0.0.0.0'],
  ['AAAA', '::1'],
  ['AAAA', '::ffff:127.0.0.1'],
  ['AAAA', '64:ff9b::7f00:1'],
  ['AAAA', '2002:7f00:1::'],
  ['AAAA', 'fd00:ec2::254'],
  ['AAAA', 'fe80::1'],
] as const;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  dns = await startDnsServer({
    zone: {
      records: [
        ...insideAddresses.map(([type, value], index) => ({ name: `inside${index}.test`, type, value })),
        { name: 'mixed.test', type: 'A', value: '93.184.215.14' },
        { name: 'mixed.test', type: 'A', value: '127.0.0.1' },
        { name: 'alias.test', type: 'CNAME', value: 'inside0.test' },
      ],
    },
  });
});
afterAll(async () => {
  await receiver.close();
  await dns.close();
});

function transportFor(
  overrides: Partial<Parameters<typeof createWebhookTransport>[0]> = {},
): WebhookTransport {
  const [host = '', port = ''] = dns.address.split(':');
  return createWebhookTransport({
    timeoutMs: patientMs,
    connectionsPerEndpointMax: 4,
    dnsServers: [{ host, port: Number(port) }],
    allowLoopback: false,
    ...overrides,
  });
}

async function attempt(transport: WebhookTransport, url: string) {
  try {
    return await transport.post({ endpointId: 'e', url: new URL(url) }, request);
  } finally {
    await transport.close();
  }
}

describe('a webhook never leaves the public Internet', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '10.0.0.1',
  ])('by the host %s', async (host) => {
    receiver.clear();
    const outcome = await attempt(transportFor(), `https://${host}:${receiver.port}/`);
    expect(outcome.status).toBeNull();
    // `localhost` is a name: the DNS servers do not know it, and nothing else is asked.
    expect(outcome.error).toBe(host === 'localhost' ? 'ENOTFOUND' : 'refused_address');
    expect(receiver.received).toEqual([]);
  });

  it.each(insideAddresses.map(([, value], index) => [value, `inside${index}.test`]))(
    'by a name of %s',
    async (_address, name) => {
      const outcome = await attempt(transportFor(), `https://${name}:${receiver.port}/`);
      expect(outcome).toMatchObject({ status: null, error: 'refused_address' });
    },
  );

  it.each(['mixed.test', 'alias.test'])('by the name %s', async (name) => {
    const outcome = await attempt(transportFor(), `https://${name}:${receiver.port}/`);
    expect(outcome).toMatchObject({ status: null, error: 'refused_address' });
  });

  it('by plain http', async () => {
    const outcome = await attempt(transportFor(), 'http://93.184.215.14/');
    expect(outcome).toMatchObject({ status: null, error: 'https_required' });
  });

  it('by private addresses in development either', async () => {
    const transport = transportFor({ allowLoopback: true });
    expect(await attempt(transport, 'http://10.0.0.1/')).toMatchObject({ error: 'refused_address' });
  });

  it('by a name that changes its address between the check and the connection', async () => {
    const permitted = await startWebhookReceiver({ host: '127.0.0.2', port: receiver.port });
    receiver.clear();
    let lookups = 0;
    const connect = createGuardedConnect({
      // Stands for a public address at the first look, and for this machine ever after.
      resolve: () => Promise.resolve([(lookups += 1) === 1 ? '127.0.0.2' : '127.0.0.1']),
      isPermitted: (address) => address === '127.0.0.2',
      timeoutMs: patientMs,
    });
    const pool = new Pool(`http://rebind.test:${receiver.port}`, { connect, connections: 1 });
    const first = await postAttempt(pool, { path: '/', ...request }, patientMs);
    await pool.destroy();
    const again = new Pool(`http://rebind.test:${receiver.port}`, { connect, connections: 1 });
    const second = await postAttempt(again, { path: '/', ...request }, patientMs);
    await again.destroy();
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: null, error: 'refused_address' });
    expect(permitted.received).toHaveLength(1);
    expect(receiver.received).toEqual([]);
    await permitted.close();
  });
});

describe('a POST', () => {
  let server: Server;
  let onConnection: (socket: Socket) => void;
  const sockets = new Set<Socket>();
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const attemptWithin = (timeoutMs: number) =>
    attempt(transportFor({ allowLoopback: true, timeoutMs }), url());

  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 with headers', 'HTTP/1.1 100 Continue\r\nVia: proxy\r\n\r\n'],
    ['102 and 103', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['100 three times', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)],
  ])('is delivered when %s comes before the answer', async (_name, before) => {
    onConnection = (socket) =>
      void socket.once('data', () => socket.write(`${before}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(await attemptWithin(patientMs)).toMatchObject({ status: 204, error: null });
  });

  it('ends in time when only informational answers come', async () => {
    onConnection = (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    };
    expect(await attemptWithin(impatientMs)).toMatchObject({ status: null, error: 'timeout' });
  });

  it('ends when informational answers pour in', async () => {
    onConnection = (socket) => {
      const pour = (): void => {
        while (socket.writable && socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)));
      };
      socket.on('drain', pour);
      pour();
    };
    expect(await attemptWithin(600_000)).toMatchObject({ status: null, error: 'informational_flood' });
  });

  it('ends in time when nothing is answered', async () => {
    onConnection = () => undefined;
    expect(await attemptWithin(impatientMs)).toMatchObject({ status: null, error: 'timeout' });
  });

  it('is delivered when the answer came in time and this process stood still until after the deadline', async () => {
    // Enough to connect and to send on a busy machine.
    const limitMs = 3_000;
    onConnection = (socket) =>
      void socket.once('data', () => {
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        standStill(1.2 * limitMs);
      });
    expect(await attemptWithin(limitMs)).toMatchObject({ status: 204, error: null });
  });

  it('is not sent when the connection stands only after the deadline', async () => {
    let sent = 0;
    const closed = new Promise<void>((resolve) => {
      onConnection = (socket) => {
        socket.on('data', ({ length }) => (sent += length)).on('close', resolve);
        standStill(2 * impatientMs);
      };
    });
    expect(await attemptWithin(impatientMs)).toMatchObject({ status: null, error: 'timeout' });
    await closed;
    expect(sent).toBe(0);
  });

  it('ends in time when the headers trickle', async () => {
    onConnection = (socket) => {
      const timer = setInterval(() => socket.write('X'), 50);
      socket.on('close', () => clearInterval(timer));
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    };
    expect(await attemptWithin(impatientMs)).toMatchObject({ status: null, error: 'timeout' });
  });

  it('stands with its status when the body never ends, and keeps what came', async () => {
    onConnection = (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello');
    const outcome = await attemptWithin(answeredMs);
    expect(outcome).toMatchObject({ status: 200, error: null, response: 'hello' });
  });

  it('stops reading a body without end', async () => {
    onConnection = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pour = (): void => {
        while (socket.writable && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
      };
      socket.on('drain', pour);
      pour();
    };
    // Longer than a test may take: nothing but its length ends it.
    const outcome = await attemptWithin(600_000);
    expect(outcome.status).toBe(200);
    expect(outcome.response).toHaveLength(4_096);
  });

  it('ends in time when the name servers are silent', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const dnsServers = [{ host: '127.0.0.1', port: silent.address().port }];
    const outcome = await attempt(
      transportFor({ dnsServers, timeoutMs: impatientMs }),
      'https://hooks.test/',
    );
    silent.close();
    expect(outcome).toMatchObject({ status: null, error: 'timeout' });
  });
});

/** Blocks this process, as a machine without free processors does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
