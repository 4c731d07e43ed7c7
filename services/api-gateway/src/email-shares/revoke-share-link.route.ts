import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { namedEmail, type ShareLinkRouteOptions } from './share-link-request';

export function revokeShareLinkRoute(options: ShareLinkRouteOptions): Route {
  return defineRoute({
    operationId: 'revokeShareLink',
    method: 'DELETE',
    path: '/emails/:id/share-links/:share_link_id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Revoke a share link',
    description: 'Ends a share link at once: its page is not found any more.',
    tag: 'Emails',
    success: { status: 204, schema: null },
    errors: ['not_found'],
    handle: async ({ principal, params, requestId }) => {
      const { name } = await namedEmail(options, { principal, params });
      const { share_link_id: id } = params;
      const author = authorOf({ principal, requestId });
      if (!isId(id) || !(await options.shareLinks.revoke(name, { id, author }))) {
        throw new AppError('not_found');
      }
      return { status: 204 };
    },
  });
}
