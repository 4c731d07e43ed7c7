import type { Route } from '../http/route';
import { createOrganizationRoute } from './create-organization.route';
import { listOrganizationsRoute } from './list-organizations.route';
import type { OrganizationRouteParts } from './organization-route-parts';
import { revokeOrganizationKeysRoute } from './revoke-organization-keys.route';

export function organizationRoutes(parts: OrganizationRouteParts): Route[] {
  return [createOrganizationRoute(parts), listOrganizationsRoute(parts), revokeOrganizationKeysRoute(parts)];
}
