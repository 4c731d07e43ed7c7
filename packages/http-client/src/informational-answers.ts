import type { Socket } from 'node:net';

/** All informational answers before one answer. More is a flood: a proxy that sends one a second stays far below it. */
const skippedBytesMax = 65_536;

/** `HTTP/1.1 103`, but not 101: after it, the connection speaks another protocol. */
const informational = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const statusLineBytes = 'HTTP/1.1 103 '.length;

/** The server sent informational answers without end. */
export class TooManyInformationalAnswersError extends Error {
  override readonly name = 'TooManyInformationalAnswersError';
  readonly code = 'informational_flood';

  constructor() {
    super(`more than ${skippedBytesMax} bytes of informational answers`);
  }
}

/**
 * Removes informational answers (`100 Continue`, `103 Early Hints`) from what undici reads of the socket. A client must
 * accept any number of them before the answer, also those that it did not ask for (RFC 9110, section 15.2); undici closes
 * the connection at the first 100, and has no limit for the others.
 */
export function skipInformationalAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
  /** From the head of a request to the status line of its answer. */
  let expectsAnswer = false;
  let held: Buffer | null = null;
  let skippedBytes = 0;

  // undici writes the head of a request as a string, and its body as bytes: an answer may come before the end of the body.
  socket.write = (...parameters: unknown[]): boolean => {
    if (typeof parameters[0] === 'string') {
      expectsAnswer = true;
      skippedBytes = 0;
    }
    return write(...parameters);
  };

  /** What is left of the bytes for undici; null: nothing yet. */
  const skip = (bytes: Buffer): Buffer | null => {
    let rest = bytes;
    for (;;) {
      if (isStartOfStatusLine(rest)) return hold(rest);
      if (!informational.test(rest.toString('latin1', 0, statusLineBytes))) {
        expectsAnswer = false;
        return rest;
      }
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return hold(rest);
      skippedBytes += end + 4;
      rest = rest.subarray(end + 4);
    }
  };
  const hold = (bytes: Buffer): null => {
    held = bytes.length === 0 ? null : bytes;
    if (skippedBytes + bytes.length > skippedBytesMax) socket.destroy(new TooManyInformationalAnswersError());
    return null;
  };

  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || !expectsAnswer) return chunk;
      const bytes = held === null ? chunk : Buffer.concat([held, chunk]);
      held = null;
      const rest = skip(bytes);
      if (rest !== null) return rest;
    }
  };
}

/** Too short to show a status. */
function isStartOfStatusLine(bytes: Buffer): boolean {
  return (
    bytes.length < statusLineBytes && 'HTTP/1.'.startsWith(bytes.toString('latin1', 0, 'HTTP/1.'.length))
  );
}
