import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface ZipFileContent {
  readonly name: string;
  readonly content: Buffer;
  /** What the archive says of it instead of the truth. */
  readonly claimedBytes?: number;
  /** Its deflated octets, for content that is too large to be made. */
  readonly deflated?: Buffer;
  readonly encrypted?: boolean;
}

/** A zip archive (APPNOTE 4.3): local headers with their data, the central directory, and its end. */
export function zipArchive(files: readonly ZipFileContent[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const data = file.deflated ?? deflateRawSync(file.content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(file.encrypted === true ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(file.content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(file.claimedBytes ?? file.content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), common, place, name]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

/** A deflate stream of so many times 16 MB of blanks: 16 KB each. */
export function deflatedBlanks(times: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(16 * 1_048_576, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array<Buffer>(times).fill(piece), deflateRawSync(Buffer.alloc(0))]);
}
