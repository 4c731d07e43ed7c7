import type { Readable } from 'node:stream';
import { ByteBudgetError, type ByteReservation } from '@postrider/runtime';
import type { RequestContext } from '../http/request-context';

/** The body was not taken; `status` is the answer. */
export class BodyRefusedError extends Error {
  override readonly name = 'BodyRefusedError';

  constructor(
    readonly status: 400 | 408 | 413 | 415 | 503,
    text: string,
  ) {
    super(text);
  }
}

/** The largest are those of SendGrid, which batches events up to 768 KB; SNS has 256 KB at most, which JSON within JSON doubles. */
const bytesMax = 1_048_576;
const timeoutMs = 10_000;

/**
 * The body as it came, in room that is there; the room stays taken.
 * @throws BodyRefusedError
 */
export async function receiveNotification(context: RequestContext, room: ByteReservation): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = context.headers;
  // A compressed body can be a thousand times larger than it looks.
  if (encoding.toLowerCase() !== 'identity') throw new BodyRefusedError(415, 'compressed');
  if (context.declaredBytes !== Infinity && context.declaredBytes > bytesMax)
    throw new BodyRefusedError(413, 'too large');
  const body: Readable = context.openBody();
  const deadline = setTimeout(() => body.destroy(new BodyRefusedError(408, 'too slow')), timeoutMs).unref();
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new BodyRefusedError(413, 'too large');
      await room.take(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ByteBudgetError) throw new BodyRefusedError(503, 'no room');
    throw error instanceof BodyRefusedError ? error : new BodyRefusedError(400, 'incomplete');
  } finally {
    clearTimeout(deadline);
  }
  return Buffer.concat(chunks, bytes);
}
