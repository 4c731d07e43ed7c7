import type { EmailCheckFinding } from '@postrider/contracts/emails';
import type { CheckedEmail } from '../checked-email';
import type { HtmlDocument, Image } from '../reading/read-html';
import { listPlaces, quoted } from './finding-list';

/** A mobile connection of 10 Mbit/s takes a second for it. */
const fileBytesMax = 1_000_000;
/** A fifth of what Gmail shows. */
const dataUriCharsMax = 20_000;
/** More than any screen shows of a mail. */
const pixelsMax = 2_000;
/** Fewer are a caption, and a footer at most. */
const textCharsMin = 50;
/** An image of so few pixels is for tracking or spacing. */
const spacerPixelsMax = 2;

export function checkImages(
  { images, textChars }: HtmlDocument,
  attachments: CheckedEmail['attachments'],
): EmailCheckFinding[] {
  const shown = images.filter((image) => !isSpacer(image));
  const withoutAlt = shown
    .filter(({ alt, isDecoration }) => alt === null && !isDecoration)
    .map(({ src, line }) => ({
      line,
      message: `The image ${quoted(src)} has no alternative text. Add alt, or alt="" if it is decoration.`,
    }));
  const kind = { severity: 'warning', field: 'html' } as const;
  return [
    ...listPlaces(
      { code: 'missing_alt', ...kind },
      withoutAlt,
      (rest) => `${rest} more images have no alternative text.`,
    ),
    ...(shown.length > 0 && textChars < textCharsMin ? [imageOnly] : []),
    ...listPlaces(
      { code: 'large_image', ...kind },
      largeImages(shown),
      (rest) => `${rest} more images are large.`,
    ),
    ...listPlaces(
      { code: 'large_image', severity: 'warning', field: 'attachments' },
      attachments
        .filter(
          ({ contentType, isInline, size }) =>
            isInline && size > fileBytesMax && contentType.startsWith('image/'),
        )
        .map(({ filename, size }) => ({
          message: `${quoted(filename)} has ${inKilobytes(size)}. Images in an email should have at most ${inKilobytes(fileBytesMax)}.`,
        })),
      (rest) => `${rest} more images are large.`,
    ),
  ];
}

const imageOnly: EmailCheckFinding = {
  code: 'image_only',
  severity: 'warning',
  message:
    'The email has almost no text besides its images. Filters distrust it, and readers who do not load images see nothing.',
  field: 'html',
};

function largeImages(images: readonly Image[]) {
  return images.flatMap(({ src, width, height, line }) => {
    if (src.length > dataUriCharsMax && /^data:/i.test(src)) {
      const message = `An image within the HTML has ${inKilobytes(src.length)}, which count toward the 102 kB that Gmail shows. Attach it with a content id, or link to it.`;
      return [{ line, message }];
    }
    const pixels = Math.max(pixelsOf(width) ?? 0, pixelsOf(height) ?? 0);
    if (pixels <= pixelsMax) return [];
    return [
      {
        line,
        message: `The image ${quoted(src)} is declared as ${pixels} pixels: reduce it to its size in the email.`,
      },
    ];
  });
}

function isSpacer({ width, height }: Image): boolean {
  return [width, height].some((size) => (pixelsOf(size) ?? Infinity) <= spacerPixelsMax);
}

/** Null of what is no number of pixels, such as a percentage. */
function pixelsOf(size: string | undefined): number | null {
  const digits = /^\s*(\d{1,6})(?:px)?\s*$/i.exec(size?.slice(0, 20) ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

function inKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000).toLocaleString('en-US')} kB`;
}
