import type { Principal } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import type { ImageResource } from '@postrider/contracts/images';
import type { LinkOrigin } from '@postrider/runtime';
import { requireUnrestricted } from '../auth/principal-scope';
import type { RouteRequest } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import type { ImageName, ImageRow, ImagesRepository } from './images.repository';

export interface ImageRouteOptions {
  readonly images: ImagesRepository;
  readonly cursors: CursorCodec;
  /** Where readers get images from. */
  readonly publicUrl: LinkOrigin;
}

/** @throws AppError `forbidden_domain` */
export function requireImageAuthor(principal: Principal): void {
  requireUnrestricted(principal, 'Images belong to all domains of the organization.');
}

/**
 * The image that a path names.
 * @throws AppError `not_found` for what cannot be an id
 */
export function imageOf({
  principal,
  params: { id },
}: Pick<RouteRequest<unknown, unknown, { readonly id: string }>, 'principal' | 'params'>): ImageName {
  if (!isId(id)) throw new AppError('not_found');
  return { organizationId: principal.organization.id, id };
}

/** Path of an image, without the file name. Links in emails have it for good. */
export const imagePath = '/i/';

export function presentImage(row: ImageRow, { origin }: LinkOrigin): ImageResource {
  return {
    object: 'image',
    id: row.id,
    name: row.name,
    alt: row.alt,
    url: `${origin}${imagePath}${row.fileName}`,
    // By the column's CHECK.
    content_type: row.contentType as ImageResource['content_type'],
    width: row.width,
    height: row.height,
    animated: row.animated,
    bytes: row.bytes,
    created_at: row.createdAt.toISOString(),
  };
}
