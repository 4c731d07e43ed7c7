import { Resolver } from 'node:dns/promises';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DnsZone } from './dns-zone';
import { startDnsServer, type DnsServer } from './start-dns-server';
import { watchZoneFile } from './watch-zone-file';

const longText = `v=DKIM1; k=rsa; p=${'A'.repeat(900)}`;
const zone: DnsZone = {
  records: [
    { name: 'key._domainkey.x.test', type: 'TXT', value: longText },
    { name: 'x.test', type: 'MX', value: 'mx2.x.test', priority: 20 },
    { name: 'x.test', type: 'MX', value: 'mx1.x.test', priority: 10 },
    { name: 'null.test', type: 'MX', value: '.', priority: 0 },
    { name: 'links.x.test', type: 'CNAME', value: 'platform.test' },
    { name: 'platform.test', type: 'A', value: '127.0.0.1' },
    { name: '*.wild.test', type: 'TXT', value: 'any' },
    { name: 'tame.wild.test', type: 'A', value: '127.0.0.1' },
  ],
  failing: ['broken.test'],
};

let server: DnsServer;
let resolver: Resolver;
beforeEach(async () => {
  server = await startDnsServer({ zone });
  resolver = new Resolver({ timeout: 20_000, tries: 1 });
  resolver.setServers([server.address]);
});
afterEach(() => server.close());

test('a text over 255 octets comes in chunks, over 512 by TCP, and is whole again when joined', async () => {
  const [chunks = []] = await resolver.resolveTxt('key._domainkey.x.test');
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.join('')).toBe(longText);
});

test('MX with priorities; a null MX has an empty exchange', async () => {
  expect(await resolver.resolveMx('X.test')).toHaveLength(2);
  expect(await resolver.resolveMx('null.test')).toEqual([{ exchange: '', priority: 0, type: 'MX' }]);
});

test('follows aliases', async () => {
  expect(await resolver.resolve4('links.x.test')).toEqual(['127.0.0.1']);
  expect(await resolver.resolveCname('links.x.test')).toEqual(['platform.test']);
});

test('a wildcard answers for names that do not exist', async () => {
  expect(await resolver.resolveTxt('a.b.wild.test')).toEqual([['any']]);
  await expect(resolver.resolveTxt('tame.wild.test')).rejects.toMatchObject({ code: 'ENODATA' });
});

test('tells a missing name, a missing type and a failing server apart', async () => {
  await expect(resolver.resolveMx('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolve4('_domainkey.x.test')).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolver.resolveTxt('a.broken.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('reads its zone file again on change, and keeps the last good zone while it does not parse', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'zone-'));
  const file = path.join(folder, 'zone.json');
  const write = (text: string) => fs.writeFileSync(file, text);
  write(JSON.stringify([{ name: 'y.test', type: 'A', value: '127.0.0.2' }]));
  server.setZone({ records: [] });
  const watched = await startDnsServer({ zone: watchZoneFile(file, () => undefined) });
  try {
    resolver.setServers([watched.address]);
    expect(await resolver.resolve4('y.test')).toEqual(['127.0.0.2']);
    write(JSON.stringify([{ name: 'y.test', type: 'A', value: '127.0.0.3' }]));
    expect(await resolver.resolve4('y.test')).toEqual(['127.0.0.3']);
    write('[{');
    expect(await resolver.resolve4('y.test')).toEqual(['127.0.0.3']);
  } finally {
    await watched.close();
    fs.rmSync(folder, { recursive: true });
  }
});
