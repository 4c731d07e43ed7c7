import { automationRunSummary, listAutomationRunsQuery } from '@postrider/contracts/automations';
import { listOf } from '@postrider/contracts/fields';
import { contactOf } from '../contacts/contact-request';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { automationOf, foundAutomation, type AutomationRouteOptions } from './automation-request';

export function listAutomationRunsRoute({
  automations,
  runs,
  contacts,
  cursors,
}: AutomationRouteOptions): Route {
  return defineRoute({
    operationId: 'listAutomationRuns',
    method: 'GET',
    path: '/automations/:id_or_slug/runs',
    access: { key: 'SEND' },
    testKeys: 'refused',
    query: listAutomationRunsQuery,
    summary: 'List runs',
    description: 'Returns the runs of an automation, newest first.',
    tag: 'Automations',
    success: { status: 200, schema: listOf(automationRunSummary).meta({ id: 'AutomationRunList' }) },
    errors: ['not_found', 'validation_error', 'invalid_cursor'],
    handle: async ({ principal, params, query }) => {
      const organizationId = principal.organization.id;
      const { id: automationId } = foundAutomation(
        await automations.find(automationOf({ principal, params })),
      );
      const pager = createPager(cursors, { list: `automation-runs ${automationId}`, organizationId });
      const page = pager.start(query);
      const { status, contact } = query;
      const known = contact === undefined ? undefined : await contacts.find(contactOf(principal, contact));
      const found =
        known === null
          ? { rows: [], searchedTo: null }
          : await runs.list({ ...page, organizationId, automationId, status, contactId: known?.contact.id });
      return { status: 200, body: pager.finishSearch(found, query.limit) };
    },
  });
}
