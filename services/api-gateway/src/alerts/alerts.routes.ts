import type { Route } from '../http/route';
import type { AlertRouteOptions } from './alert-request';
import { listAlertRulesRoute } from './list-alert-rules.route';
import { listAlertsRoute } from './list-alerts.route';
import { listNoticesRoute } from './list-notices.route';
import { updateAlertRulesRoute } from './update-alert-rules.route';

export function alertRoutes(options: AlertRouteOptions): Route[] {
  return [
    ...[listAlertsRoute(options), listNoticesRoute(options)],
    ...[listAlertRulesRoute(options), updateAlertRulesRoute(options)],
  ];
}
