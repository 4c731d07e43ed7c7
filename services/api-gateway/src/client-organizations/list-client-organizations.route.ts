import { listOf, pageQuery } from '@postrider/contracts/fields';
import { clientOrganization } from '@postrider/contracts/organizations';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { presentClientOrganization } from './client-organizations.presenter';
import { requirePartner, type ClientOrganizationRouteOptions } from './partner-request';

export function listClientOrganizationsRoute({ clients, cursors }: ClientOrganizationRouteOptions): Route {
  return defineRoute({
    operationId: 'listClientOrganizations',
    method: 'GET',
    path: '/organizations',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    query: pageQuery,
    summary: 'List client organizations',
    description: 'Returns the organizations that your organization created.',
    tag: 'Organizations',
    success: { status: 200, schema: listOf(clientOrganization).meta({ id: 'ClientOrganizationList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      requirePartner(principal);
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'organizations', organizationId });
      const rows = await clients.list(organizationId, pager.start(query));
      return { status: 200, body: pager.finish(rows, query.limit, presentClientOrganization) };
    },
  });
}
