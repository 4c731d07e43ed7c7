import { gzipSync } from 'node:zlib';
import { costGrowth, linearRatioMax } from '@postrider/testkit';
import { parseTlsReport, type ReceivedTlsReport } from './tls-report';

/** After the example of RFC 8460 Appendix B, with other names. */
const example = {
  'organization-name': 'Company-X',
  'date-range': { 'start-datetime': '2026-04-01T00:00:00Z', 'end-datetime': '2026-04-01T23:59:59Z' },
  'contact-info': 'sts-reporting@company-x.example',
  'report-id': '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
  policies: [
    {
      policy: {
        'policy-type': 'sts',
        'policy-string': ['version: STSv1', 'mode: testing', 'mx: *.mail.shop.example', 'max_age: 86400'],
        'policy-domain': 'Shop.Example.',
        'mx-host': '*.mail.shop.example',
      },
      summary: { 'total-successful-session-count': 5326, 'total-failure-session-count': 303 },
      'failure-details': [
        {
          'result-type': 'starttls-not-supported',
          'sending-mta-ip': '2001:db8:abcd:0013::1',
          'receiving-mx-hostname': 'mx2.mail.shop.example',
          'receiving-ip': '203.0.113.56',
          'failed-session-count': 200,
          'additional-information':
            'https://reports.company-x.example/report_info?id=5065427c23d3#StarttlsNotSupported',
        },
        {
          'result-type': 'certificate-expired',
          'sending-mta-ip': '2001:db8:abcd:0012::1',
          'receiving-mx-hostname': 'mx1.mail.shop.example',
          'failed-session-count': 100,
        },
        {
          'result-type': 'validation-failure',
          'receiving-ip': '198.51.100.62',
          'failed-session-count': 3,
          'failure-reason-code': 'X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED',
        },
      ],
    },
  ],
};

type Json = Readonly<Record<string, unknown>>;

/** As Google sends it: multipart/report, the report in gzip. */
const mailOf = (content: Buffer, type = 'application/tlsrpt+gzip'): Buffer =>
  Buffer.from(
    [
      'From: noreply-smtp-tls-reporting@company-x.example',
      'TLS-Report-Domain: shop.example',
      'TLS-Report-Submitter: company-x.example',
      'Content-Type: multipart/report; report-type="tlsrpt"; boundary=B',
      ...[
        '',
        '--B',
        'Content-Type: text/plain',
        '',
        'This is an aggregate TLS report from company-x.example',
      ],
      ...['--B', `Content-Type: ${type}; name="report"`, 'Content-Transfer-Encoding: base64', ''],
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
      ...['--B--', ''],
    ].join('\r\n'),
  );
const gzipped = (report: Json | string): Buffer =>
  mailOf(gzipSync(typeof report === 'string' ? report : JSON.stringify(report)));
async function read(mail: Buffer): Promise<ReceivedTlsReport> {
  const reading = await parseTlsReport(mail);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.report;
}
const refusal = async (mail: Buffer): Promise<string | null> => {
  const reading = await parseTlsReport(mail);
  return reading.ok ? null : reading.reason;
};
const withPolicies = (...policies: unknown[]): Json => ({ ...example, policies });
const policy = (details: readonly unknown[], domain = 'shop.example'): Json => ({
  policy: { 'policy-type': 'sts', 'policy-domain': domain },
  summary: { 'total-successful-session-count': 1, 'total-failure-session-count': details.length },
  'failure-details': details,
});

