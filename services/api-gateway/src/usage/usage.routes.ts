import type { Route } from '../http/route';
import { readUsageRoute } from './read-usage.route';
import type { UsageRouteParts } from './usage-route-parts';

export function usageRoutes(parts: UsageRouteParts): Route[] {
  return [readUsageRoute(parts)];
}
