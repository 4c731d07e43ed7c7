import { AppError } from '@postrider/contracts/errors';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { imageOf, requireImageAuthor, type ImageRouteOptions } from './image-request';

export function deleteImageRoute({ images }: ImageRouteOptions): Route {
  return defineRoute({
    operationId: 'deleteImage',
    method: 'DELETE',
    path: '/images/:id',
    access: { key: 'FULL' },
    testKeys: 'refused',
    summary: 'Delete an image',
    description:
      'Deletes an image. Emails that were sent with it no longer show it, except where a mail client has stored it. An image that the logo, a template, a saved block, an automation or a broadcast that is not sent yet contains cannot be deleted: `image_in_use`. The newest 500 templates and 2,000 broadcasts are searched.',
    tag: 'Images',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden_domain', 'image_in_use'],
    handle: async ({ principal, params, requestId }) => {
      requireImageAuthor(principal);
      const removed = await images.remove(imageOf({ principal, params }), authorOf({ principal, requestId }));
      if (!removed) throw new AppError('not_found');
      return { status: 204 };
    },
  });
}
