import assert from 'node:assert';
import { AppError, invalidRequest } from '@postrider/contracts/errors';
import type { RequestContext } from './request-context';

/**
 * A body that its handler takes piece by piece, as it arrives: nothing but the piece in hand is in memory, and the client
 * is held back while the handler works on it. To be read once; a handler that stops before its end leaves the rest unread.
 */
export type Upload = AsyncIterable<Buffer>;

export interface BodyPace {
  readonly windowMs: number;
  /** Fewer bytes within one window are too slow, unless they were the last. */
  readonly bytesMin: number;
}

export interface UploadTerms {
  readonly bytesMax: number;
  /** What waits for the handler is not slow. */
  readonly pace: BodyPace;
}

/** @throws from its iterator: AppError `payload_too_large`, `request_timeout`, `validation_error` when the client breaks off */
export async function* readUpload(
  context: RequestContext,
  { bytesMax, pace }: UploadTerms,
): AsyncGenerator<Buffer> {
  const body = context.openBody();
  // The end follows the last piece directly, also for a paused reader: both wait here in order.
  const arrived: (Buffer | AppError | 'end')[] = [];
  let wake = (): void => undefined;
  const arrive = (what: Buffer | AppError | 'end'): void => {
    arrived.push(what);
    wake();
  };
  let bytesBefore = 0;
  let wasHeldBack = false;
  const onData = (chunk: Buffer): void => {
    body.pause();
    wasHeldBack = true;
    context.requestBytes += chunk.length;
    arrive(chunk);
  };
  const onEnd = (): void => arrive('end');
  const onBroken = (): void => arrive(invalidRequest('The body is incomplete.'));
  const clock = setInterval(() => {
    const isSlow = context.requestBytes - bytesBefore < pace.bytesMin;
    if (!wasHeldBack && isSlow) arrive(new AppError('request_timeout'));
    wasHeldBack = body.isPaused();
    bytesBefore = context.requestBytes;
  }, pace.windowMs).unref();
  body.on('data', onData).once('end', onEnd).once('error', onBroken).once('close', onBroken);
  if (body.destroyed) onBroken();
  try {
    for (;;) {
      if (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = arrived.shift();
      assert(next !== undefined, 'woken by what has arrived');
      if (next === 'end') return;
      if (next instanceof AppError) throw next;
      if (context.requestBytes > bytesMax) throw bodyTooLarge(bytesMax);
      yield next;
      body.resume();
    }
  } finally {
    clearInterval(clock);
    body.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    // Errors of a body that is no longer read do not matter.
    body.on('error', () => undefined);
  }
}

export function bodyTooLarge(bytesMax: number): AppError {
  return new AppError(
    'payload_too_large',
    `The body can have at most ${bytesMax.toLocaleString('en-US')} bytes.`,
  );
}
