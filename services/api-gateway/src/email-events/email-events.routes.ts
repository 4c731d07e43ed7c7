import type { Route } from '../http/route';
import { listEmailEventsRoute, type EmailEventRouteParts } from './list-email-events.route';

export function emailEventRoutes(parts: EmailEventRouteParts): Route[] {
  return [listEmailEventsRoute(parts)];
}
