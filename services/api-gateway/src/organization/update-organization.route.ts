import {
  defaultBodyRetentionDays,
  organizationResource,
  updateOrganizationRequest,
  type UpdateOrganizationRequest,
} from '@postrider/contracts/organizations';
import { authorOf } from '../audit/record-audit-entry';
import { requireUnrestricted } from '../auth/principal-scope';
import { defineRoute, type Route } from '../http/route';
import { alertAddress, organizationVersion, type OwnOrganizationRouteOptions } from './organization-request';
import { presentOwnOrganization } from './organization.presenter';
import type { OrganizationChange } from './organization.repository';

export function updateOrganizationRoute(options: OwnOrganizationRouteOptions): Route {
  const { organization, bumpCacheVersion, clock } = options;
  return defineRoute({
    operationId: 'updateOrganization',
    method: 'PATCH',
    path: '/organization',
    access: { key: 'ADMIN' },
    testKeys: 'refused',
    body: updateOrganizationRequest,
    bodyBytesMax: 65_536,
    summary: 'Update your organization',
    description:
      'Changes the given settings. `sending_paused: true` refuses live sends at once with `sending_paused`; queued emails wait until sending resumes. A shorter `body_retention_days` soon deletes older content.',
    tag: 'Organization',
    versioned: organizationVersion,
    success: { status: 200, schema: organizationResource },
    errors: ['validation_error', 'forbidden_domain'],
    handle: async ({ principal, body, requestId, version }) => {
      requireUnrestricted(principal, 'These settings apply to all domains of the organization.');
      const author = authorOf({ principal, requestId });
      const organizationId = principal.organization.id;
      const row = await organization.change(organizationId, changeOf(body), {
        ...{ author, now: clock.now() },
        check: (before) => version.require(presentOwnOrganization(before)),
      });
      await bumpCacheVersion(organizationId);
      return { status: 200, body: presentOwnOrganization(row) };
    },
  });
}

/** @throws AppError `validation_error` */
function changeOf(body: UpdateOrganizationRequest): OrganizationChange {
  const { name, postal_address: postalAddress, body_retention_days: days, alert_email: alertEmail } = body;
  return {
    ...(name !== undefined && { name }),
    ...(postalAddress !== undefined && { postalAddress }),
    ...(body.logo_url !== undefined && { logoUrl: body.logo_url && new URL(body.logo_url).href }),
    ...(body.brand_color !== undefined && { brandColor: body.brand_color && body.brand_color.toLowerCase() }),
    ...(body.privacy_url !== undefined && { privacyUrl: body.privacy_url && new URL(body.privacy_url).href }),
    ...(days !== undefined && { bodyRetentionDays: days ?? defaultBodyRetentionDays }),
    ...(alertEmail !== undefined && { alertEmail: alertEmail === null ? null : alertAddress(alertEmail) }),
    ...(body.generate_text !== undefined && { generateText: body.generate_text }),
    ...(body.utm !== undefined && { utm: body.utm }),
    ...(body.late_after !== undefined && { lateAfter: body.late_after }),
    ...(body.sending_paused !== undefined && { isPaused: body.sending_paused }),
  };
}
