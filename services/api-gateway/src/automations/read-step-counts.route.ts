import { automationStepCounts } from '@postrider/contracts/automations';
import { defineRoute, type Route } from '../http/route';
import { automationOf, foundAutomation, type AutomationRouteOptions } from './automation-request';
import { countSteps } from './step-counts.repository';

export function readStepCountsRoute({ automations, pool }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'readStepCounts',
    method: 'GET',
    path: '/automations/:id_or_slug/step-counts',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Get counts by step',
    description:
      'Returns, for each step of the current version, how many runs are at the step now, and how many have passed it, stopped, failed or were canceled at it. Counts stay when runs are deleted.',
    tag: 'Automations',
    success: { status: 200, schema: automationStepCounts },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const automation = foundAutomation(await automations.find(automationOf({ principal, params })));
      const counted = { ...automation, organizationId: principal.organization.id };
      return { status: 200, body: await countSteps(pool, counted) };
    },
  });
}
