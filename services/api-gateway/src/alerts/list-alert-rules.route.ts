import { alertRuleList, type AlertRuleResource } from '@postrider/contracts';
import { defineRoute, type Route } from '../http/route';
import type { AlertRouteOptions } from './alert-request';
import type { AlertRuleRow } from './alerts.repository';

export function listAlertRulesRoute({ alerts }: AlertRouteOptions): Route {
  return defineRoute({
    operationId: 'listAlertRules',
    method: 'GET',
    path: '/alert-rules',
    permission: 'ADMIN',
    userPermission: 'SEND',
    testKeys: 'refused',
    summary: 'List alert rules',
    description: 'Returns the limits at which the organization is warned or its sending is paused.',
    tag: 'Alerts',
    success: { status: 200, schema: alertRuleList },
    errors: [],
    handle: async ({ principal }) => {
      const rules = await alerts.rules(principal.organization.id);
      return { status: 200, body: { object: 'list' as const, data: rules.map(presentRule) } };
    },
  });
}

function presentRule(row: AlertRuleRow): AlertRuleResource {
  return {
    object: 'alert_rule',
    ...{ id: row.id, kind: row.kind, enabled: row.enabled },
    ...{ warn_rate: row.warnRate, pause_rate: row.pauseRate },
    ...{ minimum: row.minimum, window_minutes: row.windowMinutes },
  };
}
