import type { Route } from '../http/route';
import { createShareLinkRoute } from './create-share-link.route';
import { listShareLinksRoute } from './list-share-links.route';
import { revokeShareLinkRoute } from './revoke-share-link.route';
import type { ShareLinkRouteOptions } from './share-link-request';

export function emailShareRoutes(options: ShareLinkRouteOptions): Route[] {
  return [createShareLinkRoute(options), listShareLinksRoute(options), revokeShareLinkRoute(options)];
}
