import { automationVersionSummary } from '@postrider/contracts/automations';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { automationOf, foundAutomation, type AutomationRouteOptions } from './automation-request';
import { listVersions } from './automation-versions.repository';
import { presentVersionSummary } from './automations.presenter';

export function listAutomationVersionsRoute({ automations, cursors, pool }: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'listAutomationVersions',
    method: 'GET',
    path: '/automations/:id_or_slug/versions',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List automation versions',
    description: 'Returns the versions of an automation without their steps, newest first.',
    tag: 'Automations',
    success: { status: 200, schema: listOf(automationVersionSummary).meta({ id: 'AutomationVersionList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params, query }) => {
      const { id } = foundAutomation(await automations.find(automationOf({ principal, params })));
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: `automation versions ${id}`, organizationId });
      const rows = await listVersions(pool, { id, organizationId }, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentVersionSummary) };
    },
  });
}
