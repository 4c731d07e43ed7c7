import { automationRunResource } from '@postrider/contracts/automations';
import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requireAutomationAuthor, runOf, type AutomationRouteOptions } from './automation-request';

export function cancelAutomationRunRoute({ automations, runs }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'cancelAutomationRun',
    method: 'POST',
    path: '/automations/:id_or_slug/runs/:run_id/cancel',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    summary: 'Cancel a run',
    description: 'Cancels a run. Other runs of the contact are not affected.',
    tag: 'Automations',
    success: { status: 200, schema: automationRunResource },
    errors: ['not_found', 'forbidden_domain', 'not_cancelable'],
    handle: async ({ principal, params, requestId }) => {
      requireAutomationAuthor(principal);
      const name = await runOf(automations, { principal, params });
      const canceled = await runs.cancel(name, authorOf({ principal, requestId }));
      const row = await runs.find(name);
      if (row === null) throw new AppError('not_found');
      if (!canceled) throw new AppError('not_cancelable', `The run is already ${row.status}.`);
      return { status: 200, body: row };
    },
  });
}
