import type { Route } from '../http/route';
import type { OwnOrganizationRouteOptions } from './organization-request';
import { readOrganizationRoute } from './read-organization.route';
import { updateOrganizationRoute } from './update-organization.route';

export function ownOrganizationRoutes(options: OwnOrganizationRouteOptions): Route[] {
  return [readOrganizationRoute(options), updateOrganizationRoute(options)];
}
