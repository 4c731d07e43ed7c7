import fs from 'node:fs';
import path from 'node:path';
import {
  platformMailboxes,
  platformRecordPurposes,
  platformRecords,
  zoneFile,
  type PlatformNaming,
  type PlatformRecord,
} from '@postrider/mail';
import { projectRoot } from '@postrider/testkit';
import { filesIn } from './project-files';

/** Settings in the place of their values, as docs/dns.md writes names. */
const naming: PlatformNaming = {
  platformHost: 'PLATFORM_HOST',
  smtpName: 'SMTP_NAME',
  webHosts: ['PUBLIC_URL', 'CONSOLE_URL'],
  hostAddresses: ['192.0.2.1'],
  sources: [{ address: '192.0.2.2', helloName: 'EHLO_NAME' }],
  spfIncludes: [],
  dkim: { domain: 'PLATFORM_DKIM_DOMAIN', selector: 'PLATFORM_DKIM_SELECTOR', value: 'v=DKIM1; k=rsa; p=' },
  tlsReportFrom: 'reports@domain of TLS_REPORT_FROM',
};
const records = platformRecords(naming);
const mailboxes = platformMailboxes({ platformHost: 'PLATFORM_HOST', tlsReportFrom: null });
const read = (file: string): string => fs.readFileSync(path.join(projectRoot(), file), 'utf8');
const plain = (text: string): string => text.replace(/[<>`]/g, '');
const page = plain(read('docs/dns.md'));
const rows = page.split('\n').filter((line) => line.startsWith('|'));

/** Names at the platform host that records, headers and checks of our code are made with. */
function namesInSources(): string[] {
  const sources = filesIn('.').filter((file) =>
    /^(packages\/(?!testkit|devtools)|services\/)[^/]+\/src\/.*(?<!\.test|\.fixture)\.ts$/.test(file),
  );
  const found = sources.flatMap((file) =>
    [...read(file).matchAll(/([\w.*-]+[.@])\$\{(?:\w+\.)*(?:platformHost|PLATFORM_HOST)\}/g)].map(
      ([, prefix = '']) => `${prefix}PLATFORM_HOST`,
    ),
  );
  const inbound = read('packages/mail/src/return-path/inbound-address.ts');
  const locals = [
    ...inbound.matchAll(/local === '([\w-]+)'\) return \{ purpose: '(?:complaint|dmarc|tls_report)'/g),
  ];
  return [...new Set([...found, ...locals.map(([, local = '']) => `${local}@PLATFORM_HOST`)])];
}

describe('every name of the platform that our code uses', () => {
  const names = namesInSources();

  it('is found', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        ...['_spf.PLATFORM_HOST', 'dmarc@PLATFORM_HOST', 'fbl@PLATFORM_HOST', 'tls-reports@PLATFORM_HOST'],
      ]),
    );
  });

  it('is in the zone, or one of its mailboxes', () => {
    const known = [...records.map(({ name }) => name), ...mailboxes.map(({ address }) => address)];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    const zone = zoneFile(records);
    expect(records.filter(({ name }) => !zone.includes(name))).toEqual([]);
  });

  it('is on the page about DNS', () => {
    expect(names.filter((name) => !rows.some((row) => row.includes(name)))).toEqual([]);
  });
});

describe('docs/dns.md', () => {
  it('has each record, with its type and value, and each purpose as a label of the metric', () => {
    const isDocumented = ({ type, name, value }: PlatformRecord): boolean =>
      rows.some((row) => {
        const [, where = '', types = '', values = ''] = row.split('|');
        const isNamed = type === 'PTR' || where.includes(name);
        return types.includes(type) && isNamed && (type !== 'TXT' || values.includes(textOf(value)));
      });
    expect(records.filter((record) => !isDocumented(record))).toEqual([]);
    expect(Object.keys(platformRecordPurposes).filter((purpose) => !page.includes(purpose))).toEqual([]);
    expect(new Set(records.map(({ purpose }) => purpose)).size).toBe(
      Object.keys(platformRecordPurposes).length,
    );
  });

  it.each([
    'docs/inbound.md',
    'docs/domains.md',
    'docs/two-machines.md',
    'docs/kubernetes.md',
    'deploy/compose/README.md',
  ])('%s leads to it', (file) => {
    expect(read(file)).toMatch(/\]\([./]*(docs\/)?dns\.md/);
  });
});

/** What of a value is the same everywhere, as the page has it. */
function textOf(value: string | null): string {
  return (value ?? '').split('ip4:')[0] ?? '';
}
