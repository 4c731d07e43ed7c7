import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  CounterFamily,
  HistogramFamily,
  Observed,
  type Head,
  type LabelValues,
  type Labels,
  type Printed,
  type Read,
} from './families';

export type { Labels, LabelValues, Reading } from './families';

export interface Counter {
  add(amount?: number): void;
}

/** One counter for each set of labels. */
export interface CounterVec<Name extends string = string> {
  add(amount: number, labels: Labels<Name>): void;
  /** For paths that are in a hurry: looked up once, counting is an addition. */
  with(labels: Labels<Name>): Counter;
}

export interface Histogram {
  record(value: number): void;
}

/** One histogram for each set of labels. */
export interface HistogramVec<Name extends string = string> {
  record(value: number, labels: Labels<Name>): void;
  with(labels: Labels<Name>): Histogram;
}

/**
 * The measurements of one process, in Prometheus' text format. Names are written out in full (`…_seconds`, `…_bytes`); only
 * the `_total` of counters is appended here. Each series whose labels are known is there from the start, at 0, since a rate
 * cannot see a series' first value. A name that is declared again is the same metric. docs/metrics.md lists all of them.
 */
export interface Metrics {
  counter(name: string, help: string): Counter;
  /** `labels`: the values that each may have; an empty list where only time tells. */
  counter<Name extends string>(name: string, help: string, labels: LabelValues<Name>): CounterVec<Name>;
  /** `boundaries` are the upper bounds of the buckets; by default for durations in seconds. */
  histogram(
    name: string,
    help: string,
    options?: { readonly boundaries?: readonly number[]; readonly labels?: never },
  ): Histogram;
  histogram<Name extends string>(
    name: string,
    help: string,
    options: { readonly boundaries?: readonly number[]; readonly labels: LabelValues<Name> },
  ): HistogramVec<Name>;
  /** `read` is called at each scrape; what it throws leaves its readings out. */
  gauge(name: string, help: string, read: Read): void;
  /** As a gauge, for totals that are kept elsewhere and only grow. */
  observedCounter(name: string, help: string, read: Read): void;
  /** All of it, in the text format. */
  text(): Promise<string>;
  /** Answers a scrape. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** 1 ms to 60 s: the product's promises lie between 15 ms (idle latency) and 30 s (deferral by a slow site). */
export const durationBoundariesSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

export function createMetrics(): Metrics {
  const families = new Map<string, Printed>();
  const declare = <F extends Printed>(name: string, kind: new (...args: never[]) => F, make: () => F): F => {
    const known = families.get(name) ?? make();
    if (!(known instanceof kind)) throw new Error(`metric ${name} is declared twice, as different kinds`);
    families.set(name, known);
    return known;
  };
  const observe = (name: string, head: Head, read: Read): void => {
    declare(name, Observed, () => new Observed(name, head)).reads.push(read);
  };

  const text = async (): Promise<string> =>
    (await Promise.all([...families.values()].map(async (family) => family.print()))).join('');

  return {
    counter: (name: string, help: string, labels: LabelValues = {}) => {
      const full = `${name}_total`;
      const counter = declare(
        full,
        CounterFamily,
        () => new CounterFamily(full, { help, type: 'counter' }, labels),
      );
      counter.expect(labels);
      if (Object.keys(labels).length > 0) return counter;
      return counter.with({});
    },
    histogram: (
      name: string,
      help: string,
      { labels = {}, boundaries = durationBoundariesSeconds }: HistogramOptions = {},
    ) => {
      const head = { help, type: 'histogram' } as const;
      const histogram = declare(
        name,
        HistogramFamily,
        () => new HistogramFamily(name, head, { labels, boundaries }),
      );
      histogram.expect(labels);
      if (Object.keys(labels).length > 0) return histogram;
      return histogram.with({});
    },
    gauge: (name, help, read) => observe(name, { help, type: 'gauge' }, read),
    observedCounter: (name, help, read) => observe(`${name}_total`, { help, type: 'counter' }, read),
    text,
    handle: (_request, response) => {
      void text().then((body) => {
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
      });
    },
  } as Metrics;
}

interface HistogramOptions {
  readonly labels?: LabelValues;
  readonly boundaries?: readonly number[];
}
