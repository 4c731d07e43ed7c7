import type { Readable } from 'node:stream';
import type { RequestContext } from '../http/request-context';

const formBytesMax = 65_536;
/** A browser sends a form in one packet or two. */
const formTimeoutMs = 10_000;

/** Discards a body, as long as it is no larger than any of ours. */
export function discardBody(context: RequestContext): void {
  destroyAbove(context.openBody(), formBytesMax);
}

function destroyAbove(body: Readable, bytesMax: number): void {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) body.destroy();
  });
}

/**
 * The fields of a form that was posted. A status when it is larger than any of ours, or not here in time; a connection that ended gets
 * no answer whatever the status.
 */
export function readForm(
  context: RequestContext,
  {
    bytesMax = formBytesMax,
    timeoutMs = formTimeoutMs,
  }: { readonly bytesMax?: number; readonly timeoutMs?: number } = {},
): Promise<URLSearchParams | 408 | 413> {
  const body = context.openBody();
  if (body.destroyed) return Promise.resolve(413);
  const chunks: Buffer[] = [];
  destroyAbove(body, bytesMax);
  body.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(408), timeoutMs);
    body.once('end', () => resolve(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))));
    body.once('close', () => {
      clearTimeout(timeout);
      resolve(413);
    });
  });
}
