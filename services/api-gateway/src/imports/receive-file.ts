import { AppError } from '@postrider/contracts';
import { headerBytesMax, type FileLayout, type LayoutResult } from './header-row';
import { chunkBytes, type ArrivedFile, type ImportsRepository } from './imports.repository';

/**
 * Puts a file down piece by piece while it arrives; one piece is in memory. What its first bytes say is looked at before the
 * rest is taken.
 * @throws AppError `validation_error` for a file that is no list of addresses, and whatever the upload throws
 */
export async function receiveFile<Layout extends FileLayout>(
  imports: Pick<ImportsRepository, 'addChunk'>,
  id: string,
  {
    upload,
    readLayout,
  }: {
    readonly upload: AsyncIterable<Buffer>;
    readonly readLayout: (start: Buffer) => LayoutResult<Layout>;
  },
): Promise<ArrivedFile> {
  let ordinal = 0;
  let bytes = 0;
  let head: LayoutResult<Layout> | null = null;
  for await (const chunk of inChunks(upload)) {
    head ??= readLayout(chunk.subarray(0, headerBytesMax));
    if (!head.ok) throw new AppError('validation_error', head.problem);
    await imports.addChunk(id, ordinal, chunk);
    ordinal += 1;
    bytes += chunk.length;
  }
  if (head === null) throw new AppError('validation_error', 'The file is empty.');
  return { ...head, bytes };
}

/** The same bytes in pieces of `chunkBytes`; the last is what is left. */
async function* inChunks(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  for await (const piece of upload) {
    for (let at = 0; at < piece.length;) {
      const copied = piece.copy(chunk, filled, at);
      at += copied;
      filled += copied;
      if (filled < chunkBytes) continue;
      yield chunk;
      chunk = Buffer.allocUnsafe(chunkBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}
