/**
 * What a thread does with an uploaded file: decodes it and encodes its pixels again. Nothing else of the file is left: no
 * EXIF data, no place where it was taken, no second file behind it.
 */
import { imageLimits, type ImageType } from '@postrider/contracts/images';
import sharp, { type Metadata, type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { imageFormatOf } from './image-format';

export type ProcessedImage =
  | {
      readonly ok: true;
      readonly content: Uint8Array<ArrayBuffer>;
      readonly contentType: ImageType;
      readonly width: number;
      readonly height: number;
      readonly animated: boolean;
    }
  /** What is wrong with the file, for its author. */
  | { readonly ok: false; readonly problem: string };

const { pixelsMax, framesMax, widthMax, heightMax, storedBytesMax } = imageLimits;

// One image at a time on one core, and nothing kept of it. Loaders of other formats cannot be reached, whatever a file claims to be.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});

/** The library's own limit of each step, below that of the thread: a thread in native code cannot be ended. */
const stepSeconds = 25;

/** Damaged data is refused, a harmless warning of a decoder is not. */
const reading: SharpOptions = { failOn: 'error', limitInputPixels: pixelsMax };

/** An opaque image that is larger than this as PNG is a photograph, and a third of the size as JPEG. */
const pngBytesMax = 400_000;
const jpeg = { quality: 82, progressive: true, mozjpeg: true } as const;

export async function processImage({ file }: { readonly file: Uint8Array }): Promise<ProcessedImage> {
  const format = imageFormatOf(file);
  if (format === null) return refused('must be a PNG, JPEG, GIF or WebP image; SVG is not supported');
  try {
    const metadata = await sharp(file, { ...reading, animated: true }).metadata();
    const problem = format === metadata.format ? sizeProblem(metadata) : unreadable;
    if (problem !== null) return refused(problem);
    return (metadata.pages ?? 1) > 1 ? await writeAnimation(file) : await writeStill(file, format === 'jpeg');
  } catch (error) {
    return refused(problemOf(error));
  }
}

const unreadable = 'is damaged or incomplete';
const tooManyPixels = `must have at most ${pixelsMax.toLocaleString('en-US')} pixels, all frames together`;

function sizeProblem({ width, height, pages = 1 }: Metadata): string | null {
  // The height of an animation is that of all its frames.
  if (width * height > pixelsMax) return tooManyPixels;
  return pages > framesMax ? `must have at most ${framesMax} frames` : null;
}

function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(text)) return tooManyPixels;
  if (/timeout/i.test(text)) return 'takes too long to process; use a smaller image';
  return unreadable;
}

async function writeAnimation(file: Uint8Array): Promise<ProcessedImage> {
  const { data, info } = await fitted(sharp(file, { ...reading, animated: true }))
    .gif({ effort: 3 })
    .toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  return stored(data, { contentType: 'image/gif', width: info.width, height, animated: true });
}

/** Decoded once; what follows works on plain pixels. */
async function writeStill(file: Uint8Array, isJpeg: boolean): Promise<ProcessedImage> {
  const { data, info } = await fitted(sharp(file, reading).autoOrient().toColourspace('srgb'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height, animated: false };
  if (!isJpeg) {
    const png = await pixelsOf(data, info).png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer();
    const keepsPng = png.length <= pngBytesMax || !(await pixelsOf(data, info).stats()).isOpaque;
    if (keepsPng) return stored(png, { ...size, contentType: 'image/png' });
  }
  const written = await pixelsOf(data, info).removeAlpha().jpeg(jpeg).toBuffer();
  return stored(written, { ...size, contentType: 'image/jpeg' });
}

function fitted(image: Sharp): Sharp {
  return image
    .timeout({ seconds: stepSeconds })
    .resize({ width: widthMax, height: heightMax, fit: 'inside', withoutEnlargement: true });
}

function pixelsOf(data: Buffer, { width, height, channels }: OutputInfo): Sharp {
  return sharp(data, { raw: { width, height, channels } }).timeout({ seconds: stepSeconds });
}

function stored(
  data: Buffer,
  image: Omit<Extract<ProcessedImage, { ok: true }>, 'ok' | 'content'>,
): ProcessedImage {
  if (data.length > storedBytesMax) {
    const megabytes = storedBytesMax / 1_000_000;
    return refused(
      `has more than ${megabytes} MB at ${image.width} pixels width; use a smaller image, or fewer frames`,
    );
  }
  // Memory of the library cannot be moved to another thread.
  return { ok: true, content: new Uint8Array(data), ...image };
}

function refused(problem: string): ProcessedImage {
  return { ok: false, problem };
}
