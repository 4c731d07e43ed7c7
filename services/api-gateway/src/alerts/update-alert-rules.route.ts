import { alertRuleList, updateAlertRulesRequest } from '@postrider/contracts/alerts';
import { authorOf } from '../audit/record-audit-entry';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { alertRulesVersion, ofAllDomains, type AlertRouteOptions } from './alert-request';
import { changedRule } from './changed-rule';

export function updateAlertRulesRoute({ alerts }: AlertRouteOptions): Route {
  return defineRoute({
    operationId: 'updateAlertRules',
    method: 'PATCH',
    path: '/alert-rules',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateAlertRulesRequest,
    bodyBytesMax: 65_536,
    summary: 'Update alert rules',
    description:
      'Changes the given rules and returns all of them. An organization can be warned and paused earlier than by default, but not later: the limits protect the addresses that it shares with others.',
    tag: 'Alerts',
    versioned: alertRulesVersion,
    success: { status: 200, schema: alertRuleList },
    errors: ['validation_error', 'forbidden_domain'],
    handle: async ({ principal, body, requestId, version }) => {
      requireUnrestricted(principal, ofAllDomains);
      const data = await alerts.changeRules(principal.organization.id, {
        author: authorOf({ principal, requestId, version }),
        change: (rules) => {
          const current = { id: principal.organization.id, data: rules };
          version.require(current);
          return body.rules.map((change, index) => changedRule(rules, change, `rules[${index}]`));
        },
      });
      return { status: 200, body: { object: 'list' as const, data } };
    },
  });
}
