import { waitingCauses, type Deferral, type DeferralCause } from '@postrider/contracts/emails';
import { causeOf } from './cause-of';
import type { LiveFacts, OpenEmail, WaitingFacts } from './waiting-facts';

const now = new Date('2026-11-28T12:00:00.000Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

const live: LiveFacts = { workers: 2, hasOwner: true, phase: null, site: null };

interface Given extends Partial<Omit<WaitingFacts, 'email'>> {
  readonly email?: Partial<OpenEmail>;
}

/** An email that has just become due, on a platform that works. */
function facts({ email, ...others }: Given = {}): WaitingFacts {
  return {
    now,
    email: {
      ...{ status: 'queued', createdAt: at(-60), scheduledAt: null, dueAt: at(-1) },
      ...{ leaseUntil: null, hasReservedDay: false, deferral: null },
      ...email,
    },
    hold: null,
    reviewSince: null,
    organization: { underReviewSince: null, pausedSince: null, pausedReason: null },
    drainedSince: null,
    restoringSince: null,
    siteSuspension: null,
    ...{ ahead: 0, aheadMax: 100, pace: null },
    lookedAt: at(-2),
    live,
    ...others,
  };
}

function deferral(cause: DeferralCause, others: Partial<Deferral> = {}): Deferral {
  return { cause, since: at(-30).toISOString(), ...others };
}

/** Queued again for later. */
const later = (cause: DeferralCause, others: Partial<Deferral> = {}): Given => ({
  email: { dueAt: at(120), deferral: deferral(cause, others) },
});
const sending = (given: Given = {}): Given => ({
  ...given,
  email: { status: 'sending', leaseUntil: at(20), ...given.email },
});
const paused = { underReviewSince: null, pausedSince: at(-40), pausedReason: 'admin' };
const suspended = { suspended: { until: at(300), reason: 'block: 421 busy' }, isAtLimit: false };
const site = 'example.net';

type Row = readonly [why: string, given: Given, expected: object];

const rows: readonly Row[] = [
  ['it has just become due', {}, { cause: 'sending', since: at(-1).toISOString() }],
  [
    'it is scheduled',
    { email: { scheduledAt: at(600), dueAt: at(600) } },
    { cause: 'scheduled', next_attempt_at: at(600).toISOString() },
  ],
  ['its review is not decided', { reviewSince: at(-50), email: { dueAt: null } }, { cause: 'review' }],
  [
    'the organization is under review',
    { organization: { ...paused, underReviewSince: at(-20) } },
    { cause: 'review', since: at(-20).toISOString() },
  ],
  [
    'an operator holds it',
    { hold: { since: at(-10), isRestoration: false }, email: { dueAt: null } },
    { cause: 'operator_hold', since: at(-10).toISOString(), actor: 'platform', next_attempt_at: null },
  ],
  [
    'a restored database holds it',
    { hold: { since: at(-10), isRestoration: true }, email: { dueAt: null } },
    { cause: 'restoration_hold' },
  ],
  ['a restored database is being judged', { restoringSince: at(-5) }, { cause: 'restoration_hold' }],
  [
    'sending is paused',
    { organization: paused },
    { cause: 'sending_paused', actor: 'sender', detail: 'admin' },
  ],
  ['its queue is drained', { drainedSince: at(-10) }, { cause: 'queue_paused', actor: 'platform' }],
  ['its key cannot be opened', later('domain'), { cause: 'domain', actor: 'platform' }],
  [
    'the daily cap is used up',
    later('daily_cap'),
    { cause: 'daily_cap', next_attempt_at: at(120).toISOString() },
  ],
  ['the day of the warm-up is used up', later('warm_up'), { cause: 'warm_up' }],
  [
    'others of its organization are due earlier',
    { ahead: 7 },
    { cause: 'backlog', detail: '7 earlier emails are due' },
  ],
  ['one is', { ahead: 1 }, { cause: 'backlog', detail: '1 earlier email is due' }],
  [
    'more than are counted are',
    { ahead: 101 },
    { cause: 'backlog', detail: 'more than 100 earlier emails are due' },
  ],
  [
    'they leave the queue at a known rate',
    { ahead: 70, pace: { emails: 200, seconds: 50 } },
    {
      detail:
        '70 earlier emails are due; about 240 leave the queue each minute, so none should be left at 12:00 UTC',
    },
  ],
  [
    'the last of them leaves on another day',
    { ahead: 100, pace: { emails: 20, seconds: 12_000 } },
    {
      detail:
        '100 earlier emails are due; about 0.1 leave the queue each minute, so none should be left at 2026-11-29 04:40 UTC',
    },
  ],
  [
    'their number is not known, but their rate is',
    { ahead: 101, pace: { emails: 100, seconds: 0.2 } },
    { detail: 'more than 100 earlier emails are due; about 6,000 leave the queue each minute' },
  ],
  [
    'too few have left lately to tell a rate',
    { ahead: 7, pace: { emails: 19, seconds: 10 } },
    { detail: '7 earlier emails are due' },
  ],
  [
    'some are, whose number is not asked for',
    { ahead: 1, aheadMax: 0 },
    { cause: 'backlog', detail: 'earlier emails are due' },
  ],
  ['none is due earlier, but all workers are busy', { email: { dueAt: at(-9) } }, { cause: 'backlog' }],
  ['the rate of the site is used up', later('site_limit', { site, detail: 'rate' }), { cause: 'site_limit' }],
  [
    'the site was suspended',
    { ...later('site_suspended', { site, failure: 'no_answer' }), live: { ...live, site: suspended } },
    { cause: 'site_suspended', detail: 'block: 421 busy' },
  ],
  ['DNS does not answer', later('dns'), { cause: 'dns', actor: 'none' }],
  [
    'the TLS policy of the recipient cannot be met',
    later('dns', { failure: 'routing' }),
    { cause: 'dns', actor: 'recipient' },
  ],
  ['no source address may send it', later('no_source'), { cause: 'no_source', actor: 'platform' }],
  ['the smart host refuses our login', later('transport'), { cause: 'transport', actor: 'platform' }],
  ['a server deferred it', later('retry', { failure: 'policy' }), { cause: 'retry', actor: 'none' }],
  ['the mailbox is full', later('retry', { failure: 'full' }), { cause: 'retry', actor: 'recipient' }],
  [
    'no worker has looked for half a minute',
    { lookedAt: at(-40) },
    { cause: 'no_worker', actor: 'platform' },
  ],
  ['all workers have left', { lookedAt: at(-8), live: { ...live, workers: 0 } }, { cause: 'no_worker' }],
  ['no worker was ever there', { lookedAt: null, live: { ...live, workers: 0 } }, { cause: 'no_worker' }],
  ['an attempt is going on', sending(), { cause: 'sending' }],
  [
    'its worker was killed',
    sending({ live: { ...live, hasOwner: false } }),
    { cause: 'no_worker', next_attempt_at: at(30).toISOString() },
  ],
  ['its lease has ended', sending({ email: { leaseUntil: at(-1) } }), { cause: 'no_worker' }],
  [
    'its attempt waits for DNS',
    sending({ live: { ...live, phase: { kind: 'dns', since: at(-3), site: null } } }),
    { cause: 'dns', since: at(-3).toISOString() },
  ],
  [
    'its attempt waits for a connection',
    sending({ live: { ...live, phase: { kind: 'site', since: at(-3), site } } }),
    { cause: 'site_limit', since: at(-3).toISOString() },
  ],
];

test.each(rows)('%s', (_why, given, expected) => {
  expect(causeOf(facts(given))).toMatchObject(expected);
});

test('every cause of the contract is found', () => {
  const found = new Set(rows.map(([, given]) => causeOf(facts(given)).cause));
  expect([...found].sort()).toEqual([...waitingCauses].sort());
});

describe('of several, the first in this order is named', () => {
  const ordered: readonly (readonly [cause: string, given: Given])[] = [
    ['operator_hold', { hold: { since: at(-10), isRestoration: false } }],
    ['review', { reviewSince: at(-10) }],
    ['scheduled', { email: { scheduledAt: at(600), dueAt: at(600) } }],
    ['sending_paused', { organization: paused }],
    ['queue_paused', { drainedSince: at(-10) }],
    ['restoration_hold', { restoringSince: at(-5) }],
    ['no_worker', { lookedAt: at(-40) }],
    ['backlog', { ahead: 3 }],
  ];

  test.each(ordered.slice(0, -1).map(([cause, given], index) => [cause, index, given] as const))(
    '%s',
    (cause, index, given) => {
      const all = ordered.slice(index + 1).reduce<Given>((sum, [, each]) => ({ ...each, ...sum }), given);
      expect(causeOf(facts(all)).cause).toBe(cause);
    },
  );

  test('the time of a retry, before workers that are not there', () => {
    expect(causeOf(facts({ ...later('retry'), lookedAt: null })).cause).toBe('retry');
  });

  test('a pause, before the time of a retry: it would not be tried then', () => {
    expect(causeOf(facts({ ...later('retry'), organization: paused })).cause).toBe('sending_paused');
  });
});

describe('what was so when the last round ended is not said when it is over', () => {
  test('a suspension that another email has ended', () => {
    const open = { suspended: null, isAtLimit: false };
    const given = { ...later('site_suspended', { site }), live: { ...live, site: open } };
    expect(causeOf(facts(given)).cause).toBe('retry');
  });

  test('without Redis, the suspension is what is known', () => {
    expect(causeOf(facts({ ...later('site_suspended', { site }), live: null })).cause).toBe('site_suspended');
  });

  test('a site that was suspended since, beyond the time of the retry', () => {
    const given = { ...later('retry', { site }), live: { ...live, site: suspended } };
    expect(causeOf(facts(given)).cause).toBe('site_suspended');
    const short = { suspended: { until: at(60), reason: 'x' }, isAtLimit: false };
    expect(causeOf(facts({ ...given, live: { ...live, site: short } })).cause).toBe('retry');
  });

  test('a site that an operator leaves alone', () => {
    const siteSuspension = { since: at(-20), until: null, reason: 'their maintenance' };
    expect(causeOf(facts({ ...later('retry', { site }), siteSuspension }))).toMatchObject({
      ...{ cause: 'site_suspended', since: at(-20).toISOString(), detail: 'their maintenance' },
    });
  });

  test('a limit of which it is due again', () => {
    const due = { email: { dueAt: at(-1), deferral: deferral('site_limit', { site }) } };
    const inUse = { suspended: null, isAtLimit: true };
    expect(causeOf(facts({ ...due, live: { ...live, site: inUse } })).cause).toBe('site_limit');
    expect(causeOf(facts({ ...due, live: { ...live, site: { ...inUse, isAtLimit: false } } })).cause).toBe(
      'sending',
    );
  });

  test('any other, once it is due', () => {
    for (const cause of ['retry', 'dns', 'no_source', 'transport', 'domain', 'warm_up'] as const) {
      expect(causeOf(facts({ email: { dueAt: at(-1), deferral: deferral(cause) } })).cause).toBe('sending');
    }
  });
});

test('without Redis, workers that look are enough', () => {
  expect(causeOf(facts({ live: null })).cause).toBe('sending');
  expect(causeOf(facts({ live: null, lookedAt: at(-40) })).cause).toBe('no_worker');
});

test('an emptied Redis knows no worker, and none is missed', () => {
  expect(causeOf(facts({ live: { ...live, workers: 0 } })).cause).toBe('sending');
  const emptied = { ...live, workers: 0, hasOwner: false };
  expect(causeOf(facts(sending({ live: emptied }))).cause).toBe('sending');
  expect(causeOf(facts(sending({ live: emptied, lookedAt: at(-8) }))).cause).toBe('no_worker');
});

test('nothing keeps an email before it was accepted', () => {
  expect(causeOf(facts({ drainedSince: at(-9_000) })).since).toBe(at(-60).toISOString());
});

test('a requeued email that is due within moments is not called late', () => {
  expect(causeOf(facts({ email: { dueAt: at(2) } })).cause).toBe('sending');
  expect(causeOf(facts({ email: { dueAt: at(60) } })).cause).toBe('retry');
  expect(causeOf(facts({ email: { dueAt: at(9_000), hasReservedDay: true } })).cause).toBe('daily_cap');
});
