import { alertResource, listAlertsQuery } from '@postrider/contracts/alerts';
import { listOf } from '@postrider/contracts/fields';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { ofAllDomains, type AlertRouteOptions } from './alert-request';

export function listAlertsRoute({ alerts, cursors }: AlertRouteOptions): Route {
  return defineRoute({
    operationId: 'listAlerts',
    method: 'GET',
    path: '/alerts',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    query: listAlertsQuery,
    summary: 'List alerts',
    description: 'Returns the times during which an alert rule was broken, newest first.',
    tag: 'Alerts',
    success: { status: 200, schema: listOf(alertResource).meta({ id: 'AlertList' }) },
    errors: ['validation_error', 'invalid_cursor', 'forbidden_domain'],
    handle: async ({ principal, query }) => {
      requireUnrestricted(principal, ofAllDomains);
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'alerts', organizationId });
      const found = await alerts.list(organizationId, pager.start(query), query);
      return { status: 200, body: pager.finishSearch(found, query.limit) };
    },
  });
}
