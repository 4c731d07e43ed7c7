import type { Finding } from '@postrider/contracts/deliverability';
import type { FoundFigures } from '../google-postmaster/find-figures.repository';
import { addGoogle, googleAuthentication, googleComplaints } from './google-findings';

const now = new Date('2026-11-20T12:00:00.000Z');
const dayOf = (day: string, spamRate: number | null, dmarcPassed: number | null = null) => ({
  ...{ day, spamRate, dmarcPassed, spfPassed: null, dkimPassed: null },
});
const figures = (given: Partial<FoundFigures>): FoundFigures => ({
  ...{ domain: 'acme.example', googleDomain: 'acme.example', days: [], requirements: [], ...given },
});
const rates = (...given: readonly number[]) =>
  given.map((rate, index) => dayOf(`2026-11-${15 + index}`, rate));
const ours: Finding = {
  ...{ code: 'complaints_high', severity: 'warning', subject: 'acme.example', since: null },
  ...{ evidence: ['Ours.'], advice: 'Ours.' },
};

describe('the spam rate of Google', () => {
  it.each([
    [[0.0009, 0.0013, 0.0012], 'warning'],
    [[0.003, 0.003, 0.004], 'error'],
  ] as const)('of %p is a finding: %s', (given, severity) => {
    const [found] = googleComplaints([figures({ days: rates(...given) })], now);
    expect(found?.alone).toMatchObject({ code: 'complaints_high', severity });
  });

  it.each([
    ['low', rates(0.0003, 0.0004, 0.0002)],
    ['of two days', rates(0.01, 0.01)],
    ['of long ago', [1, 2, 3].map((day) => dayOf(`2026-11-0${day}`, 0.01))],
  ])('that is %s is no finding', (_, days) => {
    expect(googleComplaints([figures({ days })], now).filter(({ alone }) => alone !== null)).toEqual([]);
  });

  it('is evidence of a finding of ours, and makes it worse where it is', () => {
    const google = googleComplaints([figures({ days: rates(0.004, 0.004, 0.004) })], now);
    expect(addGoogle([ours], 'complaints_high', google)).toEqual([
      {
        ...{ ...ours, severity: 'error' },
        evidence: [
          'Ours.',
          'Google Postmaster Tools: a spam rate of 0.40 % on average of 3 days, at most 0.40 % on 2026-11-15.',
        ],
      },
    ]);
    const low = googleComplaints([figures({ days: rates(0.0002, 0.0001, 0.0002) })], now);
    expect(addGoogle([ours], 'complaints_high', low)).toMatchObject([{ severity: 'warning', since: null }]);
    expect(addGoogle([], 'complaints_high', low)).toEqual([]);
  });

  it('joins no finding of another domain or another kind', () => {
    const google = googleComplaints([figures({ days: rates(0.0002) })], now);
    const others = [
      { ...ours, subject: 'other.example' },
      { ...ours, code: 'bounces_high' as const },
    ];
    expect(addGoogle(others, 'complaints_high', google)).toEqual(others);
  });

  it('says of which domain it is, and leaves ten lines of evidence', () => {
    const parent = figures({ domain: 'acme.example', googleDomain: 'example', days: rates(0.0002) });
    const evidence = Array.from({ length: 10 }, (_, n) => `Line ${n}.`);
    const [found] = addGoogle([{ ...ours, evidence }], 'complaints_high', googleComplaints([parent], now));
    expect(found?.evidence).toHaveLength(10);
    expect(found?.evidence.at(-1)).toMatch(/^Google Postmaster Tools about example: /);
  });
});

describe('authentication at Google', () => {
  const verdict = (requirement: string, given: 'compliant' | 'needs_work' = 'needs_work') => ({
    ...{ requirement, verdict: given, reason: null },
  });

  it('is a finding where Google does not see aligned mail', () => {
    const requirements = [verdict('dmarc_alignment'), verdict('spf'), verdict('dns_records')];
    const google = googleAuthentication(
      [figures({ requirements, days: [dayOf('2026-11-18', null, 0.9)] })],
      now,
    );
    expect(addGoogle([], 'dmarc_fail_own', google)).toMatchObject([
      {
        ...{ code: 'dmarc_fail_own', severity: 'warning', subject: 'acme.example' },
        evidence: [
          'Google Postmaster Tools: 90.0 % of the emails passed DMARC on 2026-11-18.',
          'Google Postmaster Tools: these requirements need work: dmarc_alignment, spf.',
        ],
      },
    ]);
  });

  it.each([
    ['met', [verdict('dmarc_alignment', 'compliant')]],
    ['about other things', [verdict('one_click_unsubscribe')]],
    ['met by one of SPF and DKIM', [verdict('spf')]],
  ])('is no finding where the requirements are %s', (_, requirements) => {
    expect(addGoogle([], 'dmarc_fail_own', googleAuthentication([figures({ requirements })], now))).toEqual(
      [],
    );
  });
});
