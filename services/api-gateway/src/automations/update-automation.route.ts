import {
  automationResource,
  updateAutomationRequest,
  type UpdateAutomationRequest,
} from '@postrider/contracts/automations';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  automationOf,
  automationVersion,
  foundAutomation,
  requireAutomationAuthor,
  type AutomationRouteOptions,
} from './automation-request';
import { presentAutomation } from './automations.presenter';
import type { AutomationChange } from './automations.repository';
import { checkSteps } from './check-steps';
import { automationBodyBytesMax, automationBodyValuesMax, definitionErrors } from './create-automation.route';

export function updateAutomationRoute(options: AutomationRouteOptions): Route {
  const { automations } = options;
  return defineRoute({
    operationId: 'updateAutomation',
    method: 'PATCH',
    path: '/automations/:id_or_slug',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: updateAutomationRequest,
    bodyBytesMax: automationBodyBytesMax,
    bodyValuesMax: automationBodyValuesMax,
    summary: 'Update an automation',
    description:
      'Changes the given fields. Active runs finish on the steps they started with. `status: paused` pauses active runs; `active` resumes them.',
    tag: 'Automations',
    versioned: automationVersion,
    success: { status: 200, schema: automationResource },
    errors: ['not_found', ...definitionErrors],
    handle: async ({ principal, params, body, requestId, version }) => {
      requireAutomationAuthor(principal);
      const name = automationOf({ principal, params });
      const { slug } = foundAutomation(await automations.find(name));
      const { trigger, steps } = body;
      const change: AutomationChange = {
        ...settingsOf(body),
        ...(trigger !== undefined && { trigger }),
        ...(steps !== undefined && { checked: await checkSteps(options, principal, { steps, slug }) }),
      };
      const row = await automations.change(name, change, {
        author: authorOf({ principal, requestId, version }),
        check: (before) => version.require(presentAutomation(before)),
      });
      return { status: 200, body: presentAutomation(foundAutomation(row)) };
    },
  });
}

function settingsOf({
  name,
  status,
  one_per_contact: onePerContact,
  draft,
}: UpdateAutomationRequest): AutomationChange {
  return {
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
    ...(onePerContact !== undefined && { onePerContact }),
    ...(draft !== undefined && { draft }),
  };
}
