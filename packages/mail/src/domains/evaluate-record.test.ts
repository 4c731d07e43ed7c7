import { generateDkimKeyPair, dkimDnsRecord } from '../signing/dkim-key';
import { expectedRecords, type DomainRecordKind, type ExpectedRecord } from './expected-records';
import { evaluateRecord } from './evaluate-record';
import { isPublicSuffix, possibleZones } from './registrable-domain';

let dkim: string;
beforeAll(async () => {
  dkim = dkimDnsRecord((await generateDkimKeyPair()).publicKeyPem);
});

const naming = {
  name: 'shop.example',
  returnPathLabel: 'bounce',
  trackingLabel: 'links',
  replyLabel: 'reply',
  receives: true,
  keys: [],
  dmarcPolicy: null,
  dmarcTesting: false,
  mtaStsId: null,
  platformHost: 'mail.platform.example',
};

function expected(kind: DomainRecordKind, { sesRegion }: { sesRegion?: string } = {}): ExpectedRecord {
  const records = expectedRecords({
    ...naming,
    keys: [
      {
        selector: 'pr1',
        algorithm: 'rsa-2048',
        publicKey: dkim.slice(dkim.indexOf('p=') + 2),
        isRequired: true,
      },
    ],
    sesRegion,
  });
  const [record] = records.filter((each) => each.record === kind);
  if (!record) throw new Error(`no ${kind}`);
  return record;
}

const evaluate = (kind: DomainRecordKind, ...observed: string[]) => evaluateRecord(expected(kind), observed);

test('what is to be published is what the signer signs with, and what Amazon SES asks for', () => {
  expect(expected('DKIM')).toMatchObject({
    name: 'pr1._domainkey.shop.example',
    value: dkim,
    required: true,
  });
  expect(expected('SPF').value).toBe('v=spf1 include:_spf.mail.platform.example ~all');
  expect(expected('MX', { sesRegion: 'eu-west-1' }).value).toBe('feedback-smtp.eu-west-1.amazonses.com');
  expect(expected('DMARC').value).toBe('v=DMARC1; p=none; rua=mailto:dmarc@mail.platform.example');
  expect(expected('SPF', { sesRegion: 'eu-west-1' }).value).toBe('v=spf1 include:amazonses.com ~all');
});

test('the expected values verify', () => {
  for (const kind of ['DKIM', 'SPF', 'DMARC', 'TRACKING'] as const) {
    expect(evaluate(kind, expected(kind).value)).toEqual({ status: 'verified' });
  }
  for (const kind of ['MX', 'REPLY', 'INBOUND'] as const) {
    expect(evaluate(kind, `10 ${expected(kind).value}`)).toEqual({ status: 'verified' });
  }
});

test('order and blanks of tags, a last semicolon, the case of hosts and other text beside it do not matter', () => {
  const key = dkim.slice(dkim.indexOf('p=') + 2);
  const spread = `${key.slice(0, 90)} ${key.slice(90)}`;
  expect(evaluate('DKIM', `p=${spread};k=rsa ; v=DKIM1;`).status).toBe('verified');
  expect(evaluate('DKIM', `p=${key}`).status).toBe('verified');
  expect(evaluate('SPF', 'site-verification=1', 'V=SPF1  a -all').status).toBe('verified');
  expect(evaluate('MX', '1 Mail.Platform.Example.').status).toBe('verified');
});

type Mistake = [kind: DomainRecordKind, observed: (value: string) => string[], status: string, error: RegExp];

test.each<Mistake>([
  ['DKIM', () => [], 'missing', /^No TXT record is published at pr1\._domainkey\.shop\.example\.$/],
  ['DKIM', () => ['hello'], 'missing', /no DKIM key/],
  ['DKIM', (value) => [value, value], 'mismatch', /There are 2 records/],
  ['DKIM', (value) => [value.replace(/p=.{20}/, 'p=MIIBIjANBgkqhkiG9w00')], 'mismatch', /wrong key/],
  ['DKIM', (value) => [value.slice(0, 255)], 'mismatch', /truncated after 2\d\d of/],
  ['DKIM', () => ['v=DKIM1; k=rsa; p='], 'mismatch', /revoked/],
  ['DKIM', (value) => [`"${value}"`], 'mismatch', /quotation marks/],
  ['DKIM', (value) => [value.replace('k=rsa', 'k=ed25519')], 'mismatch', /k= at .* must be rsa/],
  ['DKIM', (value) => [`${value}; h=sha1`], 'mismatch', /sha256/],
  ['SPF', () => ['site-verification=1'], 'missing', /no SPF record/],
  ['SPF', (value) => [value, 'v=spf1 -all'], 'mismatch', /There are 2 records/],
  ['MX', () => ['10 mx.other.example'], 'mismatch', /points to mx\.other\.example instead of mail\.platform/],
  ['MX', (value) => [`10 ${value}`, '20 mx.other.example'], 'mismatch', /as well as .*Keep only/],
  ['MX', () => ['0 '], 'mismatch', /null MX/],
  ['TRACKING', () => ['other.example'], 'mismatch', /points to other\.example/],
  ['INBOUND', () => ['1 smtp.google.com'], 'mismatch', /points to smtp\.google\.com.* add a subdomain/],
  ['INBOUND', (value) => [`10 ${value}`, '20 mx.other.example'], 'mismatch', /as well as .* add a subdomain/],
  ['INBOUND', () => ['0 '], 'mismatch', /null MX\) instead of mail\.platform\.example\.$/],
])('%s: the mistake is named (%#)', (...[kind, observed, status, error]) => {
  const result = evaluate(kind, ...observed(expected(kind).value));
  expect(result).toEqual({ status, error: expect.stringMatching(error) });
});

