import type { Reply } from './reply';

type FileReply = Required<Pick<Reply, 'status' | 'stream' | 'contentType' | 'headers'>>;

/** A file of a stranger. Whatever it calls itself, no browser shows or runs it: it is bytes to be saved. */
export function fileReply({
  filename,
  contentType = 'application/octet-stream',
  bytes,
  content,
}: {
  readonly filename: string;
  readonly contentType?: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Uint8Array;
}): FileReply {
  return {
    status: 200,
    stream: content instanceof Uint8Array ? whole(content) : content,
    contentType,
    headers: {
      'content-length': String(bytes),
      'content-disposition': contentDisposition(filename),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

// eslint-disable-next-line @typescript-eslint/require-await -- a body is an asynchronous stream
async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** RFC 6266: a name in ASCII for old programs, and as it is for the others. */
function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
