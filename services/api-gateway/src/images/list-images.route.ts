import { listOf } from '@postrider/contracts/fields';
import { imageResource, listImagesQuery } from '@postrider/contracts/images';
import { defineRoute, type Route } from '../http/route';
import { createPager } from '../paging/page';
import { presentImage, type ImageRouteOptions } from './image-request';

export function listImagesRoute({ images, cursors, publicUrl }: ImageRouteOptions): Route {
  return defineRoute({
    operationId: 'listImages',
    method: 'GET',
    path: '/images',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    query: listImagesQuery,
    summary: 'List images',
    description: 'Returns the images of the organization, newest first.',
    tag: 'Images',
    success: { status: 200, schema: listOf(imageResource).meta({ id: 'ImageList' }) },
    errors: ['validation_error', 'invalid_cursor'],
    handle: async ({ principal, query }) => {
      const organizationId = principal.organization.id;
      const pager = createPager(cursors, { list: 'images', organizationId });
      const found = await images.list(organizationId, pager.start(query), query.search);
      const body = pager.finishSearch(found, query.limit, (row) => presentImage(row, publicUrl));
      return { status: 200, body };
    },
  });
}
