import type { ApiLogWarning } from '@postrider/contracts/api-logs';
import {
  AppError,
  errorCatalogue,
  errorDetailOf,
  type ErrorBody,
  type ErrorCode,
} from '@postrider/contracts/errors';
import { isEngineUnavailable, type Logger } from '@postrider/runtime';
import type { RequestContext } from './request-context';

/** What a handler answers. Text is sent as it is with `contentType`; anything else as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly contentType?: string;
  /** Instead of a body: text or bytes that are made, or read, while they are sent. */
  readonly stream?: AsyncIterable<string | Uint8Array>;
  /** The stream ends when its client leaves. */
  readonly isEndless?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whole `Set-Cookie` lines. */
  readonly cookies?: readonly string[];
  /** How long the unused rest of a body is read before the connection ends. */
  readonly unreadForMs?: number;
  /** For the log line: the email that this request is about, or those that it has made. */
  readonly emailId?: string;
  readonly emailIds?: readonly string[];
  /** For the API log: size of the metadata map that was sent, as JSON. */
  readonly metadataBytes?: number;
  /** For the API log: probable mistakes in the request. */
  readonly warnings?: readonly ApiLogWarning[];
}

export interface ErrorReply extends Reply {
  readonly body: ErrorBody;
  readonly code: ErrorCode;
}

const mismatch: readonly ApiLogWarning[] = ['idempotency_mismatch'];

/** Says that an idempotency key was used before, and whether for something else. */
export function replayReply(accepted: {
  readonly replayed: boolean;
  readonly mismatched: boolean;
}): Pick<Reply, 'headers' | 'warnings'> {
  if (!accepted.replayed) return {};
  if (!accepted.mismatched) return { headers: { 'idempotent-replayed': 'true' } };
  return {
    headers: { 'idempotent-replayed': 'true', 'idempotent-mismatch': 'true' },
    warnings: mismatch,
  };
}

/** The body of an error, for clients that know another form than ours. */
export type PresentError = (reply: ErrorReply) => unknown;
export const presentError: PresentError = ({ body }) => body;

/** Unless the error says it itself. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  rate_limited: 1,
  service_unavailable: 5,
  usage_unavailable: 5,
};

/** The answer to anything thrown. An error that is neither ours nor an outage is a bug: only the log has its details. */
export function errorReply(error: unknown, log: Logger, requestId: string): ErrorReply {
  if (error instanceof AppError) return replyOf(error);
  if (isEngineUnavailable(error)) {
    log.warn({ err: error, request_id: requestId }, 'the database is not available');
    return replyOf(new AppError('service_unavailable'));
  }
  log.error({ err: error, request_id: requestId }, 'request failed unexpectedly');
  return replyOf(new AppError('internal_error'));
}

function replyOf(error: AppError): ErrorReply {
  const { code, retryAfterSeconds: own } = error;
  const seconds = own ?? retryAfterSeconds[code];
  return {
    code,
    status: errorCatalogue[code].http,
    body: { error: errorDetailOf(error) },
    // A slow sender is not waited for.
    ...(code === 'request_timeout' && { unreadForMs: 0 }),
    headers: {
      // Where the code is explained (RFC 8288); the body is fixed.
      link: `</docs/errors#${code}>; rel="help"`,
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
      ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    },
  };
}

/** Rate of the calling key after this request; null: it has no cap. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** @returns bytes of the body; of a stream once it has ended, rejecting when it broke off */
export function sendReply(
  context: RequestContext,
  reply: Reply,
  rate: RateState | null,
): number | Promise<number> {
  const { requestId, unknownFields } = context;
  const body = bodyText(reply);
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const headers: Record<string, string | number> = { 'x-request-id': requestId, 'cache-control': 'no-store' };
  if (reply.stream !== undefined && reply.contentType !== undefined)
    headers['content-type'] = reply.contentType;
  if (body !== undefined) {
    headers['content-type'] = reply.contentType ?? 'application/json; charset=utf-8';
    headers['content-length'] = bytes;
  }
  if (unknownFields !== null) headers['postrider-unknown-fields'] = unknownFields;
  if (rate !== null) {
    headers['ratelimit-limit'] = rate.limit;
    headers['ratelimit-remaining'] = rate.remaining;
    headers['ratelimit-reset'] = Math.ceil(rate.resetMs / 1_000);
  }
  if (reply.headers) Object.assign(headers, reply.headers);
  const head = { status: reply.status, headers, cookies: reply.cookies };
  if (reply.stream !== undefined) return context.sendStream(head, reply.stream);
  context.send({ ...head, body, unreadForMs: reply.unreadForMs });
  return bytes;
}

function bodyText({ body }: Reply): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
