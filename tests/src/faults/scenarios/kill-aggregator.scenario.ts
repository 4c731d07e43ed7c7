import type { Scenario } from '../scenario';
import { killAndRestart } from '../tools/kill-and-restart';

export const killAggregator: Scenario = {
  name: 'kill-aggregator',
  promise: 'kill -9 of the metrics-aggregator: counters equal events',
  clientErrors: 'none',
  strike: (harness) => killAndRestart(harness, ['metrics-aggregator-1']),
};
