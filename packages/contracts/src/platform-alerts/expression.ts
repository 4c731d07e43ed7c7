/**
 * The part of Prometheus' query language that the platform's alert rules need. devtools renders it as PromQL for Prometheus, and
 * metrics-aggregator evaluates it where there is no Prometheus; a test gives both the same series.
 */
export type Expression =
  | ({ readonly kind: 'series' } & Selector)
  /** Of a counter, over the last `seconds`. */
  | ({ readonly kind: 'rate' | 'increase'; readonly seconds: number } & Selector)
  | {
      readonly kind: 'aggregate';
      readonly function: 'max' | 'min' | 'sum' | 'count';
      readonly by: readonly string[];
      readonly of: Expression;
    }
  /** Of a histogram's buckets. */
  | { readonly kind: 'quantile'; readonly quantile: number; readonly of: Expression }
  /** One value, when no series is selected. */
  | ({ readonly kind: 'absent' } & Selector)
  | { readonly kind: 'ratio'; readonly of: Expression; readonly to: Expression }
  /** Seconds from now to a Unix time. */
  | { readonly kind: 'until'; readonly time: Expression }
  /** Keeps the values for which the comparison holds. */
  | {
      readonly kind: 'compare';
      readonly of: Expression;
      readonly operator: '>' | '>=' | '<' | '==';
      readonly limit: number;
    }
  /** `and` keeps the values of the first for whose labels all others have a value. */
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] };

export interface Selector {
  readonly metric: string;
  readonly where: readonly Matcher[];
}

export interface Matcher {
  readonly label: string;
  /** `=~` compares with a regular expression of the whole value. */
  readonly operator: '=' | '!=' | '=~';
  readonly value: string;
}

/** `{ lane: 'bulk' }`, `{ lane: { not: 'test' } }`, `{ status: { matches: '5..' } }` */
type Where = Readonly<Record<string, string | { readonly not: string } | { readonly matches: string }>>;

function selector(metric: string, where: Where = {}): Selector {
  return {
    metric,
    where: Object.entries(where).map(([label, value]): Matcher => {
      if (typeof value === 'string') return { label, operator: '=', value };
      return 'not' in value
        ? { label, operator: '!=', value: value.not }
        : { label, operator: '=~', value: value.matches };
    }),
  };
}

export const series = (metric: string, where?: Where): Expression => ({
  ...{ kind: 'series', ...selector(metric, where) },
});
export const rate = (metric: string, seconds: number, where?: Where): Expression => ({
  ...{ kind: 'rate', seconds, ...selector(metric, where) },
});
export const increase = (metric: string, seconds: number, where?: Where): Expression => ({
  ...{ kind: 'increase', seconds, ...selector(metric, where) },
});
export const absent = (metric: string, where?: Where): Expression => ({
  ...{ kind: 'absent', ...selector(metric, where) },
});

const aggregate =
  (name: 'max' | 'min' | 'sum' | 'count') =>
  (of: Expression, ...by: readonly string[]): Expression => ({ kind: 'aggregate', function: name, by, of });
export const max = aggregate('max');
export const min = aggregate('min');
export const sum = aggregate('sum');
export const count = aggregate('count');

export const quantile = (share: number, of: Expression): Expression => ({
  ...{ kind: 'quantile', quantile: share, of },
});
export const ratio = (of: Expression, to: Expression): Expression => ({ kind: 'ratio', of, to });
export const until = (time: Expression): Expression => ({ kind: 'until', time });
export const and = (...of: readonly Expression[]): Expression => ({ kind: 'and', of });
export const or = (...of: readonly Expression[]): Expression => ({ kind: 'or', of });

const compare =
  (operator: '>' | '>=' | '<' | '==') =>
  (of: Expression, limit: number): Expression => ({ kind: 'compare', of, operator, limit });
export const above = compare('>');
export const atLeast = compare('>=');
export const below = compare('<');
export const equal = compare('==');

/** The selectors of an expression, and for how many seconds back it looks at each; 0: the newest value. */
export function selectorsOf(expression: Expression): readonly (Selector & { readonly seconds: number })[] {
  switch (expression.kind) {
    case 'series':
    case 'absent':
      return [{ metric: expression.metric, where: expression.where, seconds: 0 }];
    case 'rate':
    case 'increase':
      return [{ metric: expression.metric, where: expression.where, seconds: expression.seconds }];
    case 'aggregate':
    case 'quantile':
    case 'compare':
      return selectorsOf(expression.of);
    case 'ratio':
      return [...selectorsOf(expression.of), ...selectorsOf(expression.to)];
    case 'until':
      return selectorsOf(expression.time);
    case 'and':
    case 'or':
      return expression.of.flatMap(selectorsOf);
  }
}
