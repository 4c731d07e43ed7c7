import type { PlanTable } from '@postrider/contracts/organizations';
import type { ThreadPool } from '@postrider/runtime';
import type { Route } from '../http/route';
import { createImageRoute } from './create-image.route';
import { deleteImageRoute } from './delete-image.route';
import type { ImageRouteOptions } from './image-request';
import { listImagesRoute } from './list-images.route';
import { readImageRoute } from './read-image.route';
import { updateImageRoute } from './update-image.route';

/**
 * Two, so that one organization leaves a thread to the others. An image that waits is in memory, and decoding one takes up to 100 MB
 * outside the heap of its thread.
 */
export const imageThreadLimits = {
  name: 'images',
  threadsMax: 2,
  waitingMax: 16,
  waitingMaxEach: 4,
} as const;

export function imageRoutes(
  options: ImageRouteOptions & { readonly plans: PlanTable; readonly imageThreads: ThreadPool },
): Route[] {
  return [
    createImageRoute(options),
    listImagesRoute(options),
    readImageRoute(options),
    updateImageRoute(options),
    deleteImageRoute(options),
  ];
}
