import { outcomeOf, type VerificationOutcome, type VerificationState } from './verification-outcome';

const start = new Date('2026-01-01T00:00:00.000Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const at = (ms: number): Date => new Date(start.getTime() + ms);

const pending: VerificationState = {
  status: 'pending',
  failedReason: null,
  verificationStartedAt: start,
  failingSince: null,
  warnedAt: null,
};
const verified: VerificationState = { ...pending, status: 'verified' };

/** Every check from the first to the last, as ages in milliseconds, while the answer stays the same. */
function checks(from: VerificationState, required: 'wrong' | 'unknown'): VerificationOutcome[] {
  const outcomes: VerificationOutcome[] = [];
  let state = from;
  let now = start;
  for (;;) {
    const outcome = outcomeOf(state, required, now);
    outcomes.push(outcome);
    if (outcome.nextCheckAt === null || outcomes.length > 500) return outcomes;
    state = { ...state, ...outcome };
    now = outcome.nextCheckAt;
  }
}

const nextAges = (outcomes: VerificationOutcome[]): number[] =>
  outcomes.flatMap(({ nextCheckAt }) => (nextCheckAt ? [nextCheckAt.getTime() - start.getTime()] : []));

test('a new domain is looked at after 1, 2 and 5 minutes, each 15 minutes for a day, each hour to 72 hours', () => {
  const outcomes = checks(pending, 'wrong');
  const ages = nextAges(outcomes).map((ms) => ms / minuteMs);
  expect(ages.slice(0, 5)).toEqual([1, 2, 5, 20, 35]);
  const steps = ages.slice(1).map((age, index) => age - (ages[index] ?? 0));
  expect(new Set(steps.slice(2))).toEqual(new Set([15, 60, 72 * 60 - (ages.at(-2) ?? 0)]));
  expect(ages.filter((age) => age <= 24 * 60).length).toBe(98);
  expect(ages.at(-1)).toBe(72 * 60);
});

test.each(['wrong', 'unknown'] as const)(
  'without its records (%s) it has failed after 72 hours',
  (required) => {
    const outcomes = checks(pending, required);
    expect(outcomes.slice(0, -1).every(({ status, notice }) => status === 'pending' && notice === null)).toBe(
      true,
    );
    expect(outcomes.at(-1)).toMatchObject({ status: 'failed', nextCheckAt: null, notice: 'failed' });
  },
);

test('a check that comes late goes on from where it is', () => {
  const now = at(3 * minuteMs + 1);
  expect(outcomeOf(pending, 'wrong', now).nextCheckAt).toEqual(at(5 * minuteMs));
});

test('a good check verifies, and a verified domain is looked at daily', () => {
  for (const state of [pending, verified]) {
    const outcome = outcomeOf(state, 'verified', start);
    expect(outcome).toMatchObject({ status: 'verified', nextCheckAt: at(24 * hourMs), notice: null });
  }
});

test('a verified domain that lost its records is warned of after 24 hours, and fails after 72', () => {
  const outcomes = checks(verified, 'wrong');
  const warned = outcomes.findIndex(({ notice }) => notice === 'failing');
  expect(outcomes[warned]?.warnedAt).toEqual(at(24 * hourMs));
  expect(outcomes.filter(({ notice }) => notice !== null).map(({ notice }) => notice)).toEqual([
    'failing',
    'failed',
  ]);
  expect(outcomes.slice(0, -1).every(({ status }) => status === 'verified')).toBe(true);
  expect(outcomes.at(-2)?.nextCheckAt).toEqual(at(72 * hourMs));
  expect(outcomes.at(-1)?.status).toBe('failed');
});

test('the warning always comes a day before the end, also when nothing was checked in between', () => {
  const missed = { ...verified, failingSince: start };
  const late = outcomeOf(missed, 'wrong', at(80 * hourMs));
  expect(late).toMatchObject({ status: 'verified', notice: 'failing', warnedAt: at(80 * hourMs) });
  expect(outcomeOf({ ...missed, ...late }, 'wrong', at(103 * hourMs))).toMatchObject({ status: 'verified' });
  expect(outcomeOf({ ...missed, ...late }, 'wrong', at(104 * hourMs))).toMatchObject({ status: 'failed' });
});

test('one good check forgets the misses', () => {
  const missed = { ...verified, failingSince: start, warnedAt: at(24 * hourMs) };
  expect(outcomeOf(missed, 'verified', at(30 * hourMs))).toMatchObject({
    failingSince: null,
    warnedAt: null,
  });
});

test('DNS that does not answer changes nothing for a verified domain', () => {
  const missed = { ...verified, failingSince: start, warnedAt: at(24 * hourMs) };
  expect(outcomeOf(missed, 'unknown', at(100 * hourMs))).toEqual({
    status: 'verified',
    failedReason: null,
    nextCheckAt: at(101 * hourMs),
    failingSince: start,
    warnedAt: at(24 * hourMs),
    notice: null,
  });
});

test.each(['failed', 'disabled'] as const)('a %s domain stays so whatever is found', (status) => {
  expect(outcomeOf({ ...pending, status }, 'verified', start)).toMatchObject({ status, nextCheckAt: null });
});
