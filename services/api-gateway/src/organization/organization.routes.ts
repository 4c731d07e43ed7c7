import type { Route } from '../http/route';
import type { OwnOrganizationRouteParts } from './organization-route-parts';
import { readOrganizationRoute } from './read-organization.route';
import { updateOrganizationRoute } from './update-organization.route';

export function ownOrganizationRoutes(parts: OwnOrganizationRouteParts): Route[] {
  return [readOrganizationRoute(parts), updateOrganizationRoute(parts)];
}
