import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient, type HttpClient } from './http-client';

const timeoutMs = 600;

let server: Server;
let client: HttpClient;

beforeEach(() => {
  client = createHttpClient({
    resolve: (host) => Promise.resolve([host]),
    isPermitted: () => true,
    connectTimeoutMs: 60_000,
    connectionsPerOriginMax: 1,
  });
});
afterEach(async () => {
  await client.close();
  server.close();
});

test('an answer that came in time counts, also when this process stood still until after the deadline', async () => {
  server = createServer((_request, response) => {
    response.end('accepted');
    standStill(2 * timeoutMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/`);
  const answer = await client.request({ method: 'POST', url, body: '{}', timeoutMs, bytesMax: 1_000 });
  expect(answer.body.toString()).toBe('accepted');
});

/** Blocks this process, as a machine without free processors does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
