import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { publishDomain } from './publish-domain';

let folder: string;
let server: Server;
let devFile: string;
let zone: string;
const domain = {
  id: 'd1',
  name: 'shop.test',
  records: [
    {
      record: 'DKIM',
      type: 'TXT',
      name: 'pr1._domainkey.shop.test',
      value: 'v=DKIM1; p=new',
      status: 'pending',
    },
    { record: 'MX', type: 'MX', name: 'bounce.shop.test', value: 'platform.test', priority: 10 },
  ],
};

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'publish-'));
  [devFile, zone] = [path.join(folder, 'dev.json'), path.join(folder, 'zone.json')];
  server = createServer((request, response) => {
    const isAllowed = request.headers.authorization === 'Bearer pr_live_x';
    response.statusCode = isAllowed ? 200 : 401;
    response.end(JSON.stringify({ data: [domain] }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fs.writeFileSync(
    devFile,
    JSON.stringify({ api_url: apiUrl, keys: { admin_live: { token: 'pr_live_x' } } }),
  );
});
afterEach(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

it('puts the records into the zone, in place of older ones, and prints how to verify them but not the key', async () => {
  const other = { name: 'else.test', type: 'A', value: '127.0.0.1' };
  const old = { name: 'pr1._domainkey.shop.test', type: 'TXT', value: 'v=DKIM1; p=old' };
  fs.writeFileSync(zone, JSON.stringify([other, old]));
  const said = await publishDomain({ name: 'Shop.test', devFile, zone });
  expect(said).toContain('/api/v1/domains/d1/verify');
  expect(said).not.toContain('pr_live_x');
  expect(JSON.parse(fs.readFileSync(zone, 'utf8'))).toEqual([
    { name: 'pr1._domainkey.shop.test', type: 'TXT', value: 'v=DKIM1; p=new' },
    { name: 'bounce.shop.test', type: 'MX', value: 'platform.test', priority: 10 },
    other,
  ]);
});

it('make publish names the missing domain or file', async () => {
  await expect(publishDomain({ name: '', devFile, zone })).rejects.toThrow(
    'make publish DOMAIN=shop.example',
  );
  await expect(publishDomain({ name: 'x.test', devFile, zone })).rejects.toThrow(
    /no domain x\.test; there are shop\.test\./,
  );
  await expect(publishDomain({ name: 'x.test', devFile: `${devFile}.none`, zone })).rejects.toThrow(
    'make up',
  );
  server.close();
  server.closeAllConnections();
  await expect(publishDomain({ name: 'shop.test', devFile, zone })).rejects.toThrow(
    /Nothing answers at .*: make up/,
  );
});
