import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importAtCloudflare } from './cloudflare';

const token = 'cloudflare-token-of-a-test';
const records = [
  {
    type: 'MX',
    name: 'mail.example.com',
    value: 'mail.example.com',
    priority: 10,
    ttl: 3_600,
    isRequired: true,
  },
];

let server: Server;
let requests: { path: string; body: string }[];
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      requests.push({ path, body: Buffer.concat(chunks).toString() });
      const isAllowed = request.headers.authorization === `Bearer ${token}`;
      response.statusCode = isAllowed ? 200 : 403;
      response.end(
        JSON.stringify(
          isAllowed
            ? {
                success: true,
                result: path.endsWith('/import')
                  ? { recs_added: 1, total_records_parsed: 1 }
                  : [{ id: 'zone-1', name: 'example.com' }].filter(({ name }) => path.endsWith(`=${name}`)),
              }
            : { success: false, errors: [{ code: 9109, message: 'Invalid access token' }] },
        ),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

it('imports the records into the zone that the domain is in, not proxied', async () => {
  expect(await importAtCloudflare(records, { domain: 'shop.example.com', token, url: url() })).toBe(1);
  expect(requests.map(({ path }) => path)).toEqual([
    '/zones?name=shop.example.com',
    '/zones?name=example.com',
    '/zones/zone-1/dns_records/import',
  ]);
  const body = requests.at(-1)?.body ?? '';
  expect(body).toContain('mail.example.com. 3600 IN MX 10 mail.example.com.');
  expect(body).toMatch(/name="proxied"\r\n\r\nfalse/);
});

it('says why nothing was added', async () => {
  const options = { domain: 'example.com', token, url: url() };
  expect(await importAtCloudflare(records, { ...options, token: 'wrong' })).toBe('Invalid access token');
  expect(await importAtCloudflare(records, { ...options, domain: 'example.net' })).toContain(
    'no zone for example.net',
  );
  expect(await importAtCloudflare(records, { ...options, url: 'http://127.0.0.1:1' })).toContain(
    'not be reached',
  );
});
