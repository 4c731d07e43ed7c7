import { newId } from '@postrider/contracts/ids';
import { createdKeyResource, createKeyRequest, mintToken } from '@postrider/contracts/keys';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requestedLimits } from './key-limits';
import { keyPresenter } from './keys.presenter';
import {
  createdBy,
  grantedDomainIds,
  grantedExpiry,
  grantedRights,
  requireMintable,
  type KeyRouteOptions,
} from './key-request';

export function createKeyRoute({ keys, bumpCacheVersion, clock }: KeyRouteOptions): Route {
  return defineRoute({
    operationId: 'createKey',
    method: 'POST',
    path: '/keys',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: createKeyRequest,
    bodyBytesMax: 65_536,
    summary: 'Create an API key',
    description:
      'Creates a key. The token is returned only once; Postrider stores a hash. Keys with the permission `admin` are created in the console. A key that is restricted to domains can create keys only for these; one that is limited in what it may send can create none. Use one key per program, so that you can rotate it separately.',
    tag: 'Keys',
    success: { status: 201, schema: createdKeyResource },
    errors: ['validation_error', 'admin_key_not_mintable', 'forbidden_domain', 'unknown_domain'],
    handle: async ({ principal, body, requestId }) => {
      const now = clock.now();
      requireMintable(principal, body.permission, now);
      const { name, permission, mode } = body;
      const { token, prefix, tokenHash } = mintToken(mode);
      const row = await keys.create(
        principal.organization.id,
        {
          ...{ id: newId(), name, permission, mode, prefix, tokenHash, createdAt: now },
          domainIds: grantedDomainIds(principal, body),
          rateLimit: body.rate_limit ?? null,
          ...requestedLimits(body, { mode }),
          ...grantedRights(principal, body.rights),
          expiresAt: grantedExpiry(principal, body.expires_at, now),
          ...createdBy(principal),
        },
        authorOf({ principal, requestId }),
      );
      await bumpCacheVersion(principal.organization.id);
      return { status: 201, body: { ...keyPresenter(principal, now)(row), token } };
    },
  });
}
