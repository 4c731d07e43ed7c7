import { invalidRequest } from '@postrider/contracts/errors';
import type { Author } from '../audit/record-audit-entry';
import { headerBytesMax, type FileLayout, type LayoutResult } from './header-row';
import type { ImportRouteOptions } from './import-routes';
import { chunkBytes, type ArrivedFile, type ImportRow, type NewImport } from './imports.repository';

interface IncomingImport {
  readonly wanted: NewImport;
  readonly author: Author;
  readonly upload: AsyncIterable<Buffer>;
  /** What the first bytes of the file say of it. */
  readonly readLayout: (start: Buffer) => LayoutResult<FileLayout>;
}

/**
 * Stores a file while it arrives, and queues its import. Nothing is left of one that did not arrive whole.
 * @throws AppError `rate_limited` when the organization has as many open as it may, `validation_error` for a file that is no list of
 * addresses, and whatever the upload throws
 */
export async function receiveImport(
  { imports, wakeImports }: Pick<ImportRouteOptions, 'imports' | 'wakeImports'>,
  { wanted, author, upload, readLayout }: IncomingImport,
): Promise<ImportRow> {
  const id = await imports.open(wanted);
  try {
    const file = await storeFile((...chunk) => imports.addChunk(id, ...chunk), { upload, readLayout });
    const row = await imports.queue(id, file, { ...wanted, author });
    wakeImports();
    return row;
  } catch (error) {
    // Should this fail too, the sweep finds what is left.
    await imports.discard(id).catch(() => undefined);
    throw error;
  }
}

/** Piece by piece, with one in memory. What the first bytes say is looked at before the rest is taken. */
async function storeFile(
  addChunk: (ordinal: number, content: Buffer) => Promise<void>,
  { upload, readLayout }: Pick<IncomingImport, 'upload' | 'readLayout'>,
): Promise<ArrivedFile> {
  let ordinal = 0;
  let bytes = 0;
  let head: LayoutResult<FileLayout> | null = null;
  for await (const chunk of inChunks(upload)) {
    head ??= readLayout(chunk.subarray(0, headerBytesMax));
    if (!head.ok) throw invalidRequest(head.problem);
    await addChunk(ordinal, chunk);
    ordinal += 1;
    bytes += chunk.length;
  }
  if (head === null) throw invalidRequest('The file is empty.');
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
