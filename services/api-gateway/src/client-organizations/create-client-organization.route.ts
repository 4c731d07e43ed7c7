import { AppError } from '@postrider/contracts/errors';
import { createdKeyResource } from '@postrider/contracts/keys';
import {
  clientOrganization,
  createOrganizationRequest,
  reservedSlugs,
} from '@postrider/contracts/organizations';
import { z } from 'zod';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { alertAddress } from '../organization/organization-request';
import { presentClientOrganization, presentPartnerKey } from './client-organizations.presenter';
import { newPartnerKey, requirePartner, type ClientOrganizationRouteOptions } from './partner-request';

export function createClientOrganizationRoute(options: ClientOrganizationRouteOptions): Route {
  const { clients, bumpCacheVersion, clock } = options;
  return defineRoute({
    operationId: 'createClientOrganization',
    method: 'POST',
    path: '/organizations',
    access: { key: 'ADMIN' },
    isSensitive: true,
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: createOrganizationRequest,
    bodyBytesMax: 65_536,
    summary: 'Create a client organization',
    description:
      'Creates a client organization with the plan `free` and default alerts. Its first emails are screened. The response contains the token of its first key, which is shown only once: use it to add domains and webhooks. Requires an unrestricted live ADMIN key of an internal organization. At most 25 per day (UTC): `organization_quota_exceeded`.',
    tag: 'Organizations',
    success: {
      status: 201,
      schema: z
        .object({ organization: clientOrganization, api_key: createdKeyResource })
        .meta({ id: 'CreatedOrganization', description: 'A new client organization with its first key.' }),
    },
    errors: [
      'validation_error',
      'under_review',
      'sending_paused',
      'slug_taken',
      'organization_quota_exceeded',
    ],
    handle: async ({ principal, body, requestId }) => {
      requirePartner(principal);
      const { name, slug } = body;
      const alertEmail = body.alert_email === undefined ? null : alertAddress(body.alert_email);
      if (reservedSlugs.has(slug)) throw new AppError('slug_taken', 'The slug is reserved.');
      const { key, token } = newPartnerKey(principal, body.api_key);
      const now = clock.now();
      const author = authorOf({ principal, requestId });
      const row = await clients.create(
        { name, slug, alertEmail, key },
        { parentOrganizationId: principal.organization.id, author, now },
      );
      await bumpCacheVersion(row.id);
      return {
        status: 201,
        body: {
          organization: presentClientOrganization(row),
          api_key: presentPartnerKey(key, { token, createdAt: now }),
        },
      };
    },
  });
}
