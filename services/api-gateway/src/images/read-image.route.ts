import { AppError } from '@postrider/contracts/errors';
import { imageResource } from '@postrider/contracts/images';
import { defineRoute, type Route } from '../http/route';
import { imageOf, presentImage, type ImageRouteOptions } from './image-request';

export function readImageRoute({ images, publicUrl }: ImageRouteOptions): Route {
  return defineRoute({
    operationId: 'readImage',
    method: 'GET',
    path: '/images/:id',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    summary: 'Get an image',
    description: 'Returns an image by its id. `url` has the file.',
    tag: 'Images',
    success: { status: 200, schema: imageResource },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const row = await images.find(imageOf({ principal, params }));
      if (row === null) throw new AppError('not_found');
      return { status: 200, body: presentImage(row, publicUrl) };
    },
  });
}
