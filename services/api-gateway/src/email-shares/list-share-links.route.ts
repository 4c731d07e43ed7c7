import { shareLinkList } from '@postrider/contracts/emails';
import { defineRoute, type Route } from '../http/route';
import { namedEmail, type ShareLinkRouteOptions } from './share-link-request';

export function listShareLinksRoute(options: ShareLinkRouteOptions): Route {
  return defineRoute({
    operationId: 'listShareLinks',
    method: 'GET',
    path: '/emails/:id/share-links',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'List share links',
    description: 'Returns the share links of an email that work, newest first, without their URLs.',
    tag: 'Emails',
    success: { status: 200, schema: shareLinkList },
    errors: ['not_found'],
    handle: async (request) => {
      const { name } = await namedEmail(options, request);
      return {
        status: 200,
        body: { object: 'list' as const, data: await options.shareLinks.list(name) },
      };
    },
  });
}
