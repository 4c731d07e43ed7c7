import {
  capOn,
  dayOf,
  defaultWarmUpSteps,
  parseWarmUpSteps,
  planDays,
  startOfDay,
  type Applicant,
} from './plan-days';

const today = dayOf(new Date('2026-11-21T15:00:00Z'));
const steps = parseWarmUpSteps(defaultWarmUpSteps) ?? [];
const started = (daysAgo: number) => ({
  warmUpStartedAt: new Date(startOfDay(today - daysAgo).getTime() + 80_000_000),
  dailyCap: null,
});

describe('the steps', () => {
  it('are read as they are written', () => {
    expect(parseWarmUpSteps('50, 100x2')).toEqual([50, 100, 100]);
    expect(steps.slice(0, 9)).toEqual([50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 10_000]);
    expect([steps.length, steps.at(-1)]).toEqual([30, 1_000_000]);
  });

  it.each(['', '50,', 'x', '0', '50x0', '-1', '1.5', '1x999'])('are refused as "%s"', (text) => {
    expect(parseWarmUpSteps(text)).toBeNull();
  });

  it.each([
    [0, 50],
    [1, 100],
    [29, 1_000_000],
    [30, null],
    [-3, 50],
  ])('on day %i allow %p', (day, cap) => {
    expect(capOn(started(day), today, steps)).toBe(cap);
  });

  it('and a cap of its own bound a domain together', () => {
    expect(capOn({ ...started(1), dailyCap: 70 }, today, steps)).toBe(70);
    expect(capOn({ ...started(0), dailyCap: 70 }, today, steps)).toBe(50);
    expect(capOn({ ...started(40), dailyCap: 70 }, today, steps)).toBe(70);
  });
});

describe('days', () => {
  const cap = { warmUpStartedAt: null, dailyCap: 10 };
  const plan = (applicants: readonly Partial<Applicant>[], used: readonly [number, number][] = []) => {
    const { messages, added } = planDays({
      applicants: applicants.map((applicant, index) => ({
        id: String(index),
        recipients: 1,
        expiresAt: null,
        ...applicant,
      })),
      cap,
      used: new Map(used.map(([ahead, recipients]) => [today + ahead, recipients])),
      today,
      steps,
    });
    return {
      days: messages.map(({ dueAt }) => (dueAt === null ? 0 : dayOf(dueAt) - today)),
      added: [...added].map(([day, recipients]) => [day - today, recipients]),
      messages,
    };
  };

  it('are filled one after the other, in order', () => {
    expect(plan([{ recipients: 6 }, { recipients: 4 }, { recipients: 9 }, { recipients: 5 }])).toMatchObject({
      days: [0, 0, 1, 2],
      added: [
        [0, 10],
        [1, 9],
        [2, 5],
      ],
    });
  });

  it('keep the order where a later message would fit earlier', () => {
    expect(plan([{ recipients: 8 }, { recipients: 5 }, { recipients: 1 }]).days).toEqual([0, 1, 1]);
  });

  it('count what others have reserved', () => {
    expect(
      plan(
        [{}, {}, {}],
        [
          [0, 9],
          [1, 10],
          [2, 9],
        ],
      ).days,
    ).toEqual([0, 2, 3]);
  });

  it('are given whole to a message that no day has room for', () => {
    expect(plan([{ recipients: 50 }]).days).toEqual([0]);
    expect(plan([{ recipients: 50 }, {}], [[0, 1]]).days).toEqual([1, 2]);
  });

  it('are not reserved for what expires before, which fails on time', () => {
    const expiresAt = new Date(startOfDay(today + 1).getTime() - 1);
    const { messages, added } = plan([{ expiresAt }], [[0, 10]]);
    expect(messages).toEqual([{ id: '0', dueAt: new Date(expiresAt.getTime() + 2_000), reservedDay: null }]);
    expect(added).toEqual([]);
  });

  it('end after a year', () => {
    const { messages } = planDays({
      applicants: [{ id: 'a', recipients: 1, expiresAt: null }],
      cap: { warmUpStartedAt: null, dailyCap: 0 },
      used: new Map(),
      today,
      steps,
    });
    expect(messages).toEqual([{ id: 'a', dueAt: startOfDay(today + 365), reservedDay: null }]);
  });
});
