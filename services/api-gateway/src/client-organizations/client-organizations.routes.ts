import type { Route } from '../http/route';
import { createClientOrganizationRoute } from './create-client-organization.route';
import { listClientOrganizationsRoute } from './list-client-organizations.route';
import type { ClientOrganizationRouteOptions } from './partner-request';
import { revokeClientKeysRoute } from './revoke-client-keys.route';

export function clientOrganizationRoutes(options: ClientOrganizationRouteOptions): Route[] {
  return [
    createClientOrganizationRoute(options),
    listClientOrganizationsRoute(options),
    revokeClientKeysRoute(options),
  ];
}
