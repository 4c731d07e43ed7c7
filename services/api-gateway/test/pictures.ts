import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export interface PictureShape {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue; with a fourth, its opacity. */
  readonly color?: readonly number[];
  /** What its header says instead of its true size. */
  readonly claims?: { readonly width: number; readonly height: number };
}

/** A PNG of one color, written here so that it is what a test says it is. */
export function pngOf({ width, height, color = [200, 30, 60], claims }: PictureShape): Buffer {
  const size = claims ?? { width, height };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  header.set([8, color.length === 4 ? 6 : 2], 8);
  const line = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(width * color.length, Buffer.from(color as number[])),
  ]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Like no other, in base64. */
export function uniquePicture(): string {
  return pngOf({ width: 8, height: 8, color: [...randomBytes(4)] }).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
