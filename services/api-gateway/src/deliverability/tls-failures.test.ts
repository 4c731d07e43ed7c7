import { tlsFailureFindings, type DomainTls } from './tls-failures';

const expired = {
  ...{ result: 'certificate-expired', mailServer: 'mx1.shop.example', sessions: 40, reporter: 'google.com' },
  firstReportedAt: '2026-11-19T00:00:00.000Z',
};
const domain: DomainTls = { domain: 'shop.example', successful: 955, failed: 45, failures: [expired] };

it('mail servers that others cannot reach over TLS are a finding, with the commonest failure’s advice', () => {
  const earlier = '2026-11-12T00:00:00.000Z';
  const other = {
    ...{ result: 'other', mailServer: null, sessions: 5, reporter: 'b.example', firstReportedAt: earlier },
  };
  expect(tlsFailureFindings([{ ...domain, failures: [expired, other] }])).toEqual([
    {
      ...{ code: 'tls_failures', severity: 'warning', subject: 'shop.example', since: earlier },
      evidence: [
        'TLS failed in 45 of 1000 sessions that other servers report.',
        'google.com: certificate-expired at mx1.shop.example, 40 sessions.',
        'b.example: other, 5 sessions.',
      ],
      advice: expect.stringMatching(/^Install a certificate/) as string,
    },
  ]);
});

it('a domain where one session of ten fails is an error', () => {
  expect(tlsFailureFindings([{ ...domain, successful: 405 }])).toMatchObject([{ severity: 'error' }]);
});

it.each([
  ['without failures', { ...domain, failed: 0, failures: [] }],
  ['with nine', { ...domain, successful: 20, failed: 9 }],
  ['with less than one in a hundred', { ...domain, successful: 100_000, failed: 900 }],
])('a domain %s has none', (_, ordinary) => {
  expect(tlsFailureFindings([ordinary])).toEqual([]);
});

it('shows ten lines of a hundred failures', () => {
  const failures = Array<typeof expired>(100).fill(expired);
  expect(tlsFailureFindings([{ ...domain, failures }])[0]?.evidence).toHaveLength(10);
});
