import { alertRuleList } from '@postrider/contracts/alerts';
import { defineRoute, type Route } from '../http/route';
import { alertRulesVersion, type AlertRouteOptions } from './alert-request';

export function listAlertRulesRoute({ alerts }: AlertRouteOptions): Route {
  return defineRoute({
    operationId: 'listAlertRules',
    method: 'GET',
    path: '/alert-rules',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'List alert rules',
    description: 'Returns the limits at which the organization is warned or its sending is paused.',
    tag: 'Alerts',
    versioned: alertRulesVersion,
    success: { status: 200, schema: alertRuleList },
    errors: [],
    handle: async ({ principal }) => ({
      status: 200,
      body: { object: 'list' as const, data: await alerts.rules(principal.organization.id) },
    }),
  });
}
