import { dmarcRequirementFindings, type DmarcReasonFact } from './dmarc-requirement';

const fact = (given: Partial<DmarcReasonFact>): DmarcReasonFact => ({
  ...{ domain: 'shop.example', comment: null, messages: 1, reporter: 'google.com' },
  firstReportedAt: new Date('2026-11-20T00:00:00Z'),
  ...given,
});
const dkim = 'Sender requirement failed: 550-5.7.30 This mail has been blocked because DKIM does not pass.';

it('a requirement that Gmail names is a finding of its domain, with its words, its reporter and what to do', () => {
  const earlier = new Date('2026-11-18T00:00:00Z');
  const findings = dmarcRequirementFindings([
    fact({ comment: 'Sender requirement failed: 421-4.7.40', messages: 3 }),
    fact({ comment: dkim, messages: 40, firstReportedAt: earlier }),
    fact({ domain: 'news.example', comment: 'Sender requirement failed: 421-4.7.40' }),
  ]);
  expect(findings).toMatchObject([
    {
      code: 'dmarc_requirement',
      severity: 'error',
      subject: 'shop.example',
      since: '2026-11-18T00:00:00.000Z',
      evidence: [
        `google.com, 40 messages: ${dkim}`,
        'google.com, 3 messages: Sender requirement failed: 421-4.7.40',
      ],
    },
    { severity: 'warning', subject: 'news.example' },
  ]);
  expect(findings[0]?.advice).toMatch(/^Publish the DKIM record .* Publish a DMARC record for the domain\./);
});

it('a requirement without a known code is a finding with general advice', () => {
  const [finding] = dmarcRequirementFindings([fact({ comment: 'Sender requirement failed' })]);
  expect(finding).toMatchObject({
    severity: 'warning',
    advice: expect.stringMatching(/^Meet the requirement/) as string,
  });
});

it('ordinary reasons are no finding', () => {
  const comments = [
    null,
    '',
    'arc=pass',
    'Policy ignored due to local white list',
    'arc=pass as[1].d=google.com 10.5.7.30',
    'forwarded 2026-11-20 550 messages',
  ];
  expect(dmarcRequirementFindings(comments.map((comment) => fact({ comment })))).toEqual([]);
});

it('shows ten reasons of a thousand', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => fact({ comment: `${dkim} ${n}` }));
  expect(dmarcRequirementFindings(many)[0]?.evidence).toHaveLength(10);
});
