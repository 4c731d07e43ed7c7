import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createHttpClient, type HttpClient } from './http-client';

const continued = 'HTTP/1.1 100 Continue\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n';
const ok = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

let server: Server;
let client: HttpClient;
/** Called with each request's first bytes. */
let answer: (socket: Socket) => void;
const sockets = new Set<Socket>();

beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay().on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (/^(GET|POST) /.test(bytes.toString())) answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createHttpClient({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isPermitted: () => true,
    connectTimeoutMs: 60_000,
    connectionsPerOriginMax: 1,
  });
});
afterEach(async () => {
  await client.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
});

async function ask(options: { method?: 'GET' | 'POST'; body?: string; timeoutMs?: number } = {}) {
  const { method = 'POST', body = '{}', timeoutMs = 60_000 } = options;
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://answers.test:${port}/`);
  const asked = { method, url, timeoutMs, bytesMax: 100_000 };
  const { status, body: read } = await client.request(method === 'GET' ? asked : { ...asked, body });
  return [status, read.toString()];
}

test.each([
  ['100 Continue', continued],
  ['103 Early Hints', hints],
  ['several of them', continued + hints + continued + hints + hints],
  ['a status without reason', 'HTTP/1.1 102\r\n\r\n'],
  ['HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'],
])('%s before the answer is skipped', async (_name, before) => {
  answer = (socket) => socket.write(before + ok('hello'));
  expect(await ask()).toEqual([200, 'hello']);
  expect(await ask({ method: 'GET' })).toEqual([200, 'hello']);
  expect(sockets.size).toBe(1);
});

test('informational answers are skipped wherever the network cuts them', async () => {
  const bytes = continued + hints + ok('hello');
  answer = (socket) => {
    let sent = 0;
    const sendNext = (): void => {
      socket.write(bytes.charAt(sent));
      sent += 1;
      if (sent < bytes.length) setImmediate(sendNext);
    };
    sendNext();
  };
  expect(await ask()).toEqual([200, 'hello']);
});

test('a body that looks like an informational answer is left as it is', async () => {
  answer = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${continued.length}\r\n\r\n`);
    setImmediate(() => socket.write(continued));
  };
  expect(await ask()).toEqual([200, continued]);
});

test('an answer before the end of a long body is read', async () => {
  answer = (socket) => socket.write(continued + ok('enough'));
  expect(await ask({ body: 'x'.repeat(5_000_000) })).toEqual([200, 'enough']);
});

test('101 without a request for another protocol is no answer', async () => {
  answer = (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
  await expect(ask()).rejects.toThrow('bad upgrade');
});

test('informational answers alone end with the time of the request', async () => {
  answer = (socket) => {
    const timer = setInterval(() => socket.write(continued), 20);
    socket.on('close', () => clearInterval(timer));
  };
  await expect(ask({ timeoutMs: 300 })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test.each([
  ['many', hints],
  ['one without end', 'HTTP/1.1 103 Early Hints\r\n', 'x-hint: more\r\n'],
])('a flood of informational answers ends the connection: %s', async (_name, begin, more = begin) => {
  answer = (socket) => {
    const pour = (): void => {
      while (socket.writable && socket.write(more.repeat(100)));
    };
    socket.write(begin);
    socket.on('drain', pour);
    pour();
  };
  await expect(ask()).rejects.toMatchObject({ code: 'informational_flood' });
});
