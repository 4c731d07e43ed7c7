import { organizationResource } from '@postrider/contracts/organizations';
import { defineRoute, type Route } from '../http/route';
import { organizationVersion, type OwnOrganizationRouteOptions } from './organization-request';
import { presentOwnOrganization } from './organization.presenter';

export function readOrganizationRoute({ organization }: OwnOrganizationRouteOptions): Route {
  return defineRoute({
    operationId: 'readOrganization',
    method: 'GET',
    path: '/organization',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'Get your organization',
    description: 'Returns the settings of the organization and whether sending is paused or under review.',
    tag: 'Organization',
    versioned: organizationVersion,
    success: { status: 200, schema: organizationResource },
    errors: [],
    handle: async ({ principal }) => ({
      status: 200,
      body: presentOwnOrganization(await organization.read(principal.organization.id)),
    }),
  });
}