it('reads the report of a sender', async () => {
  const none = { mxHost: null, sendingAddress: null, receivingAddress: null, reason: null };
  expect(await read(gzipped(example))).toEqual({
    reporter: 'Company-X',
    reportId: '5065427c-23d3-47ca-b6e0-946ea0e8c4be',
    beginsAt: new Date('2026-04-01T00:00:00Z'),
    endsAt: new Date('2026-04-01T23:59:59Z'),
    policies: [
      {
        ...{ domain: 'shop.example', type: 'sts', successful: 5_326, failed: 303 },
        failures: [
          {
            ...{ result: 'starttls-not-supported', sessions: 200, mxHost: 'mx2.mail.shop.example' },
            ...{ sendingAddress: '2001:db8:abcd:0013::1', receivingAddress: '203.0.113.56' },
            reason: expect.stringMatching(/#StarttlsNotSupported$/) as string,
          },
          {
            ...{ ...none, result: 'certificate-expired', sessions: 100, mxHost: 'mx1.mail.shop.example' },
            sendingAddress: '2001:db8:abcd:0012::1',
          },
          {
            ...{ ...none, result: 'validation-failure', sessions: 3, receivingAddress: '198.51.100.62' },
            reason: 'X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED',
          },
        ],
      },
    ],
  });
});

it.each<[string, Buffer]>([
  ['as JSON', mailOf(Buffer.from(JSON.stringify(example)), 'application/tlsrpt+json')],
  ['of another type', mailOf(gzipSync(JSON.stringify(example)), 'application/octet-stream')],
  ['behind a byte order mark', mailOf(Buffer.from(`\ufeff${JSON.stringify(example)}`))],
  ['alone in the text', Buffer.from(`From: a@b.example\r\n\r\n${JSON.stringify(example)}`)],
])('finds a report %s', async (_, mail) => {
  expect((await read(mail)).reporter).toBe('Company-X');
});

it('takes numbers that are written as text, absent parts, and words that it does not know', async () => {
  const odd = {
    policy: { 'policy-type': 'STS2', 'policy-domain': 'shop.example' },
    'failure-details': [
      { 'result-type': 'new', 'failed-session-count': '7', 'sending-mta-ip': 'mta' },
      null,
      5,
    ],
  };
  expect((await read(gzipped(withPolicies(odd, null, {})))).policies).toEqual([
    {
      ...{ domain: 'shop.example', type: 'none', successful: 0, failed: 0 },
      failures: [
        {
          ...{ result: 'other', sessions: 7, mxHost: null, sendingAddress: null },
          ...{ receivingAddress: null, reason: null },
        },
      ],
    },
  ]);
});

it.each<[string, Buffer, string]>([
  ['no attachment', Buffer.from('From: a@b.example\r\n\r\nHello'), 'no report attached'],
  ['nothing', Buffer.alloc(0), 'no report attached'],
  ['broken gzip', mailOf(Buffer.from([0x1f, 0x8b, 1, 2, 3])), 'broken gzip'],
  ['a report that was cut off', gzipped(JSON.stringify(example).slice(0, -20)), 'no JSON'],
  ['no id', gzipped({ ...example, 'report-id': '' }), 'no report-id'],
  ['no period', gzipped({ ...example, 'date-range': {} }), 'no date-range.start-datetime'],
  ['no policies', gzipped({ ...example, policies: 'none' }), 'no policy that can be read'],
  ['a domain that is none', gzipped(withPolicies(policy([], '../etc'))), 'no policy that can be read'],
])('says what is wrong: %s', async (_, mail, reason) => {
  expect(await refusal(mail)).toBe(reason);
});

describe('hostile reports', () => {
  it('keep the hundred failures with the most sessions of ten policies', async () => {
    const details = Array.from({ length: 5_100 }, (_, n) => ({
      'result-type': 'certificate-expired',
      'failed-session-count': n % 700,
    }));
    const { policies } = await read(gzipped(withPolicies(...Array<Json>(11).fill(policy(details)))));
    expect(policies).toHaveLength(10);
    const failures = policies.flatMap((each) => each.failures);
    expect(failures).toHaveLength(100);
    expect(Math.min(...failures.map(({ sessions }) => sessions))).toBeGreaterThan(690);
  });

  it('leave no control characters, no long texts and no foreign properties', async () => {
    const hostile = JSON.stringify({
      ...example,
      'organization-name': `a\u0000\u001b[2J${'x'.repeat(5_000)}`,
    });
    const { reporter } = await read(gzipped(hostile.replace('{', '{"__proto__":{"count":7},')));
    expect(reporter).toMatch(/^a \[2Jx+$/);
    expect(reporter.length).toBeLessThanOrEqual(255);
    expect(({} as { count?: unknown }).count).toBeUndefined();
  });

  it('are not expanded beyond 4 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, '{'));
    expect(await refusal(mailOf(bomb))).toBe('more than 4 MB of JSON');
  });

  it.each([
    ['arrays', '['],
    ['objects', '{"a":'],
    ['blanks', ' '],
  ])('cost in proportion to their size: %s', async (_, piece) => {
    const { ratio } = await costGrowth(
      (length) =>
        parseTlsReport(mailOf(Buffer.from(`{"a":${piece.repeat(Math.ceil(length / piece.length))}`))),
      { lengthMax: 2_000_000 },
    );
    expect(ratio).toBeLessThan(linearRatioMax);
  });
});
