import { deliveryTimeBounds, deliveryTimesOf } from '@postrider/db';
import { blockedByProvider, type BlockDay } from './blocked-findings';
import { slowerThanUsual, type ProviderSeconds } from './delivery-seconds';
import { dayBefore, findingDays } from './finding-source';
import { bouncesHigh, complaintsHigh, type OutcomeDay } from './outcome-findings';

/** Mulberry32: the same month each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

const chance = (random: Random, trials: number, share: number): number => {
  let hits = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random() < share) hits += 1;
  return hits;
};

/**
 * What a sender in good standing sees: a newsletter a week and transactional mail each day; 0.8 % bounces, more on the day of a newsletter; 0.03 %
 * complaints where they are reported; a provider that throttles at times; greylisting servers.
 */
const providers = {
  google: { share: 0.45, complaints: 0, blocked: 0.001, greylisted: 0 },
  microsoft: { share: 0.25, complaints: 0.0003, blocked: 0.01, greylisted: 0.01 },
  yahoo: { share: 0.12, complaints: 0.0004, blocked: 0.004, greylisted: 0.01 },
  'acme-mail.example': { share: 0.18, complaints: 0, blocked: 0, greylisted: 0.1 },
} as const;
type Provider = keyof typeof providers;
const names = Object.keys(providers) as Provider[];
const month = 30;

interface Day {
  readonly outcome: OutcomeDay;
  readonly blocks: BlockDay;
  /** Seconds to delivery, by bucket. */
  readonly seconds: readonly number[];
}

function simulateDay(
  random: Random,
  provider: Provider,
  { day, index, daily }: { day: string; index: number; daily: number },
): Day {
  const { share, complaints, blocked, greylisted } = providers[provider];
  const isNewsletter = index % 7 === 3;
  const sent = Math.round(daily * share * (0.7 + 0.6 * random()) * (isNewsletter ? 6 : 1));
  const bounced = chance(random, sent, isNewsletter ? 0.012 : 0.005);
  const delivered = sent - bounced;
  const blocks = chance(random, sent, blocked * (random() < 0.1 ? 4 : 1));
  const counts = Array.from({ length: deliveryTimeBounds.length + 1 }, () => 0);
  for (let mail = 0; mail < delivered; mail += 1) {
    const seconds =
      random() < greylisted ? 300 + 600 * random() : 1.5 * Math.exp(1.2 * (random() + random() - 1));
    const bucket = deliveryTimeBounds.findIndex((bound) => bound > seconds);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return {
    outcome: { day, sent, delivered, bounced, complained: chance(random, delivered, complaints) },
    blocks: { day, blocks, answers: delivered + bounced + blocks },
    seconds: counts,
  };
}

const add = (all: readonly (readonly number[])[]): number[] =>
  deliveryTimeBounds
    .concat(0)
    .map((_none, bucket) => all.reduce((sum, counts) => sum + (counts[bucket] ?? 0), 0));

function timesOf(days: readonly Day[]) {
  const counts = add(days.map(({ seconds }) => seconds));
  const deliveries = counts.reduce((sum, count) => sum + count, 0);
  const times = deliveryTimesOf(counts);
  return times && { deliveries, times };
}

function findOn(days: ReadonlyMap<Provider, readonly Day[]>, today: number, now: Date) {
  const recent = (provider: Provider) =>
    (days.get(provider) ?? []).slice(Math.max(0, today - findingDays + 1), today + 1);
  const groups = names.map((provider) => ({
    ...{ domain: 'acme.example', provider },
    days: recent(provider).map(({ outcome }) => outcome),
  }));
  const total = {
    ...{ domain: 'acme.example', provider: null },
    days: recent('google').map(({ outcome: { day } }, index): OutcomeDay => {
      const sum = (name: 'sent' | 'delivered' | 'bounced' | 'complained') =>
        groups.reduce((count, group) => count + (group.days[index]?.[name] ?? 0), 0);
      return {
        day,
        sent: sum('sent'),
        delivered: sum('delivered'),
        bounced: sum('bounced'),
        complained: sum('complained'),
      };
    }),
  };
  const blocks = names.map((provider) => ({
    ...{ provider, reply: '421 4.7.0 temporarily deferred' },
    days: recent(provider).map(({ blocks: each }) => each),
  }));
  const seconds = names.map((provider): ProviderSeconds => {
    const all = days.get(provider) ?? [];
    const last = timesOf(all.slice(today, today + 1));
    const usual = timesOf(all.slice(Math.max(0, today - 7), today));
    return { provider, recent: last, usual, recentOfAll: last, usualOfAll: usual };
  });
  const outcomes = [total, ...groups];
  return [
    ...complaintsHigh(outcomes),
    ...bouncesHigh(outcomes),
    ...blockedByProvider(blocks, now),
    ...slowerThanUsual(seconds),
  ];
}

it.each([
  ['small', 100],
  ['medium', 1_000],
  ['large', 8_000],
])('an ordinary month of a %s sender has no findings on any day', (_size, daily) => {
  const begin = new Date('2026-10-01T12:00:00Z');
  for (const seed of [1, 2, 3]) {
    const random = createRandom(seed * 7_919 + daily);
    const dayOf = (index: number) => dayBefore(begin, -index);
    const days = new Map(
      names.map((provider) => [
        provider,
        Array.from({ length: month }, (_none, index) =>
          simulateDay(random, provider, { day: dayOf(index), index, daily }),
        ),
      ]),
    );
    for (let today = 0; today < month; today += 1) {
      const now = new Date(begin.getTime() + today * 86_400_000);
      expect([today, findOn(days, today, now)]).toEqual([today, []]);
    }
  }
});
