import { blocklisted, ptrMismatch } from './address-findings';
import { blockedByProvider, type BlockDay } from './blocked-findings';
import { slowerThanUsual, type ProviderSeconds } from './delivery-seconds';
import { bouncesHigh, complaintsHigh, type DomainOutcomes, type OutcomeDay } from './outcome-findings';
import { recordWrong, type CheckedDomain } from './wrong-records';

const now = new Date('2026-11-28T12:00:00Z');
const dayOf = (daysAgo: number): string =>
  new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Days of the same figures, oldest first. */
function outcomes(
  counts: Partial<OutcomeDay>,
  { provider = null, days = 7 }: { readonly provider?: string | null; readonly days?: number } = {},
): DomainOutcomes {
  const of = (daysAgo: number): OutcomeDay => ({
    ...{ day: dayOf(daysAgo), sent: 1_000, delivered: 995, bounced: 5, complained: 0 },
    ...counts,
  });
  return {
    ...{ domain: 'acme.example', provider },
    days: Array.from({ length: days }, (_none, n) => of(days - 1 - n)),
  };
}

describe('complaints_high', () => {
  it('names the domain, the worst provider, and the first day', () => {
    const calm = outcomes({});
    const yahoo = outcomes({ sent: 500, delivered: 500 }, { provider: 'yahoo' });
    const days = yahoo.days.map((day) => (day.day >= dayOf(2) ? { ...day, complained: 4 } : day));
    expect(complaintsHigh([calm, { ...yahoo, days }])).toEqual([
      expect.objectContaining({
        ...{ code: 'complaints_high', severity: 'error', subject: 'acme.example' },
        since: `${dayOf(2)}T00:00:00.000Z`,
        evidence: [
          '12 of 3,500 recipients at yahoo reported spam in 7 days (0.34 %).',
          'Mailbox providers expect less than 0.10 %.',
        ],
      }),
    ]);
  });

  it('is said once of a domain, as a warning below 0.3 %', () => {
    const groups = [outcomes({ complained: 2 }), outcomes({ complained: 1 }, { provider: 'yahoo' })];
    expect(complaintsHigh(groups)).toMatchObject([
      { severity: 'warning', evidence: [expect.stringMatching(/^14 of/) as string, expect.anything()] },
    ]);
  });

  it.each<[string, DomainOutcomes]>([
    ['a complaint in ten thousand', outcomes({ sent: 10_000, delivered: 10_000, complained: 1 })],
    ['four complaints', outcomes({ sent: 250, delivered: 250, complained: 4 }, { days: 1 })],
    [
      'five complaints of few recipients',
      outcomes({ sent: 900, delivered: 900, complained: 5 }, { days: 1 }),
    ],
    [
      'ten in ten thousand, which may be chance',
      outcomes({ sent: 9_826, delivered: 9_826, complained: 10 }, { days: 1 }),
    ],
    ['no mail', outcomes({}, { days: 0 })],
  ])('is not said for %s', (_what, group) => {
    expect(complaintsHigh([group])).toEqual([]);
  });
});

describe('bounces_high', () => {
  it.each([
    [30, 'warning', '210 of 7,000 emails bounced in 7 days (3.0 %).'],
    [60, 'error', '420 of 7,000 emails bounced in 7 days (6.0 %).'],
  ])('is said for %i bounces in a thousand as an %s', (bounced, severity, evidence) => {
    expect(bouncesHigh([outcomes({ bounced, delivered: 1_000 - bounced })])).toMatchObject([
      {
        ...{ code: 'bounces_high', severity, subject: 'acme.example' },
        since: `${dayOf(6)}T00:00:00.000Z`,
        evidence: [evidence, 'Mailbox providers expect less than 2.0 %.'],
      },
    ]);
  });

  it.each<[string, DomainOutcomes]>([
    ['one in a hundred', outcomes({ bounced: 10, delivered: 990 })],
    ['nine of few recipients', outcomes({ sent: 191, delivered: 191, bounced: 9 }, { days: 1 })],
    ['fewer than two hundred recipients', outcomes({ sent: 0, delivered: 100, bounced: 50 }, { days: 1 })],
    ['one provider alone', outcomes({ bounced: 60, delivered: 940 }, { provider: 'yahoo' })],
  ])('is not said for %s', (_what, group) => {
    expect(bouncesHigh([group])).toEqual([]);
  });
});

