import type { Expression, Selector } from '@postrider/contracts/platform-alerts';
import { keyOfLabels, lookBackSeconds, type Labels, type Samples, type StoredSeries } from './samples';

export interface LabelledValue {
  readonly labels: Labels;
  readonly value: number;
}

type Vector = readonly LabelledValue[];

/** The value of an expression at a time, as Prometheus computes it. */
export function evaluate(expression: Expression, samples: Samples, atSeconds: number): Vector {
  const of = (part: Expression): Vector => evaluate(part, samples, atSeconds);
  switch (expression.kind) {
    case 'series':
      return newest(samples.select(expression), atSeconds);
    case 'rate':
    case 'increase':
      return increases(samples.select(expression), expression, atSeconds);
    case 'absent':
      return newest(samples.select(expression), atSeconds).length > 0
        ? []
        : [{ labels: labelsOfSelector(expression), value: 1 }];
    case 'aggregate':
      return aggregate(of(expression.of), expression);
    case 'quantile':
      return quantiles(of(expression.of), expression.quantile);
    case 'ratio': {
      const divisors = byLabels(of(expression.to));
      return of(expression.of).flatMap(({ labels, value }) => {
        const divisor = divisors.get(keyOfLabels(labels));
        return divisor === undefined ? [] : [{ labels, value: value / divisor.value }];
      });
    }
    case 'until':
      return of(expression.time).map(({ labels, value }) => ({ labels, value: value - atSeconds }));
    case 'compare':
      return of(expression.of).filter(({ value }) =>
        comparisons[expression.operator](value, expression.limit),
      );
    case 'and': {
      const [first = [], ...others] = expression.of.map(of);
      return first.filter(({ labels }) => others.every((other) => byLabels(other).has(keyOfLabels(labels))));
    }
    case 'or': {
      const found = new Map<string, LabelledValue>();
      for (const each of expression.of.flatMap(of)) {
        const key = keyOfLabels(each.labels);
        if (!found.has(key)) found.set(key, each);
      }
      return [...found.values()];
    }
  }
}

const comparisons = {
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
  '<': (value: number, limit: number) => value < limit,
  '==': (value: number, limit: number) => value === limit,
};

const byLabels = (vector: Vector): ReadonlyMap<string, LabelledValue> =>
  new Map(vector.map((each) => [keyOfLabels(each.labels), each]));

function newest(found: readonly StoredSeries[], atSeconds: number): Vector {
  return found.flatMap(({ labels, times, values, isStale }) => {
    const [at, value] = [times.at(-1), values.at(-1)];
    if (isStale || at === undefined || value === undefined || at < atSeconds - lookBackSeconds) return [];
    return [{ labels, value }];
  });
}

function labelsOfSelector({ where }: Selector): Labels {
  return Object.fromEntries(
    where.filter(({ operator }) => operator === '=').map(({ label, value }) => [label, value]),
  );
}

function increases(
  found: readonly StoredSeries[],
  { kind, seconds }: { readonly kind: 'rate' | 'increase'; readonly seconds: number },
  atSeconds: number,
): Vector {
  return found.flatMap((series) => {
    const grown = increaseOf(series, { fromSeconds: atSeconds - seconds, toSeconds: atSeconds });
    if (grown === null) return [];
    return [{ labels: series.labels, value: kind === 'rate' ? grown / seconds : grown }];
  });
}

/**
 * How much a counter grew in a window: what it grew between its samples, extrapolated to the ends of the window when the samples reach
 * near them. A value below the one before is a counter that began again at 0.
 */
function increaseOf(
  { times, values }: StoredSeries,
  { fromSeconds, toSeconds }: { readonly fromSeconds: number; readonly toSeconds: number },
): number | null {
  const begin = times.findIndex((at) => at >= fromSeconds);
  const [firstAt, lastAt] = [times[begin], times.at(-1)];
  if (begin < 0 || firstAt === undefined || lastAt === undefined || firstAt === lastAt) return null;
  const inWindow = values.slice(begin);
  let grown = 0;
  for (const [index, value] of inWindow.entries()) {
    const before = inWindow[index - 1];
    if (before !== undefined) grown += value < before ? value : value - before;
  }
  const sampledSeconds = lastAt - firstAt;
  const betweenSeconds = sampledSeconds / (inWindow.length - 1);
  // It was not below 0 before its first sample.
  const sinceZero = grown > 0 ? sampledSeconds * ((inWindow[0] ?? 0) / grown) : Infinity;
  const extrapolated =
    sampledSeconds +
    reach(Math.min(firstAt - fromSeconds, sinceZero), betweenSeconds) +
    reach(toSeconds - lastAt, betweenSeconds);
  return grown * (extrapolated / sampledSeconds);
}

/** Samples that end further from the end of the window than they lie apart: the series itself began or ended there. */
function reach(gapSeconds: number, betweenSeconds: number): number {
  return gapSeconds < 1.1 * betweenSeconds ? gapSeconds : betweenSeconds / 2;
}

function aggregate(
  vector: Vector,
  {
    function: name,
    by,
  }: { readonly function: 'max' | 'min' | 'sum' | 'count'; readonly by: readonly string[] },
): Vector {
  const groups = new Map<string, { readonly labels: Labels; readonly values: number[] }>();
  for (const { labels, value } of vector) {
    const kept = Object.fromEntries(Object.entries(labels).filter(([label]) => by.includes(label)));
    const key = keyOfLabels(kept);
    const group = groups.get(key) ?? { labels: kept, values: [] };
    group.values.push(value);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ labels, values }) => ({ labels, value: aggregations[name](values) }));
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const aggregations = {
  max: (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value)),
  min: (values: readonly number[]) => values.reduce((least, value) => Math.min(least, value)),
  sum: total,
  count: (values: readonly number[]) => values.length,
};

function quantiles(buckets: Vector, share: number): Vector {
  const groups = new Map<string, { labels: Labels; bounds: { readonly upTo: number; count: number }[] }>();
  for (const { labels, value } of buckets) {
    const { le = '', ...rest } = labels;
    const group = groups.get(keyOfLabels(rest)) ?? { labels: rest, bounds: [] };
    group.bounds.push({ upTo: le === '+Inf' ? Infinity : Number(le), count: value });
    groups.set(keyOfLabels(rest), group);
  }
  return [...groups.values()].flatMap(({ labels, bounds }) => {
    const value = quantileOf(bounds, share);
    return value === null ? [] : [{ labels, value }];
  });
}

/** Within its bucket, observations are taken to be spread evenly. Null: there were none. */
function quantileOf(
  unsorted: readonly { readonly upTo: number; readonly count: number }[],
  share: number,
): number | null {
  const bounds = unsorted.toSorted((a, b) => a.upTo - b.upTo);
  const last = bounds.at(-1);
  if (bounds.length < 2 || last?.upTo !== Infinity || !(last.count > 0)) return null;
  const rank = share * last.count;
  const index = bounds.findIndex(({ count }) => count >= rank);
  const bucket = bounds[index];
  if (bucket === undefined || bucket.upTo === Infinity) return bounds.at(-2)?.upTo ?? null;
  const below = bounds[index - 1] ?? { upTo: 0, count: 0 };
  return below.upTo + (bucket.upTo - below.upTo) * ((rank - below.count) / (bucket.count - below.count));
}
