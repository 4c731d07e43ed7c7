import { checkPlatformRecords, type PlatformDns, type PlatformFinding } from './check-platform-records';
import type { PlatformNaming, PlatformRecordPurpose } from './platform-records';

const naming: PlatformNaming = {
  platformHost: 'mail.example.com',
  smtpName: 'smtp.example.com',
  webHosts: ['console.example.com'],
  hostAddresses: [],
  sources: [{ address: null, helloName: 'out.example.com' }],
  spfIncludes: [],
  dkim: { domain: 'example.com', selector: 'p1', value: 'v=DKIM1; k=rsa; p=QUJD' },
  tlsReportFrom: 'tls@example.com',
};
const key = 'TXT p1._domainkey.example.com';
const zone: Zone = {
  'TXT _spf.mail.example.com': ['v=spf1 ip4:203.0.113.7 -all'],
  'A mail.example.com': ['203.0.113.7'],
  'MX mail.example.com': ['10 mail.example.com'],
  'TXT example.com._report._dmarc.mail.example.com': ['v=DMARC1'],
  'AAAA console.example.com': ['2001:db8::1'],
  'A smtp.example.com': ['203.0.113.7'],
  'A out.example.com': ['203.0.113.7'],
  'TXT out.example.com': ['v=spf1 a -all'],
  'PTR 203.0.113.7': ['out.example.com'],
  [key]: ['v=DKIM1; p=QUJD'],
  'TXT _dmarc.example.com': ['v=DMARC1; p=reject; rua=mailto:dmarc@mail.example.com'],
  'TXT example.com': ['v=spf1 include:_spf.mail.example.com -all'],
};

type Zone = Readonly<Record<string, readonly string[] | 'SERVFAIL'>>;

function dnsOf(records: Zone): PlatformDns {
  return {
    find: (type, name) => {
      const values = records[`${type} ${name}`] ?? [];
      return Promise.resolve(values === 'SERVFAIL' ? { kind: 'unknown' } : { kind: 'values', values });
    },
    resolve: (name, type) => {
      const values = records[`${type} ${name}`];
      if (values === undefined || values === 'SERVFAIL') {
        const code = values === undefined ? 'ENOTFOUND' : 'ESERVFAIL';
        return Promise.reject(Object.assign(new Error(code), { code }));
      }
      return Promise.resolve((type === 'TXT' ? values.map((value) => [value]) : values) as string[]);
    },
    reverseName: ({ address, helloName }) => {
      const names = records[`PTR ${address}`] ?? [];
      if (names === 'SERVFAIL') return Promise.resolve('unknown');
      return Promise.resolve({ error: names.includes(helloName) ? null : 'it has no such name' });
    },
  };
}

const check = (changes: Zone = {}, given: Partial<PlatformNaming> = {}): Promise<PlatformFinding[]> =>
  checkPlatformRecords({ ...naming, ...given }, dnsOf({ ...zone, ...changes }));
const faults = (findings: readonly PlatformFinding[]): string[] =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ record, state, detail }) => `${record.purpose} ${state}: ${detail}`);

it('finds nothing where all is published', async () => {
  const findings = await check();
  expect(faults(findings)).toEqual([]);
  expect(new Set(findings.map(({ record }) => record.purpose)).size).toBe(12);
});

it.each<[PlatformRecordPurpose, Zone, string]>([
  ['spf', { 'TXT _spf.mail.example.com': [] }, 'cannot evaluate the SPF record at _spf.mail.example.com'],
  ['spf', { 'TXT _spf.mail.example.com': ['v=spf1 ip4:203.0.113.8 -all'] }, 'does not allow 203.0.113.7'],
  ['host', { 'A mail.example.com': [] }, 'mail.example.com has no address in DNS'],
  ['mx', { 'MX mail.example.com': ['0 '] }, 'null MX'],
  [
    'dmarc_reports',
    { 'TXT example.com._report._dmarc.mail.example.com': [] },
    'example.com._report._dmarc.mail.example.com has no TXT record v=DMARC1;',
  ],
  ['web', { 'AAAA console.example.com': [] }, 'console.example.com has no address in DNS'],
  ['smtp', { 'A smtp.example.com': [] }, 'smtp.example.com has no address in DNS'],
  ['ptr', { 'PTR 203.0.113.7': ['vps7.provider.example'] }, '203.0.113.7: it has no such name'],
  ['ehlo_spf', { 'TXT out.example.com': ['v=spf1 -all'] }, 'does not allow 203.0.113.7 (fail)'],
  ['dkim', { [key]: ['v=DKIM1; p=WFla'] }, 'wrong key'],
  ['dmarc', { 'TXT _dmarc.example.com': ['v=DMARC1; p=all'] }, 'Use p=none'],
  [
    'report_spf',
    { 'TXT example.com': ['v=spf1 mx -all'], 'MX example.com': [] },
    'does not allow 203.0.113.7',
  ],
])('finds what is wrong with %s (%#)', async (purpose, changes, detail) => {
  const wrong = faults(await check(changes)).filter((fault) => fault.startsWith(`${purpose} wrong: `));
  expect(wrong).toEqual([expect.stringContaining(detail)]);
});

it('finds a name in EHLO without an address', async () => {
  expect(faults(await check({ 'A out.example.com': [] }))).toContain(
    'ehlo wrong: out.example.com has no address in DNS',
  );
});

it('compares the name in EHLO with the address of its source', async () => {
  const sources = [{ address: '203.0.113.9', helloName: 'out.example.com' }];
  expect(faults(await check({ 'PTR 203.0.113.9': ['out.example.com'] }, { sources }))).toContain(
    'ehlo wrong: out.example.com leads to 203.0.113.7, not to 203.0.113.9',
  );
});

it('calls a recommended record that is not there missing', async () => {
  const without = { 'MX mail.example.com': [], 'TXT out.example.com': [], 'TXT example.com': [] };
  expect(faults(await check(without)).map((fault) => fault.split(':')[0])).toEqual([
    'mx missing',
    'ehlo_spf missing',
    'report_spf missing',
  ]);
});

it('does not know what DNS does not answer', async () => {
  const silent = Object.fromEntries(Object.keys(zone).map((question) => [question, 'SERVFAIL' as const]));
  const findings = await check({ ...silent, 'A console.example.com': 'SERVFAIL' });
  expect(findings.filter(({ state }) => state !== 'unknown')).toEqual([]);
});
