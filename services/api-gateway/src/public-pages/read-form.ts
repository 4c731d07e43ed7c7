import type { IncomingMessage } from 'node:http';

const formBytesMax = 65_536;
/** A browser sends a form in one packet or two. */
const formTimeoutMs = 10_000;

/** Discards a body, as long as it is no larger than any of ours. */
export function discardBody(request: IncomingMessage, bytesMax = formBytesMax): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) request.destroy();
  });
}

/**
 * The fields of a form that was posted. A status when it is larger than any of ours, or not here in time; a connection that ended gets
 * no answer whatever the status.
 */
export function readForm(
  request: IncomingMessage,
  {
    bytesMax = formBytesMax,
    timeoutMs = formTimeoutMs,
  }: { readonly bytesMax?: number; readonly timeoutMs?: number } = {},
): Promise<URLSearchParams | 408 | 413> {
  if (request.destroyed) return Promise.resolve(413);
  const chunks: Buffer[] = [];
  discardBody(request, bytesMax);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(408), timeoutMs);
    request.once('end', () => resolve(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))));
    request.once('close', () => {
      clearTimeout(timeout);
      resolve(413);
    });
  });
}
