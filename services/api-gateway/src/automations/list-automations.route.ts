import { automationSummary } from '@postrider/contracts/automations';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import type { AutomationRouteOptions } from './automation-request';
import { presentAutomationSummary } from './automations.presenter';

export function listAutomationsRoute({ automations, cursors }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'listAutomations',
    method: 'GET',
    path: '/automations',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List automations',
    description:
      'Returns the automations without their steps. `GET /automations/{id_or_slug}` includes the steps.',
    tag: 'Automations',
    success: { status: 200, schema: listOf(automationSummary).meta({ id: 'AutomationList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'automations', organizationId });
      const rows = await automations.list(organizationId, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentAutomationSummary) };
    },
  });
}
