import type { Clock } from '@postrider/runtime';
import type { Route } from '../http/route';
import { readUsageRoute } from './read-usage.route';
import type { UsageRepository } from './usage.repository';

export function usageRoutes(usage: UsageRepository, clock: Clock): Route[] {
  return [readUsageRoute(usage, clock)];
}
