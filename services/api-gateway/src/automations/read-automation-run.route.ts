import { automationRunResource } from '@postrider/contracts/automations';
import { AppError } from '@postrider/contracts/errors';
import { defineRoute, type Route } from '../http/route';
import { runOf, type AutomationRouteOptions } from './automation-request';

export function readAutomationRunRoute({ automations, runs }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'readAutomationRun',
    method: 'GET',
    path: '/automations/:id_or_slug/runs/:run_id',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Get a run',
    description: 'Returns a run with its current step, the event it waits for, and its completed steps.',
    tag: 'Automations',
    success: { status: 200, schema: automationRunResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await runs.find(await runOf(automations, { principal, params }));
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: row };
    },
  });
}
