import { ownTlsFailures, type OwnTls } from './own-tls-failures';

const failing: OwnTls = {
  ...{ provider: 'acme-mail.example', since: '2026-11-19', failures: 12, answers: 60 },
  reason: 'the certificate is not valid (CERT_HAS_EXPIRED) (ETLS)',
};

it('a receiver without the TLS that its domain demands is a finding, with the reason', () => {
  expect(ownTlsFailures([failing])).toEqual([
    {
      ...{ code: 'tls_failures', severity: 'warning', subject: 'acme-mail.example' },
      since: '2026-11-19T00:00:00.000Z',
      evidence: [
        'TLS failed in 12 of 60 delivery attempts to acme-mail.example in 2 days (20.0 %).',
        'Most frequent reason: the certificate is not valid (CERT_HAS_EXPIRED) (ETLS)',
      ],
      advice: expect.stringContaining('MTA-STS or DANE') as string,
    },
  ]);
});

it('a receiver is an error where half of the attempts fail', () => {
  expect(ownTlsFailures([{ ...failing, answers: 24 }])).toMatchObject([{ severity: 'error' }]);
});

it.each([
  ['nine failures', { ...failing, failures: 9, answers: 9 }],
  ['less than a tenth', { ...failing, failures: 12, answers: 121 }],
])('%s are none', (_, facts) => {
  expect(ownTlsFailures([facts])).toEqual([]);
});
