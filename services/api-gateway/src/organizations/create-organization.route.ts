import {
  AppError,
  clientOrganization,
  createdKeyResource,
  createOrganizationRequest,
  reservedSlugs,
} from '@postrider/contracts';
import { z } from 'zod';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { alertAddress } from '../organization/alert-address';
import { newPartnerKey } from './new-partner-key';
import type { OrganizationRouteParts } from './organization-route-parts';
import { presentOrganization, presentPartnerKey } from './organizations.presenter';
import { requirePartner } from './partner';

export function createOrganizationRoute(parts: OrganizationRouteParts): Route {
  const { organizations, bumpOrganizationEpoch, clock } = parts;
  return defineRoute({
    method: 'POST',
    path: '/organizations',
    permission: 'ADMIN',
    testKeys: 'refused',
    body: createOrganizationRequest,
    bodyBytesMax: 65_536,
    summary: 'Create a client organization; the token of its first key is shown in this answer only',
    tag: 'Organizations',
    success: {
      status: 201,
      schema: z
        .object({ organization: clientOrganization, api_key: createdKeyResource })
        .meta({ id: 'CreatedOrganization' }),
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
      const { key, token } = newPartnerKey(body.api_key);
      const now = clock.now();
      const row = await organizations.create(
        principal.organization.id,
        { name, slug, alertEmail, key },
        { ...authorOf({ principal, requestId }), now },
      );
      await bumpOrganizationEpoch(row.id);
      return {
        status: 201,
        body: {
          organization: presentOrganization(row),
          api_key: presentPartnerKey(key, { token, createdAt: now }),
        },
      };
    },
  });
}
