import { AppError, invalidField } from '@postrider/contracts/errors';
import { createImageRequest, imageLimits, imageResource } from '@postrider/contracts/images';
import { planNamed, type PlanTable } from '@postrider/contracts/organizations';
import { ThreadFailure, type ThreadPool } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { imageFormatOf } from './image-format';
import { presentImage, requireImageAuthor, type ImageRouteOptions } from './image-request';
import type { processImage } from './process-image.task';

/** A still image takes up to 2 seconds, an animation of 5,000,000 noisy pixels 4, and the library ends a step after 25. */
const timeLimitMs = 60_000;
/** Base64, with a name and an alternative text of all escapes. */
const bodyBytesMax = Math.ceil(imageLimits.uploadBytesMax / 3) * 4 + 20_000;

export function createImageRoute({
  images,
  publicUrl,
  plans,
  imageThreads,
}: ImageRouteOptions & {
  readonly plans: PlanTable;
  /** Of their own, so that images delay nothing else. */
  readonly imageThreads: ThreadPool;
}): Route {
  const file = require.resolve('./process-image.task');
  const run = imageThreads.work<typeof processImage>({ file, name: 'processImage', timeLimitMs });
  return defineRoute({
    operationId: 'createImage',
    method: 'POST',
    path: '/images',
    access: { key: 'SEND' },
    testKeys: 'refused',
    body: createImageRequest,
    bodyBytesMax,
    summary: 'Upload an image',
    description: `Uploads an image for emails, and returns its public URL. The file is decoded and encoded again: at most ${imageLimits.widthMax.toLocaleString('en-US')} pixels wide, which is twice the width of an email, without EXIF data. Large opaque PNG files become JPEG. WebP, which not every mail client shows, becomes PNG, JPEG or GIF. SVG is refused. An image that you have uploaded before is returned with status 200.`,
    tag: 'Images',
    success: { status: 201, repeated: 200, schema: imageResource },
    errors: ['validation_error', 'forbidden_domain', 'payload_too_large', 'plan_limit'],
    handle: async ({ principal, body, requestId }) => {
      requireImageAuthor(principal);
      const { imageBytes, imageStorageBytes } = planNamed(principal.organization.plan, plans);
      const upload = new Uint8Array(Buffer.from(body.content, 'base64'));
      if (upload.length > imageBytes) throw fileTooLarge(imageBytes);
      // A thread is not needed to see that a file is no image at all.
      if (imageFormatOf(upload) === null) {
        throw invalidField('content', 'must be a PNG, JPEG, GIF or WebP image; SVG is not supported');
      }
      const organizationId = principal.organization.id;
      const charge = { organizationId, transfer: [upload.buffer] };
      const processed = await run({ file: upload }, charge).catch(refuse);
      if (!processed.ok) throw invalidField('content', processed.problem);
      const image = { name: body.filename, alt: body.alt ?? null, file: processed };
      const author = authorOf({ principal, requestId });
      const { row, isNew } = await images.create(organizationId, image, {
        ...{ author, storageBytesMax: imageStorageBytes },
      });
      return { status: isNew ? 201 : 200, body: presentImage(row, publicUrl) };
    },
  });
}

function fileTooLarge(bytesMax: number): AppError {
  const megabytes = (bytesMax / 1_000_000).toLocaleString('en-US');
  return new AppError('payload_too_large', `The plan allows images of up to ${megabytes} MB.`);
}

/** @throws AppError `validation_error` for an image that costs too much, `service_unavailable` */
function refuse(error: unknown): never {
  if (!(error instanceof ThreadFailure)) throw error;
  if (error.isTooCostly) throw invalidField('content', 'takes too long to process; use a smaller image');
  const message = 'Too many images are being processed. Try again.';
  throw new AppError('service_unavailable', message, { retryAfterSeconds: 5, cause: error });
}
