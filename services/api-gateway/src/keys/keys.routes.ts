import type { Route } from '../http/route';
import { createKeyRoute } from './create-key.route';
import type { KeyRouteOptions } from './key-request';
import { listKeysRoute } from './list-keys.route';
import { readKeyRoute } from './read-key.route';
import { readOwnKeyRoute } from './read-own-key.route';
import { revokeKeyRoute } from './revoke-key.route';
import { rotateKeyRoute } from './rotate-key.route';

/** `/keys/me` before `/keys/:id`: the first that fits answers. */
export function keyRoutes(options: KeyRouteOptions): Route[] {
  return [
    readOwnKeyRoute(),
    createKeyRoute(options),
    listKeysRoute(options),
    readKeyRoute(options),
    rotateKeyRoute(options),
    revokeKeyRoute(options),
  ];
}
