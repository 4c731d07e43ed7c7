import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { automationOf, requireAutomationAuthor, type AutomationRouteOptions } from './automation-request';

export function deleteAutomationRoute({ automations }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteAutomation',
    method: 'DELETE',
    path: '/automations/:id_or_slug',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Delete an automation',
    description:
      'Deletes an automation and cancels its active runs within seconds. Sent emails keep their kind.',
    tag: 'Automations',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain'],
    handle: async ({ principal, params, requestId }) => {
      requireAutomationAuthor(principal);
      const name = automationOf({ principal, params });
      const removed = await automations.remove(name, authorOf({ principal, requestId }));
      if (!removed) throw new AppError('not_found');
      return { status: 204 };
    },
  });
}
