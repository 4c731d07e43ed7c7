import { AppError } from '@postrider/contracts/errors';
import { isId, newId } from '@postrider/contracts/ids';
import { createdKeyResource, mintToken, rotateKeyRequest } from '@postrider/contracts/keys';
import type { Mode } from '@postrider/contracts/statuses';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { requestedLimits } from './key-limits';
import { keyPresenter } from './keys.presenter';
import { createdBy, requireRotatableBy, visibleCreator, type KeyRouteOptions } from './key-request';

export function rotateKeyRoute({ keys, bumpCacheVersion, clock }: KeyRouteOptions): Route {
  return defineRoute({
    operationId: 'rotateKey',
    method: 'POST',
    path: '/keys/:id/rotate',
    access: { key: 'ADMIN', user: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: rotateKeyRequest,
    bodyBytesMax: 65_536,
    summary: 'Rotate an API key',
    description:
      'Creates a replacement with the same permissions, and with the same limits unless the body has others. Its daily count starts at zero. Its token is returned only once. The old token works for another 24 hours. A key can be rotated once (`already_rotated`): rotate its replacement instead.',
    tag: 'Keys',
    success: { status: 201, schema: createdKeyResource },
    errors: [
      'validation_error',
      'not_found',
      'admin_key_not_mintable',
      'forbidden_domain',
      'already_rotated',
      'already_revoked',
    ],
    handle: async ({ principal, params: { id }, body = {}, requestId }) => {
      if (!isId(id)) throw new AppError('not_found');
      const organizationId = principal.organization.id;
      const now = clock.now();
      let token = '';
      const row = await keys.rotate(
        organizationId,
        {
          ...{ id, now, replacementId: newId(), permit: requireRotatableBy(principal, now) },
          createdBy: createdBy(principal),
          creatorId: visibleCreator(principal),
          limits: (row) => requestedLimits(body, { mode: row.mode, known: row }),
          mint: (mode: Mode) => {
            const minted = mintToken(mode);
            token = minted.token;
            return minted;
          },
        },
        authorOf({ principal, requestId }),
      );
      await bumpCacheVersion(organizationId);
      return { status: 201, body: { ...keyPresenter(principal, now)(row), token } };
    },
  });
}
