import { automationResource } from '@postrider/contracts/automations';
import { defineRoute, type Route } from '../http/route';
import {
  automationOf,
  automationVersion,
  foundAutomation,
  type AutomationRouteOptions,
} from './automation-request';
import { presentAutomation } from './automations.presenter';

export function readAutomationRoute({ automations }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'readAutomation',
    method: 'GET',
    path: '/automations/:id_or_slug',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Get an automation',
    description: 'Returns an automation with its current steps.',
    tag: 'Automations',
    versioned: automationVersion,
    success: { status: 200, schema: automationResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await automations.find(automationOf({ principal, params }));
      return { status: 200, body: presentAutomation(foundAutomation(row)) };
    },
  });
}
