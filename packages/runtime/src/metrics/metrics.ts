import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  add(amount?: number, labels?: Labels): void;
}

export interface Histogram {
  record(value: number, labels?: Labels): void;
}

export interface Reading {
  readonly value: number;
  readonly labels?: Labels;
}

/**
 * The measurements of one process, in Prometheus' text format. Names are written out in full
 * (`…_seconds`, `…_bytes`; the exporter itself appends `_total` to counters).
 */
export interface Metrics {
  counter(name: string, help: string): Counter;
  /** `boundaries` are the upper bounds of the buckets; by default for durations in seconds. */
  histogram(name: string, help: string, boundaries?: readonly number[]): Histogram;
  /** `read` is called at each scrape; what it throws leaves the gauge out. */
  gauge(
    name: string,
    help: string,
    read: () => number | readonly Reading[] | Promise<number | readonly Reading[]>,
  ): void;
  /** As a gauge, for totals that are kept elsewhere and only grow. */
  observedCounter(name: string, help: string, read: () => number | readonly Reading[]): void;
  /** Answers a scrape. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** 1 ms to 60 s: the product's promises lie between 15 ms (idle latency) and 30 s (deferral by a slow site). */
export const durationBoundariesSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const;

export function createMetrics(): Metrics {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter('postrider');

  return {
    counter: (name, help) => {
      const counter = meter.createCounter(name, { description: help });
      return { add: (amount = 1, labels = {}) => counter.add(amount, labels) };
    },
    histogram: (name, help, boundaries = durationBoundariesSeconds) =>
      meter.createHistogram(name, {
        description: help,
        advice: { explicitBucketBoundaries: [...boundaries] },
      }),
    gauge: (name, help, read) => {
      meter.createObservableGauge(name, { description: help }).addCallback(async (result) => {
        for (const { value, labels } of readings(await read())) result.observe(value, labels);
      });
    },
    observedCounter: (name, help, read) => {
      meter.createObservableCounter(name, { description: help }).addCallback((result) => {
        for (const { value, labels } of readings(read())) result.observe(value, labels);
      });
    },
    handle: (request, response) => exporter.getMetricsRequestHandler(request, response),
  };
}

function readings(read: number | readonly Reading[]): readonly Reading[] {
  return typeof read === 'number' ? [{ value: read }] : read;
}
