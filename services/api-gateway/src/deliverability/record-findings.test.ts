import { recordFindings } from './record-findings';

const since = '2026-11-20T00:00:00.000Z';
const domain = { name: 'shop.example', returnPathLabel: 'bounce', recordFaults: [] };
const spf = { code: 'spf_lookups', voids: 0, includes: ['a.example', 'b.example'], since } as const;

it('an SPF record beyond the limits is a finding, worse at the return path', () => {
  const recordFaults = [
    { ...spf, name: 'bounce.shop.example', lookups: 12 },
    { ...spf, name: 'shop.example', lookups: 4, voids: 3, includes: [] },
  ];
  expect(recordFindings([{ ...domain, recordFaults }])).toEqual([
    {
      code: 'spf_lookups',
      severity: 'error',
      subject: 'shop.example',
      since,
      evidence: [
        'The SPF record at bounce.shop.example needs 12 DNS look-ups; receivers stop after 10.',
        'It includes a.example, b.example.',
      ],
      advice: expect.stringContaining('email from Postrider fails') as string,
    },
    expect.objectContaining({
      severity: 'warning',
      evidence: ['3 of the names in it have no record; receivers stop after 2.'],
    }),
  ]);
});

it.each([
  [512, 'error', /^Receivers ignore signatures/],
  [1_024, 'warning', /^Keys under 2,048 bits/],
])('a DKIM key of %i bits is a finding', (bits, severity, advice) => {
  const name = 's1._domainkey.shop.example';
  expect(recordFindings([{ ...domain, recordFaults: [{ code: 'dkim_weak', name, bits, since }] }])).toEqual([
    {
      ...{ code: 'dkim_weak', severity, subject: 'shop.example', since },
      evidence: [`The DKIM key at ${name} has ${bits} bits.`],
      advice: expect.stringMatching(advice) as string,
    },
  ]);
});

it('domains without faults have no finding', () => {
  expect(recordFindings([domain, { ...domain, name: 'news.example' }])).toEqual([]);
});
