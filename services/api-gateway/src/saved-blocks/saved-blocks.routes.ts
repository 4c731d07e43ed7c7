import type { Route } from '../http/route';
import { createSavedBlockRoute } from './create-saved-block.route';
import { deleteSavedBlockRoute } from './delete-saved-block.route';
import { listSavedBlocksRoute } from './list-saved-blocks.route';
import { readSavedBlockRoute } from './read-saved-block.route';
import type { SavedBlockRouteOptions } from './saved-block-request';
import { updateSavedBlockRoute } from './update-saved-block.route';

export function savedBlockRoutes(options: SavedBlockRouteOptions): Route[] {
  return [
    createSavedBlockRoute(options),
    listSavedBlocksRoute(options),
    readSavedBlockRoute(options),
    updateSavedBlockRoute(options),
    deleteSavedBlockRoute(options),
  ];
}