test('the MX of a domain is asked for where it receives at addresses of its own, and is not required', () => {
  expect(expected('INBOUND')).toMatchObject({
    ...{ type: 'MX', name: 'shop.example', value: 'mail.platform.example', required: false },
    hint: expect.stringContaining('keep that MX record, add a subdomain') as string,
  });
});

test('public suffixes are distinguished from names that can be registered', () => {
  expect(['com', 'co.uk', 'github.io', 'test'].map(isPublicSuffix)).toEqual([true, true, true, true]);
  expect(['shop.co.uk', 'a.b.test', 'x.github.io'].map(isPublicSuffix)).toEqual([false, false, false]);
  expect(possibleZones('a.b.shop.co.uk')).toEqual(['a.b.shop.co.uk', 'b.shop.co.uk', 'shop.co.uk']);
  expect(possibleZones('shop.example')).toEqual(['shop.example']);
});

test('the record for TLS reports is proposed where mail for the domain arrives here, or its policy is served', () => {
  const kinds = (receives: boolean, mtaStsId: string | null) =>
    expectedRecords({ ...naming, receives, mtaStsId }).filter(({ record }) => record === 'TLS_RPT');
  expect([kinds(false, null), kinds(true, null), kinds(false, '7')].map((found) => found.length)).toEqual([
    0, 1, 1,
  ]);
  const record = expected('TLS_RPT');
  expect([record.type, record.name, record.value].join(' ')).toBe(
    'TXT _smtp._tls.shop.example v=TLSRPTv1; rua=mailto:tls-reports@mail.platform.example',
  );
  const evaluated = (value: string) => evaluateRecord(record, [value]);
  expect(evaluated('v=TLSRPTv1;rua=https://r.example/x, mailto:TLS-reports@mail.platform.example')).toEqual({
    status: 'verified',
  });
  expect(evaluated('v=TLSRPTv1; rua=mailto:t@shop.example')).toMatchObject({
    status: 'verified',
    hint: expect.stringContaining('Postrider also evaluates') as string,
  });
  expect(evaluated('v=TLSRPTv1; rua=t@shop.example')).toMatchObject({ status: 'mismatch' });
  expect(evaluated('v=TLSRPTv1')).toMatchObject({ status: 'mismatch' });
});

test('the MTA-STS records are the host of the policy and its id, which senders compare', () => {
  const records = expectedRecords({ ...naming, mtaStsId: '7' }).filter(({ record }) => record === 'MTA_STS');
  const [host, id] = records;
  if (!host || !id) throw new Error('no MTA-STS records');
  expect(records.map(({ type, name, value }) => [type, name, value].join(' '))).toEqual([
    'CNAME mta-sts.shop.example mail.platform.example',
    'TXT _mta-sts.shop.example v=STSv1; id=7',
  ]);
  expect(evaluateRecord(host, ['Mail.Platform.example.'])).toEqual({ status: 'verified' });
  expect(evaluateRecord(host, ['mta-sts.other.example'])).toMatchObject({ status: 'mismatch' });
  expect(evaluateRecord(id, ['v=STSv1;id=7;'])).toEqual({ status: 'verified' });
  expect(evaluateRecord(id, ['v=STSv1; id=6'])).toEqual({
    status: 'mismatch',
    error: 'The id at _mta-sts.shop.example is 6, but the policy has id=7.',
  });
  expect(evaluateRecord(id, ['v=STSv1; id=7', 'v=STSv1; id=6'])).toMatchObject({ status: 'mismatch' });
  expect(expectedRecords({ ...naming, mtaStsId: null }).map(({ record }) => record)).not.toContain('MTA_STS');
});
