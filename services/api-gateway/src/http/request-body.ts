import { AppError } from '@postrider/contracts/errors';
import { createByteBudget, type ByteReservation, type Metrics } from '@postrider/runtime';
import { z } from 'zod';
import { parseJson } from './json-body';
import type { RequestContext } from './request-context';
import { bodyTooLarge, readUpload, type BodyPace, type Upload } from './request-upload';
import type { Route } from './route';

/** A parsed body, or what is wrong with it. */
export interface ReceivedBody {
  readonly value: unknown;
  /** Instead of a value, of a route that reads its body itself. */
  readonly upload?: Upload;
  readonly problem?: Error;
}

/** Bodies up to here are read before admission control is asked; larger ones are worth a round trip of their own. */
const smallBodyBytesMax = 65_536;
const defaultBodyBytesMax = 1_000_000;
const defaultBodyValuesMax = 10_000;

/** Time for a body: 18 MB at 300 kB/s. Ends uploads that only mean to hold a connection. */
const bodyTimeoutMs = 60_000;
/** A body may wait this long for room, with its client held back, before it is refused. */
const roomWaitMs = 20_000;

/**
 * Reads and parses the body. Its errors are kept for later, since a request over its rate limit gets that error first.
 * @throws AppError `payload_too_large` before a byte is read; `rate_limited` before a large body is
 */
export type ReceiveBody = (
  route: Pick<Route, 'body' | 'upload' | 'bodyBytesMax' | 'bodyValuesMax'>,
  context: RequestContext,
  sender: BodySender,
) => Promise<ReceivedBody>;

/** Who sends a body. */
export interface BodySender {
  /** Whose share of memory it takes. */
  owner(): string;
  /** Before a large body. @throws AppError `rate_limited` */
  count(): Promise<void>;
}

export function createReceiveBody(options: {
  readonly bytesMax: number;
  readonly pace: BodyPace;
  readonly metrics: Metrics;
}): ReceiveBody {
  const { bytesMax: budgetBytes, pace, metrics } = options;
  // A quarter for one organization, and one body more, so that the others find room beside its uploads.
  const perOwnerMax = budgetBytes / 4;
  const budget = createByteBudget({ bytesMax: budgetBytes, perOwnerMax, waitMs: roomWaitMs });
  metrics.gauge('http_body_bytes', 'Bytes of request bodies held in memory.', budget.held);

  return async (route, context, sender) => {
    if (route.upload !== undefined) return openUpload(context, { ...route.upload, pace });
    if (route.body === undefined) return { value: undefined };
    const { bodyBytesMax: bytesMax = defaultBodyBytesMax, bodyValuesMax = defaultBodyValuesMax } = route;
    checkDeclared(context, bytesMax);
    const bytes = context.declaredBytes;
    if (bytes === 0 && isOptional(route.body)) return { value: undefined };
    if (bytes > smallBodyBytesMax) await sender.count();
    try {
      requireType(context, 'application/json');
      const atHand = context.bodyAtHand();
      if (atHand !== null) return { value: parseJson(atHand, bodyValuesMax) };
      const room = budget.open(sender.owner());
      return { value: parseJson(await arrivingBody(context, { bytesMax, room, pace }), bodyValuesMax) };
    } catch (error) {
      return { value: undefined, problem: error instanceof Error ? error : new Error(String(error)) };
    }
  };
}

/** How a body may arrive: at least so many bytes in each stretch of time, and in memory that is there. */
export interface BodyTerms {
  readonly bytesMax: number;
  readonly room: ByteReservation;
  /** A body that we hold back ourselves is not slow. */
  readonly pace: BodyPace;
}

/** Takes room for what has arrived: of a small body until all of it is there, of a large one until it is answered. */
async function arrivingBody(context: RequestContext, terms: BodyTerms): Promise<Buffer> {
  const release = (): void => terms.room.release();
  context.onceClosed(release);
  try {
    const body = await readBody(context, terms);
    if (body.length <= smallBodyBytesMax || context.isClosed) release();
    return body;
  } catch (error) {
    release();
    throw error;
  }
}

/** An action that takes no body from most callers; without one its content type does not matter either. */
function isOptional(body: z.ZodType): boolean {
  return body instanceof z.ZodOptional;
}

/** @throws AppError `payload_too_large` before a byte is read */
function checkDeclared({ declaredBytes }: RequestContext, bytesMax: number): void {
  // A body in chunks is counted as it arrives.
  if (declaredBytes !== Infinity && declaredBytes > bytesMax) throw bodyTooLarge(bytesMax);
}

/**
 * Nothing of it is read before the handler asks for it: by then the key was found to be allowed to.
 * @throws AppError `payload_too_large`
 */
function openUpload(
  context: RequestContext,
  { contentType, ...terms }: NonNullable<Route['upload']> & { readonly pace: BodyPace },
): ReceivedBody {
  checkDeclared(context, terms.bytesMax);
  try {
    requireType(context, contentType);
  } catch (error) {
    return { value: undefined, problem: error as Error };
  }
  return { value: undefined, upload: readUpload(context, terms) };
}

/** @throws AppError `unsupported_media_type` for anything else, and for compressed bodies */
function requireType({ headers }: RequestContext, wanted: 'application/json' | 'text/csv'): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== wanted) throw new AppError('unsupported_media_type');
  const encoding = headers['content-encoding'];
  // A compressed body can be a thousand times larger than it looks.
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Compressed bodies are not accepted.');
  }
}

/**
 * The room stays taken.
 * @throws AppError `payload_too_large`, `service_unavailable`, `request_timeout`, `invalid_json` when the client breaks off
 */
export function readBody(context: RequestContext, { bytesMax, room, pace }: BodyTerms): Promise<Buffer> {
  const body = context.openBody();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let bytesBefore = 0;
  let wasHeldBack = false;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      context.requestBytes = bytes;
      if (bytes > bytesMax) return stop(bodyTooLarge(bytesMax));
      chunks.push(chunk);
      const waiting = room.take(chunk.length);
      if (waiting === undefined) return;
      wasHeldBack = true;
      body.pause();
      waiting.then(() => body.resume(), onNoRoom);
    };
    const onEnd = (): void => {
      leave();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes));
    };
    const onBroken = (): void => stop(new AppError('invalid_json', 'The body is incomplete.'));
    const onNoRoom = (): void =>
      stop(
        new AppError('service_unavailable', 'Too many large requests at the same time. Try again.', {
          retryAfterSeconds: 2,
        }),
      );
    const clock = setInterval(() => {
      if (!wasHeldBack && bytes - bytesBefore < pace.bytesMin) stop(new AppError('request_timeout'));
      wasHeldBack = body.isPaused();
      bytesBefore = bytes;
    }, pace.windowMs).unref();
    const deadline = setTimeout(() => stop(new AppError('request_timeout')), bodyTimeoutMs).unref();
    const leave = (): void => {
      clearInterval(clock);
      clearTimeout(deadline);
      body.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      // Errors of a body that is no longer read do not matter.
      body.on('error', () => undefined);
    };
    const stop = (error: AppError): void => {
      leave();
      chunks.length = 0;
      reject(error);
    };
    body.on('data', onData).once('end', onEnd).once('error', onBroken).once('close', onBroken);
    if (body.destroyed) onBroken();
  });
}
