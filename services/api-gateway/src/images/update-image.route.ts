import { AppError } from '@postrider/contracts/errors';
import { imageResource, updateImageRequest } from '@postrider/contracts/images';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { imageOf, presentImage, requireImageAuthor, type ImageRouteOptions } from './image-request';

export function updateImageRoute({ images, publicUrl }: ImageRouteOptions): Route {
  return defineRoute({
    operationId: 'updateImage',
    method: 'PATCH',
    path: '/images/:id',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: updateImageRequest,
    bodyBytesMax: 65_536,
    summary: 'Update an image',
    description:
      'Changes the name or the alternative text of an image. Its URL and its content never change.',
    tag: 'Images',
    success: { status: 200, schema: imageResource },
    errors: ['not_found', 'validation_error', 'forbidden_domain'],
    handle: async ({ principal, params, body: { name, alt }, requestId }) => {
      requireImageAuthor(principal);
      const change = { ...(name !== undefined && { name }), ...(alt !== undefined && { alt }) };
      const author = authorOf({ principal, requestId });
      const row = await images.change(imageOf({ principal, params }), change, author);
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentImage(row, publicUrl) };
    },
  });
}
