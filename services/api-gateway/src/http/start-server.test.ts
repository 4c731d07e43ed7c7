import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from './start-server';

const somewhere = { host: '127.0.0.1', port: 0 };
/** Longer than a test takes: connections are never cut because the machine is busy. */
const drainMs = 600_000;

/** Sends over one connection, request after request, until an answer closes the connection. */
async function sendUntilClosed(port: number, onAnswer: (answers: number) => void): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let answers = 1; ; answers += 1) {
    const request = http.request({ host: '127.0.0.1', port, agent, method: 'POST' });
    request.end('x');
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    await once(response, 'end');
    onAnswer(answers);
    if (response.headers.connection === 'close') return answers;
    await delay(5);
  }
}

test('connections in use end with an answer that says so, and are not cut', async () => {
  const server = await startServer(
    (request, response) => {
      request.resume().on('end', () => response.end('ok'));
    },
    { ...somewhere, drainMs },
  );
  let inUse = 0;
  const allInUse = Promise.withResolvers<void>();
  const onAnswer = (answers: number): void => {
    if (answers === 2 && ++inUse === 20) allInUse.resolve();
  };
  const clients = Promise.all(Array.from({ length: 20 }, () => sendUntilClosed(server.port, onAnswer)));
  await allInUse.promise;
  await server.close();
  const answers = await clients;
  expect(answers).toHaveLength(20);
  expect(Math.min(...answers)).toBeGreaterThan(1);
});

test('a server without connections closes at once', async () => {
  const server = await startServer((_request, response) => response.end(), { ...somewhere, drainMs });
  await server.close();
});

test('a request that is being answered is answered to its end', async () => {
  const asked = Promise.withResolvers<void>();
  const server = await startServer((_request, response) => {
    asked.resolve();
    setTimeout(() => response.end('late'), 300);
  }, somewhere);
  const socket = net.connect(server.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked.promise;
  const closed = server.close();
  await once(socket, 'close');
  await closed;
  expect(Buffer.concat(chunks).toString()).toContain('late');
});

test.each([
  ['Host: a\r\nHost: b', 400],
  ['Host: a\r\nX-Other: 1\r\nhOST: a', 400],
  ['Host: a\r\nHost:', 400],
  ['Host: a\r\nHosts: b\r\nX-Host: c', 200],
])('a request with the headers %j is answered with %i', async (headers, status) => {
  const hosts: unknown[] = [];
  const server = await startServer((request, response) => {
    hosts.push(request.headers.host);
    response.end('ok');
  }, somewhere);
  const socket = net.connect(server.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(`GET / HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(Buffer.concat(chunks).toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(hosts).toEqual(status === 200 ? ['a'] : []);
  await server.close();
});

test('an expectation that we do not know is no reason to refuse a request', async () => {
  const server = await startServer((_request, response) => response.end('ok'), somewhere);
  const request = http.request({ host: '127.0.0.1', port: server.port, headers: { expect: 'wonders' } });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  await once(response, 'end');
  await server.close();
});
