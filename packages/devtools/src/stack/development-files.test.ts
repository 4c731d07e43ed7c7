import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateDkimKeyPair } from '@postrider/mail';
import { ensureTlsFiles } from '@postrider/testkit';
import type { DemoDomain } from './demo-domains';
import { describeDevelopment } from './development-file';
import { developmentPorts } from './development-ports';
import { demoKeyNames, type DevelopmentSecrets } from './development-secrets';
import { writeZoneFile } from './zone-file';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'development-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('zone file', () => {
  const readZone = (file: string) =>
    JSON.parse(fs.readFileSync(file, 'utf8')) as { name: string; type: string; value: string }[];

  test('has what each domain publishes, and keeps records that were added by hand', async () => {
    const file = path.join(folder, 'zone.json');
    const added = { name: 'other.test', type: 'MX', value: 'mx.other.test', priority: 5 };
    const outdated = { name: '_DMARC.mail.test.', type: 'TXT', value: 'v=DMARC1; p=reject' };
    fs.writeFileSync(file, JSON.stringify([added, outdated]));
    const keyPair = await generateDkimKeyPair();
    const domain: DemoDomain = { name: 'mail.test', stream: 'transactional', selector: 's', keyPair };
    writeZoneFile([domain], file);
    const zone = readZone(file);
    expect(zone).toContainEqual(added);
    expect(zone.filter(({ name }) => name.toLowerCase().startsWith('_dmarc'))).toHaveLength(1);
    expect(zone.map(({ type, name }) => `${type} ${name}`)).toEqual(
      expect.arrayContaining([
        'TXT s._domainkey.mail.test',
        'MX bounce.mail.test',
        'TXT bounce.mail.test',
        'CNAME links.mail.test',
        'MX reply.mail.test',
      ]),
    );
    writeZoneFile([domain], file);
    expect(readZone(file)).toEqual(zone);
  });
});

describe('certificates', () => {
  test('the server certificate is signed by the authority, for the names and addresses in use', async () => {
    const files = await ensureTlsFiles(folder);
    const [authority, server] = [files.caFile, files.certFile].map(
      (file) => new X509Certificate(fs.readFileSync(file)),
    );
    if (!authority || !server) throw new Error('two certificates were written');
    expect(server.verify(authority.publicKey)).toBe(true);
    expect(authority.ca).toBe(true);
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(fs.statSync(files.keyFile).mode & 0o077).toBe(0);
  });

  test('are kept while they are valid', async () => {
    const { certFile } = await ensureTlsFiles(folder);
    const before = fs.readFileSync(certFile, 'utf8');
    await ensureTlsFiles(folder);
    expect(fs.readFileSync(certFile, 'utf8')).toBe(before);
  });
});

test('dev.json has the shape that other programs rely on', () => {
  const key = { id: 'i', token: 't' };
  const keys = Object.fromEntries(demoKeyNames.map((name) => [name, key]));
  const secrets = {
    operatorPassword: 'p',
    ownerPassword: 'q',
    keys,
    dkim: {},
  } as unknown as DevelopmentSecrets;
  const tls = { caFile: path.resolve('.local/tls/ca.pem'), certFile: '', keyFile: '' };
  const described = describeDevelopment({ ports: developmentPorts(0), secrets, tls, organizationId: 'o' });
  expect(described).toEqual({
    api_url: 'http://127.0.0.1:4000',
    console_url: 'http://127.0.0.1:4000/console',
    docs_url: 'http://127.0.0.1:4000/docs',
    smtp: { host: '127.0.0.1', starttls_port: 2587, tls_port: 2465, ca_file: '.local/tls/ca.pem' },
    inbound: { host: '127.0.0.1', port: 2525 },
    sink: { smtp_port: 1025, api_url: 'http://127.0.0.1:1080' },
    dns: { host: '127.0.0.1', port: 5354, zone_file: '.local/zone.json' },
    platform_host: 'platform.postrider.test',
    operator: { email: 'operator@postrider.test', password: 'p' },
    console: { email: 'owner@postrider.test', password: 'q' },
    organization: { id: 'o', slug: 'postrider', kind: 'internal' },
    domain: 'mail.postrider.test',
    bulk_domain: 'news.postrider.test',
    keys: {
      admin_live: key,
      full_live: key,
      send_live: key,
      send_test: key,
      admin_test: key,
      bench_live: key,
    },
  });
});
