import { z } from 'zod';
import { base64, decodedLength } from '../emails/attachments';
import { count, createdAt, flag, line, lineOrNull, objectName } from '../fields/fields';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { atMostBytes, lineOfText, text } from '../fields/text';

export const imageLimits = {
  /** Of the file as it is uploaded, in any plan. */
  uploadBytesMax: 10_000_000,
  /** Width times height of all frames: 100 MB while it is decoded. */
  pixelsMax: 25_000_000,
  framesMax: 300,
  /** Twice the width of an email, so that it is sharp on screens of two pixels to a point. */
  widthMax: 1_200,
  heightMax: 4_800,
  /** Of the file as it is stored and sent to readers. */
  storedBytesMax: 3_000_000,
  nameMax: 200,
  altMax: 500,
} as const;

/** What images are stored as, and the ending of their URLs. */
export const imageTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' } as const;
export type ImageType = keyof typeof imageTypes;

const { uploadBytesMax, widthMax, heightMax, nameMax, altMax } = imageLimits;

const name = lineOfText().trim().min(1, 'required').max(nameMax);
const alt = lineOfText().trim().max(altMax).nullable().optional();

export const createImageRequest = z
  .object({
    filename: name.meta({
      description: `Name of the file, 1 to ${nameMax} characters. Becomes the name of the image.`,
      examples: ['spring-sale.png'],
    }),
    content: base64
      .refine((content) => content !== '', 'required')
      .refine((content) => decodedLength(content) <= uploadBytesMax, atMostBytes(uploadBytesMax))
      .meta({
        description:
          'The file in base64: PNG, JPEG, GIF or WebP, recognized by its content. The plan limits its size.',
        examples: [
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        ],
      }),
    alt: alt.meta({
      description: `Alternative text, up to ${altMax} characters. Default: null.`,
      examples: ['Tulips in front of a shop window'],
    }),
  })
  .meta({
    id: 'CreateImageRequest',
    description: 'An image to upload.',
    examples: [
      {
        filename: 'spring-sale.png',
        content:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        alt: 'Tulips in front of a shop window',
      },
    ],
  });

export const listImagesQuery = pageQuery.extend({
  search: text()
    .trim()
    .min(1, 'required')
    .max(nameMax)
    .optional()
    .meta({
      description: 'Only images whose name or alternative text contains this. Case-insensitive.',
      examples: ['sale'],
    }),
});

/** Absent fields do not change. */
export const updateImageRequest = z
  .object({
    name: name.optional().meta({
      description: `Name of the image, 1 to ${nameMax} characters. Its URL does not change.`,
      examples: ['Spring sale'],
    }),
    alt: alt.meta({
      description: `Alternative text, up to ${altMax} characters. Null clears it. Emails that contain the image keep theirs.`,
      examples: ['Tulips in front of a shop window'],
    }),
  })
  .meta({
    id: 'UpdateImageRequest',
    description: 'Fields to change. Missing fields keep their values.',
    examples: [{ name: 'Spring sale' }],
  });

export const imageResource = z
  .object({
    object: objectName('image'),
    id: line('Id of the image.', sample.imageId),
    name: line('Name of the image.', 'spring-sale.png'),
    alt: lineOrNull(
      'Alternative text. Null: none yet. Empty: the image is decorative.',
      'Tulips in front of a shop window',
    ),
    url: line(
      'Public URL of the image, for emails and pages. It needs no key and never shows another image.',
      'https://api.example.com/i/6f1c0e4a115a1f6c0e4a11019e1b7d4c.png',
    ),
    content_type: z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]).meta({
      description: 'Media type of the stored image. WebP is stored as PNG, JPEG or GIF.',
      examples: ['image/png'],
    }),
    width: count(`Width of the stored image in pixels, at most ${widthMax.toLocaleString('en-US')}.`, 1_200),
    height: count(`Height of the stored image in pixels, at most ${heightMax.toLocaleString('en-US')}.`, 800),
    animated: flag('Whether the image has several frames.'),
    bytes: count('Size of the stored image in bytes. Counts toward the limit of the plan.', 182_400),
    created_at: createdAt('it was uploaded'),
  })
  .meta({ id: 'Image', description: 'An image for emails, signup pages and the logo.' });
export type ImageResource = z.infer<typeof imageResource>;