describe('blocked_by_provider', () => {
  const reply = '550 5.7.1 part of their network is on our block list (S3140)';
  const blocks = (...days: readonly (readonly [daysAgo: number, blocks: number, answers: number])[]) => [
    {
      ...{ provider: 'microsoft', reply },
      days: days.map(([daysAgo, count, answers]): BlockDay => ({
        day: dayOf(daysAgo),
        blocks: count,
        answers,
      })),
    },
  ];

  it('has the reply, and the first of the days on which it blocked', () => {
    expect(blockedByProvider(blocks([5, 3, 100], [4, 0, 100], [2, 10, 100], [0, 30, 200]), now)).toEqual([
      {
        ...{ code: 'blocked_by_provider', severity: 'warning', subject: 'microsoft' },
        since: `${dayOf(2)}T00:00:00.000Z`,
        evidence: [
          'microsoft blocked 30 of 200 delivery attempts in 2 days (15.0 %).',
          `Most frequent reply: ${reply}`,
        ],
        advice: expect.stringContaining('request delisting') as string,
      },
    ]);
    expect(blockedByProvider(blocks([0, 120, 200]), now)).toMatchObject([{ severity: 'error' }]);
  });

  it.each([
    ['a few blocks', blocks([0, 19, 40])],
    ['a small share', blocks([0, 90, 1_000])],
    ['a block of last week', blocks([6, 500, 500], [0, 0, 100])],
    ['a provider that is not tried any more', blocks([4, 500, 500])],
  ])('is not said for %s', (_what, facts) => {
    expect(blockedByProvider(facts, now)).toEqual([]);
  });
});

describe('slower_than_usual', () => {
  const seconds = (deliveries: number, p50: number, p95: number) => ({ deliveries, times: { p50, p95 } });
  const facts = (given: Partial<ProviderSeconds>): ProviderSeconds[] => [
    {
      provider: 'google',
      ...{ recent: seconds(400, 3, 20), usual: seconds(4_000, 2, 12) },
      ...{ recentOfAll: seconds(9_000, 3, 20), usualOfAll: seconds(90_000, 2, 12) },
      ...given,
    },
  ];

  it('says whether it is slow for everyone', () => {
    const recent = seconds(60, 300, 900);
    expect(slowerThanUsual(facts({ recent }))).toMatchObject([
      {
        ...{ code: 'slower_than_usual', severity: 'warning', subject: 'google', since: null },
        evidence: [
          'In the last 24 hours, half of the transactional email to google took more than 5 minutes from acceptance to delivery.',
          'In the seven days before, more than 2 seconds.',
        ],
        advice: expect.stringMatching(/^Only your email is slower/) as string,
      },
    ]);
    expect(slowerThanUsual(facts({ recent, recentOfAll: recent }))).toMatchObject([
      { advice: expect.stringMatching(/^google is slower for everyone/) as string },
    ]);
  });

  it('is said when the slowest of many are', () => {
    expect(slowerThanUsual(facts({ recent: seconds(300, 3, 3_600) }))).toMatchObject([
      {
        evidence: [
          expect.stringContaining('5 % of the transactional email to google took more than 60 minutes'),
          expect.anything(),
        ],
      },
    ]);
  });

  it.each<[string, Partial<ProviderSeconds>]>([
    ['an ordinary day', {}],
    ['seconds', { recent: seconds(400, 25, 70) }],
    ['few deliveries', { recent: seconds(49, 300, 900) }],
    ['too little to compare with', { recent: seconds(400, 300, 900), usual: seconds(49, 2, 12) }],
    ['a greylisting server in a small number of emails', { recent: seconds(60, 3, 3_600) }],
    ['nothing to compare with', { recent: seconds(400, 300, 900), usual: null }],
  ])('is not said for %s', (_what, given) => {
    expect(slowerThanUsual(facts(given))).toEqual([]);
  });
});

