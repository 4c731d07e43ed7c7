import type { IncomingMessage, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import {
  CounterFamily,
  HistogramFamily,
  ObservedFamily,
  type Head,
  type LabelValues,
  type Labels,
  type Read,
} from './series';

export type { Labels, LabelValues, Reading } from './series';

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
  /** As a gauge, for totals that another part keeps and that only grow. */
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

type Family = CounterFamily | HistogramFamily | ObservedFamily;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const families = new Map<string, Family>();
  const declare = <F extends Family>(
    { name, help }: { readonly name: string; readonly help: string },
    kind: new (...args: never[]) => F,
    make: (head: Head) => F,
  ): F => {
    const known = families.get(name) ?? make({ name, help, registers: [registry] });
    if (!(known instanceof kind)) throw new Error(`metric ${name} is declared twice, as different kinds`);
    families.set(name, known);
    return known;
  };

  const observe = (kind: 'gauge' | 'counter', head: { name: string; help: string }, read: Read): void => {
    declare(head, ObservedFamily, (full) => new ObservedFamily(full, kind)).reads.push(read);
  };

  return {
    counter: (name: string, help: string, labels: LabelValues = {}) => {
      const labelNames = Object.keys(labels);
      const head = { name: `${name}_total`, help };
      const counter = declare(head, CounterFamily, (full) => new CounterFamily(full, labelNames));
      counter.expect(labels);
      return labelNames.length > 0 ? counter : counter.with({});
    },
    histogram: (
      name: string,
      help: string,
      { labels = {}, boundaries = durationBoundariesSeconds }: HistogramOptions = {},
    ) => {
      const labelNames = Object.keys(labels);
      const make = (full: Head) => new HistogramFamily(full, labelNames, boundaries);
      const histogram = declare({ name, help }, HistogramFamily, make);
      histogram.expect(labels);
      return labelNames.length > 0 ? histogram : histogram.with({});
    },
    gauge: (name, help, read) => observe('gauge', { name, help }, read),
    observedCounter: (name, help, read) => observe('counter', { name: `${name}_total`, help }, read),
    text: () => registry.metrics(),
    handle: (_request, response) => {
      void registry.metrics().then((body) => {
        response.writeHead(200, { 'content-type': registry.contentType }).end(body);
      });
    },
  } as Metrics;
}

interface HistogramOptions {
  readonly labels?: LabelValues;
  readonly boundaries?: readonly number[];
}
