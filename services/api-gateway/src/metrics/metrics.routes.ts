import type { Clock } from '@postrider/runtime';
import type { Route } from '../http/route';
import type { MetricsRepository } from './metrics.repository';
import { readMetricsRoute } from './read-metrics.route';

export function metricsRoutes(metrics: MetricsRepository, clock: Clock): Route[] {
  return [readMetricsRoute(metrics, clock)];
}
