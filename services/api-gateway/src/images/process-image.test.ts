import sharp from 'sharp';
import { pngOf } from '../../test/pictures';
import { imageFormatOf } from './image-format';
import { processImage, type ProcessedImage } from './process-image.task';

type Written = Extract<ProcessedImage, { ok: true }>;

async function written(file: Uint8Array): Promise<Written> {
  const image = await processImage({ file });
  if (!image.ok) throw new Error(image.problem);
  return image;
}

async function problem(file: Uint8Array): Promise<string> {
  const image = await processImage({ file });
  return image.ok ? 'no problem' : image.problem;
}

/** Pixels that no encoder can make small. */
function noise(width: number, height: number): sharp.Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
  });
}

/** Frames that differ so much that no encoder takes two of them for one. */
async function animation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_none, n) =>
    pngOf({ width: 40, height: 30, color: [(n * 83) % 256, (n * 47) % 256, 80] }),
  );
  const joined = sharp(pictures, { join: { animated: true } });
  return format === 'gif'
    ? joined.gif({ loop: 2, delay: pictures.map(() => 120) }).toBuffer()
    : joined.webp().toBuffer();
}

it('keeps a small PNG as it looks', async () => {
  const image = await written(pngOf({ width: 3, height: 2, color: [200, 30, 60, 128] }));
  expect(image).toMatchObject({ contentType: 'image/png', width: 3, height: 2, animated: false });
  const { data } = await sharp(image.content).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 4)]).toEqual([200, 30, 60, 128]);
});

it('an image is at most 1,200 pixels wide and 4,800 high, and never larger than it was', async () => {
  const sizes = await Promise.all(
    [
      { width: 2_400, height: 1_600 },
      { width: 600, height: 9_600 },
      { width: 1_200, height: 10 },
    ].map(async (shape) => {
      const { width, height } = await written(pngOf(shape));
      return [width, height];
    }),
  );
  expect(sizes).toEqual([
    [1_200, 800],
    [300, 4_800],
    [1_200, 10],
  ]);
});

it('writes photographs as JPEG, and what is transparent as PNG', async () => {
  const photograph = await noise(900, 600).png().toBuffer();
  expect(imageFormatOf((await written(photograph)).content)).toBe('jpeg');
  const transparent = await noise(500, 400).ensureAlpha(0.5).png().toBuffer();
  expect(imageFormatOf((await written(transparent)).content)).toBe('png');
});

it('writes WebP as what every mail client shows', async () => {
  const still = await sharp(pngOf({ width: 20, height: 20 }))
    .webp()
    .toBuffer();
  expect(await written(still)).toMatchObject({ contentType: 'image/png', animated: false });
  expect(await written(await animation('webp'))).toMatchObject({ contentType: 'image/gif', animated: true });
});

it('keeps the frames of an animation, with their time and repetitions', async () => {
  const image = await written(await animation('gif'));
  expect(image).toMatchObject({ contentType: 'image/gif', width: 40, height: 30, animated: true });
  expect(await sharp(image.content, { animated: true }).metadata()).toMatchObject({
    ...{ pages: 3, loop: 2, delay: [120, 120, 120] },
  });
});

it('leaves nothing of the EXIF data, and turns the picture as it says', async () => {
  const photograph = await noise(60, 40)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Ada Lovelace' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(photograph.includes('Exif')).toBe(true);
  const image = await written(photograph);
  expect(image).toMatchObject({ contentType: 'image/jpeg', width: 40, height: 60 });
  const { exif, orientation, icc, xmp } = await sharp(image.content).metadata();
  expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
  expect(Buffer.from(image.content).includes('Ada')).toBe(false);
});

it('leaves nothing of what is behind the picture', async () => {
  const file = Buffer.concat([
    pngOf({ width: 4, height: 4 }),
    Buffer.from('<script>alert(1)</script>PK\x03\x04'),
  ]);
  expect(Buffer.from((await written(file)).content).includes('script')).toBe(false);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const noImage = 'must be a PNG, JPEG, GIF or WebP image; SVG is not supported';

it.each([
  ['SVG', Buffer.from(svg)],
  ['SVG behind blanks', Buffer.from(`\n  <?xml version="1.0"?>${svg}`)],
  ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
  ['PDF', Buffer.from('%PDF-1.7\n')],
  ['TIFF', Buffer.from('49492a0008000000', 'hex')],
  ['a bitmap', Buffer.from('BM\0\0\0\0\0\0')],
  ['AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0')],
  ['nothing', Buffer.alloc(0)],
])('refuses %s', async (_what, file) => {
  expect(await problem(file)).toBe(noImage);
});

it.each([
  ['a signature alone', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['a JPEG that is SVG', Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
  ['a GIF that is HTML', Buffer.from('GIF89a<html><script>alert(1)</script></html>')],
  ['a PNG without its end', pngOf({ width: 300, height: 300 }).subarray(0, 120)],
])('refuses %s', async (_what, file) => {
  expect(await problem(file)).toBe('is damaged or incomplete');
});

describe('a hostile file', () => {
  it('with a few bytes for billions of pixels is refused by its header', async () => {
    const bomb = pngOf({ width: 1, height: 1, claims: { width: 60_000, height: 60_000 } });
    expect(await problem(bomb)).toMatch(/^must have at most 25,000,000 pixels/);
  });

  it('that claims more lines than it has is refused', async () => {
    const short = pngOf({ width: 10, height: 10, claims: { width: 10, height: 2_000 } });
    expect(await problem(short)).toBe('is damaged or incomplete');
  });

  it('with too many frames is refused', async () => {
    expect(await problem(await animation('gif', 301))).toBe('must have at most 300 frames');
  });

  it('that stays large is refused', async () => {
    const large = await noise(1_200, 1_600).ensureAlpha(0.5).png().toBuffer();
    expect(await problem(large)).toMatch(/^has more than 3 MB at 1200 pixels width/);
  });

  it('never ends the process, whatever bytes are changed', async () => {
    const files = [await noise(30, 20).jpeg().toBuffer(), await animation('gif'), await animation('webp')];
    for (const file of [...files, pngOf({ width: 30, height: 20 })]) {
      for (let at = 8; at < Math.min(file.length, 200); at += 3) {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        await expect(processImage({ file: changed })).resolves.toHaveProperty('ok');
      }
    }
  });
});
