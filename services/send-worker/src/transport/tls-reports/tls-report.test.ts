import { composeTlsReport } from './tls-report';
import { readReportTargets } from './report-targets';
import { reportFileName } from './report-mail';
import type { SessionCount } from './session-counts.repository';

const reporter = { domain: 'sender.example', contact: 'tls@sender.example' };
const sts = {
  type: 'sts',
  text: ['version: STSv1', 'mode: enforce'],
  mxPatterns: ['mx.example.org'],
} as const;
const success: SessionCount = {
  ...{ day: '2026-01-31', domain: 'example.org', policy: sts, mxHost: 'mx.example.org', result: 'success' },
  ...{ sendingAddress: '192.0.2.1', receivingAddress: '198.51.100.1', reason: null, sessions: 5 },
};

it('a report has the form of RFC 8460 §4.4', () => {
  const counts: readonly SessionCount[] = [
    success,
    { ...success, result: 'certificate-expired', reason: 'it ended', sessions: 2 },
    {
      ...success,
      result: 'sts-policy-fetch-error',
      mxHost: '',
      sendingAddress: '',
      receivingAddress: '',
      sessions: 1,
    },
    { ...success, policy: { type: 'none', text: [], mxPatterns: [] } as const, sessions: 3 },
  ];
  expect(composeTlsReport({ day: '2026-01-31', domain: 'example.org', counts }, reporter)).toEqual({
    'organization-name': 'sender.example',
    'date-range': { 'start-datetime': '2026-01-31T00:00:00Z', 'end-datetime': '2026-01-31T23:59:59Z' },
    'contact-info': 'tls@sender.example',
    'report-id': '2026-01-31.example.org@sender.example',
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1', 'mode: enforce'],
          'policy-domain': 'example.org',
          'mx-host': ['mx.example.org'],
        },
        summary: { 'total-successful-session-count': 5, 'total-failure-session-count': 3 },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'sending-mta-ip': '192.0.2.1',
            'receiving-mx-hostname': 'mx.example.org',
            'receiving-ip': '198.51.100.1',
            'failed-session-count': 2,
            'failure-reason-code': 'it ended',
          },
          { 'result-type': 'sts-policy-fetch-error', 'failed-session-count': 1 },
        ],
      },
      {
        policy: { 'policy-type': 'no-policy-found', 'policy-domain': 'example.org' },
        summary: { 'total-successful-session-count': 3, 'total-failure-session-count': 0 },
      },
    ],
  });
});

it('its file is named after both domains and the day in seconds', () => {
  expect(reportFileName({ day: '2026-01-31', domain: 'example.org' }, reporter)).toBe(
    'sender.example!example.org!1769817600!1769903999.json.gz',
  );
});

describe('the record that asks for reports', () => {
  it('names addresses and URLs', () => {
    expect(
      readReportTargets(['x', 'v=TLSRPTv1; rua=mailto:tls@example.org,https://r.example.org/v1']),
    ).toEqual([
      { kind: 'mail', address: 'tls@example.org' },
      { kind: 'https', url: new URL('https://r.example.org/v1') },
    ]);
  });

  it.each([
    ['there are two', ['v=TLSRPTv1; rua=mailto:a@b.test', 'v=TLSRPTv1; rua=mailto:c@d.test']],
    ['it is another', ['v=spf1 rua=mailto:a@b.test']],
    ['it names something else', ['v=TLSRPTv1; rua=http://b.test/,ftp://b.test']],
    ['its address would end a line', ['v=TLSRPTv1; rua=mailto:a@b.test%0d%0aBcc:x', 'other']],
    ['its address has brackets', ['v=TLSRPTv1; rua=mailto:<a@b.test>']],
  ])('counts for nothing when %s', (_, records) => {
    expect(readReportTargets(records)).toEqual([]);
  });
});