describe('record_wrong', () => {
  const record = (overrides: Partial<CheckedDomain['records'][number]> = {}) => ({
    ...({ record: 'DKIM', name: 'pr1._domainkey.acme.example', required: true, status: 'verified' } as const),
    ...overrides,
  });
  const domain = (...records: CheckedDomain['records'][number][]): CheckedDomain => ({
    ...{ name: 'acme.example', failingSince: '2026-11-27T08:00:00.000Z', records },
  });

  it('names required records that are missing or wrong, since the check that missed them', () => {
    const missing = record({ status: 'missing', error: 'There is no record at this name.' });
    expect(recordWrong([domain(missing, record({ record: 'SPF', status: 'mismatch' }))])).toMatchObject([
      {
        ...{ code: 'record_wrong', severity: 'error', subject: 'acme.example' },
        since: '2026-11-27T08:00:00.000Z',
        evidence: [
          'DKIM (pr1._domainkey.acme.example): There is no record at this name.',
          'SPF (pr1._domainkey.acme.example): mismatch.',
        ],
      },
    ]);
  });

  it('warns of a missing DMARC record', () => {
    const dmarc = record({
      record: 'DMARC',
      name: '_dmarc.acme.example',
      required: false,
      status: 'missing',
    });
    expect(recordWrong([domain(record(), dmarc)])).toMatchObject([{ severity: 'warning', since: null }]);
  });

  it('is not said for verified records, for those of links and replies, nor before the first check', () => {
    const tracking = record({ record: 'TRACKING', required: false, status: 'missing' });
    expect(recordWrong([domain(record(), tracking, record({ status: 'pending' })), domain()])).toEqual([]);
  });
});

it('blocklisted weighs a domain more than an address, and says where to ask for removal', () => {
  const since = '2026-11-20T00:00:00.000Z';
  const listing = { list: 'multi.uribl.com', codes: ['127.0.0.2'], reason: null, since };
  const found = blocklisted([
    { ...listing, kind: 'domain', subject: 'acme.example' },
    { ...listing, list: 'psbl.surriel.com', kind: 'address', subject: '192.0.2.7' },
  ]);
  expect(found).toMatchObject([
    { code: 'blocklisted', severity: 'error', subject: 'acme.example', since },
    { code: 'blocklisted', severity: 'warning', subject: '192.0.2.7', since },
  ]);
  expect(found.map(({ advice }) => advice)).toEqual([
    expect.stringContaining('https://admin.uribl.com/'),
    expect.stringContaining('https://psbl.org/remove'),
  ]);
  expect(blocklisted([])).toEqual([]);
});

it('ptr_mismatch says what is wrong and what the operator must publish', () => {
  const wrong = {
    address: '192.0.2.7',
    helloName: 'out.mail.test',
    error: 'it has no name in reverse DNS (PTR)',
  };
  expect(ptrMismatch([{ ...wrong, since: null }])).toEqual([
    {
      ...{ code: 'ptr_mismatch', severity: 'error', subject: '192.0.2.7', since: null },
      evidence: [
        'The reverse DNS of the sending address 192.0.2.7 is wrong: it has no name in reverse DNS (PTR).',
      ],
      advice:
        'The operator of this service must set the PTR record of 192.0.2.7 to out.mail.test, and an address record of out.mail.test to 192.0.2.7.',
    },
  ]);
  expect(ptrMismatch([])).toEqual([]);
});
