import { AppError } from '@postrider/contracts/errors';
import { sample } from '@postrider/contracts/fields';
import { isId } from '@postrider/contracts/ids';
import { createdKeyResource } from '@postrider/contracts/keys';
import { revokeKeysRequest } from '@postrider/contracts/organizations';
import { z } from 'zod';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { presentPartnerKey } from './client-organizations.presenter';
import { newPartnerKey, requirePartner, type ClientOrganizationRouteOptions } from './partner-request';

const revokedKeys = z
  .object({
    object: z.literal('revoked_keys').meta({ description: 'Type of the object: always `revoked_keys`.' }),
    organization_id: z
      .string()
      .meta({ description: 'Id of the client organization.', examples: [sample.clientOrganizationId] }),
    revoked: z.int().meta({ description: 'Number of revoked keys.', examples: [3] }),
    api_key: createdKeyResource
      .nullable()
      .meta({ description: 'The new key with its token. Null if none was requested.' }),
  })
  .meta({ id: 'RevokedKeys', description: 'Revoked keys and their replacement.' });

/** The way out when a client's key leaked. It works also while the caller itself may not send. */
export function revokeClientKeysRoute(options: ClientOrganizationRouteOptions): Route {
  const { clients, bumpCacheVersion, clock } = options;
  return defineRoute({
    operationId: 'revokeClientKeys',
    method: 'POST',
    path: '/organizations/:id/revoke-keys',
    access: { key: 'ADMIN' },
    isSensitive: true,
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: revokeKeysRequest,
    bodyBytesMax: 65_536,
    summary: 'Revoke keys of a client',
    description:
      'Revokes all live keys of a client at once, for example after an incident. Also works while your organization is paused or under review. With `replace_with`, a new key is created; its token is returned only once.',
    tag: 'Organizations',
    success: { status: 200, schema: revokedKeys },
    errors: ['validation_error', 'not_found'],
    handle: async ({ principal, params: { id }, body, requestId }) => {
      requirePartner(principal);
      const minted = body?.replace_with === undefined ? null : newPartnerKey(principal, body.replace_with);
      const author = authorOf({ principal, requestId });
      const now = clock.now();
      const revocation = { clientId: id, replacement: minted?.key ?? null };
      const parentOrganizationId = principal.organization.id;
      const revoked = isId(id)
        ? await clients.revokeKeys(revocation, { parentOrganizationId, author, now })
        : null;
      if (revoked === null) throw new AppError('not_found');
      await bumpCacheVersion(id);
      const key = minted && presentPartnerKey(minted.key, { token: minted.token, createdAt: now });
      return {
        status: 200,
        body: { object: 'revoked_keys' as const, organization_id: id.toLowerCase(), revoked, api_key: key },
      };
    },
  });
}
