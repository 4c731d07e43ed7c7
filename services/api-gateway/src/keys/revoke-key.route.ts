import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { keyResource } from '@postrider/contracts/keys';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { keyPresenter } from './keys.presenter';
import { requireGrantable, visibleCreator, type KeyRouteOptions } from './key-request';

export function revokeKeyRoute({ keys, bumpCacheVersion, clock }: KeyRouteOptions): Route {
  return defineRoute({
    operationId: 'revokeKey',
    method: 'POST',
    path: '/keys/:id/revoke',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    summary: 'Revoke an API key',
    description:
      'Revokes a key at once, even the calling one. Requests and SMTP logins with it are refused; accepted emails are still sent. This cannot be undone.',
    tag: 'Keys',
    success: { status: 200, schema: keyResource },
    errors: ['not_found', 'forbidden_domain', 'already_revoked'],
    handle: async ({ principal, params: { id }, requestId }) => {
      if (!isId(id)) throw new AppError('not_found');
      const organizationId = principal.organization.id;
      const now = clock.now();
      const row = await keys.revoke(
        organizationId,
        {
          id,
          now,
          creatorId: visibleCreator(principal),
          permit: ({ domainIds }) => requireGrantable(principal, domainIds),
        },
        authorOf({ principal, requestId }),
      );
      await bumpCacheVersion(organizationId);
      return { status: 200, body: keyPresenter(principal, now)(row) };
    },
  });
}
