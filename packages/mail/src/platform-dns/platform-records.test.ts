import { platformMailboxes, platformRecords, type PlatformNaming } from './platform-records';
import { zoneFile } from './zone-file';

const oneMachine: PlatformNaming = {
  platformHost: 'mail.example.com',
  smtpName: 'smtp.example.com',
  webHosts: ['mail.example.com', 'console.example.com'],
  hostAddresses: ['203.0.113.7'],
  sources: [{ address: '203.0.113.7', helloName: 'out.example.com' }],
  spfIncludes: [],
  dkim: null,
  tlsReportFrom: null,
};

test('a machine with one address', () => {
  expect(zoneFile(platformRecords(oneMachine)).split('\n')).toEqual([
    '_spf.mail.example.com. 3600 IN TXT "v=spf1 ip4:203.0.113.7 -all"',
    'mail.example.com. 3600 IN A 203.0.113.7',
    'mail.example.com. 3600 IN MX 10 mail.example.com.',
    '*._report._dmarc.mail.example.com. 3600 IN TXT "v=DMARC1;"',
    'console.example.com. 3600 IN A 203.0.113.7',
    'smtp.example.com. 3600 IN A 203.0.113.7',
    'out.example.com. 3600 IN A 203.0.113.7',
    '; at the provider of the address: 203.0.113.7 PTR out.example.com.',
    'out.example.com. 3600 IN TXT "v=spf1 a -all"',
    '',
  ]);
});

test('several addresses, a smart host, a key of the platform and TLS reports', () => {
  const records = platformRecords({
    ...oneMachine,
    hostAddresses: [],
    sources: [
      { address: '203.0.113.7', helloName: 'out1.example.com' },
      { address: '2001:db8::7', helloName: 'out1.example.com' },
      { address: null, helloName: 'out2.example.com' },
    ],
    spfIncludes: ['spf.relay.example'],
    dkim: { domain: 'example.com', selector: 'p1', value: `v=DKIM1; k=rsa; p=${'A'.repeat(392)}` },
    tlsReportFrom: 'tls@example.com',
  });
  const lines = zoneFile(records).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '_spf.mail.example.com. 3600 IN TXT "v=spf1 ip4:203.0.113.7 ip6:2001:db8::7 a:out2.example.com include:spf.relay.example -all"',
      '; mail.example.com. 3600 IN A <address>',
      'out1.example.com. 3600 IN AAAA 2001:db8::7',
      '; at the provider of the address: 2001:db8::7 PTR out1.example.com.',
      '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@mail.example.com"',
      'example.com. 3600 IN TXT "v=spf1 include:_spf.mail.example.com ~all"',
    ]),
  );
  // RFC 1035: a string has at most 255 octets.
  const key = lines.find((line) => line.startsWith('p1._domainkey.example.com.')) ?? '';
  expect([...key.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text.length)).toEqual([255, 155]);
  expect(lines.filter((line) => line.startsWith('out1.example.com. 3600 IN TXT'))).toHaveLength(1);
});

test('mail that only a smart host delivers needs no name of ours', () => {
  const records = platformRecords({ ...oneMachine, sources: [], spfIncludes: ['spf.relay.example'] });
  expect(records.find(({ purpose }) => purpose === 'spf')?.value).toBe(
    'v=spf1 include:spf.relay.example -all',
  );
  expect(records.map(({ purpose }) => purpose)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/ehlo|ptr/)]),
  );
});

test('mailboxes are ours at the platform host, and the operator’s above it', () => {
  const mailboxes = platformMailboxes({ platformHost: 'mail.example.co.uk', tlsReportFrom: null });
  expect(mailboxes.map(({ address, receivedBy }) => `${address} ${receivedBy}`)).toEqual([
    'fbl@mail.example.co.uk postrider',
    'dmarc@mail.example.co.uk postrider',
    'tls-reports@mail.example.co.uk postrider',
    'postmaster@example.co.uk operator',
    'abuse@example.co.uk operator',
  ]);
});
