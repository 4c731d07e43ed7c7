import type { Metrics } from '@postrider/runtime';

export interface AggregatorMetrics {
  counted(counts: { counted: number; repeated: number }): void;
  recovered(events: number): void;
}

export function createAggregatorMetrics(metrics: Metrics): AggregatorMetrics {
  const events = metrics.counter('metrics_events_counted', 'Live events added to the daily counters.');
  const repeats = metrics.counter('metrics_events_repeated', 'Live events that were counted before.');
  const recoveries = metrics.counter(
    'metrics_events_recovered',
    'Events that a sweep counted because the broker did not bring them.',
  );
  return {
    counted: ({ counted, repeated }) => {
      events.add(counted);
      repeats.add(repeated);
    },
    recovered: (count) => {
      events.add(count);
      recoveries.add(count);
    },
  };
}
