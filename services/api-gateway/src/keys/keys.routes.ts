import type { Route } from '../http/route';
import { readOwnKeyRoute } from './read-own-key.route';

export function keyRoutes(): Route[] {
  return [readOwnKeyRoute()];
}
