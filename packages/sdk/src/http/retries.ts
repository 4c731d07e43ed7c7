import {
  AbortedError,
  ConnectionError,
  QuotaError,
  ServerError,
  TimeoutError,
  type PostriderError,
} from './errors';

/** A call never waits longer than this: the error says how long to wait. */
const retryAfterMaxMs = 10_000;
const firstBackoffMs = 500;
const backoffMaxMs = 8_000;
/** Added to the requested delay, so that clients do not retry at the same time. */
const retryAfterSpreadMs = 250;

/** What Node.js and others call a connection that was never made. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

/**
 * How long to wait before the same request is made again; undefined: it is not.
 *
 * @param isSafe making the request twice does what making it once does; if not, it is repeated only when the API
 *   cannot have begun with it
 * @param retry 0 for the first repetition
 */
export function waitBeforeRetryMs(
  error: PostriderError,
  { isSafe, retry }: { isSafe: boolean; retry: number },
): number | undefined {
  if (!mayRepeat(error, isSafe)) return undefined;
  const { retryAfterMs } = error;
  if (retryAfterMs === undefined) return Math.random() * Math.min(backoffMaxMs, firstBackoffMs * 2 ** retry);
  return retryAfterMs > retryAfterMaxMs ? undefined : retryAfterMs + Math.random() * retryAfterSpreadMs;
}

function mayRepeat(error: PostriderError, isSafe: boolean): boolean {
  if (error instanceof QuotaError || error instanceof AbortedError) return false;
  if (error.status === 429) return true;
  if (error instanceof ConnectionError) return isSafe || neverBegan(error.cause);
  return isSafe && (error instanceof TimeoutError || error instanceof ServerError || error.status === 408);
}

/** fetch hides what happened in causes of causes; a host with several addresses has an error for each. */
function neverBegan(cause: unknown, depthMax = 3): boolean {
  if (typeof cause !== 'object' || cause === null || depthMax === 0) return false;
  const { code, cause: inner, errors } = cause as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string' && neverConnected.has(code)) return true;
  if (Array.isArray(errors) && errors.length > 0)
    return errors.every((each) => neverBegan(each, depthMax - 1));
  return neverBegan(inner, depthMax - 1);
}
