import type { IncomingMessage } from 'node:http';
import { AppError } from '@postrider/contracts';
import type { ByteReservation } from '@postrider/runtime';
import type { Exchange } from './exchange';

/**
 * Length that a body declares; infinite when it comes in chunks.
 * @throws AppError `payload_too_large` before a byte is read
 */
export function declaredBytes({ headers }: IncomingMessage, bytesMax: number): number {
  const declared = headers['content-length'];
  if (declared === undefined) return headers['transfer-encoding'] === undefined ? 0 : Infinity;
  const bytes = Number(declared);
  if (bytes > bytesMax) throw tooLarge(bytesMax);
  return bytes;
}

/** @throws AppError `unsupported_media_type` for anything but plain JSON */
export function requireJson({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type');
  }
  const encoding = headers['content-encoding'];
  // A compressed body can be a thousand times larger than it looks.
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Compressed bodies are not accepted.');
  }
}

/** How a body may arrive: at least so many bytes in each stretch of time, and in memory that is there. */
export interface BodyTerms {
  readonly bytesMax: number;
  readonly room: ByteReservation;
  /** A body that we hold back ourselves is not slow. */
  readonly pace: BodyPace;
}

export interface BodyPace {
  readonly windowMs: number;
  /** Fewer bytes within one window are too slow, unless they were the last. */
  readonly bytesMin: number;
}

/** The body, if all of it arrived together with its head, as small ones do; null: it is still on its way. */
export function bodyAtHand({ request }: Exchange): Buffer | null {
  if (!request.complete) return null;
  return (request.read() as Buffer | null) ?? Buffer.alloc(0);
}

/**
 * The room stays taken.
 * @throws AppError `payload_too_large`, `service_unavailable`, `request_timeout`, `invalid_json` when the client breaks off
 */
export function readBody(exchange: Exchange, { bytesMax, room, pace }: BodyTerms): Promise<Buffer> {
  const { request, response } = exchange;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let bytesBefore = 0;
  let wasHeldBack = false;
  if (expectsContinue(request)) response.writeContinue();
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      exchange.requestBytes = bytes;
      if (bytes > bytesMax) return stop(tooLarge(bytesMax));
      chunks.push(chunk);
      const waiting = room.take(chunk.length);
      if (waiting === undefined) return;
      wasHeldBack = true;
      request.pause();
      waiting.then(() => request.resume(), onNoRoom);
    };
    const onEnd = (): void => {
      leave();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes));
    };
    const onBroken = (): void => stop(new AppError('invalid_json', 'The body is incomplete.'));
    const onNoRoom = (): void =>
      stop(new AppError('service_unavailable', 'Too many large requests at once.', { retryAfterSeconds: 2 }));
    const clock = setInterval(() => {
      if (!wasHeldBack && bytes - bytesBefore < pace.bytesMin) stop(new AppError('request_timeout'));
      wasHeldBack = request.isPaused();
      bytesBefore = bytes;
    }, pace.windowMs).unref();
    const leave = (): void => {
      clearInterval(clock);
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // What still goes wrong with a body that nobody reads any more concerns nobody.
      request.on('error', () => undefined);
    };
    const stop = (error: AppError): void => {
      leave();
      chunks.length = 0;
      reject(error);
    };
    request.on('data', onData).once('end', onEnd).once('error', onBroken).once('close', onBroken);
    if (request.destroyed) onBroken();
  });
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect !== undefined && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect);
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('payload_too_large', `The body may have at most ${bytesMax} bytes.`);
}
