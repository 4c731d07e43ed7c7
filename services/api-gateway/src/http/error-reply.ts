import { AppError, errorCatalogue, type ErrorBody, type ErrorCode } from '@postrider/contracts';
import { isEngineUnavailable, type Logger } from '@postrider/runtime';
import type { Reply } from './route';

export interface ErrorReply extends Reply {
  readonly body: ErrorBody;
  readonly code: ErrorCode;
}

const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  rate_limited: 1,
  service_unavailable: 5,
  usage_unavailable: 5,
};

/** The answer to anything thrown. What is neither ours nor an outage is a bug: told in full to the log only. */
export function errorReply(error: unknown, log: Logger, requestId: string): ErrorReply {
  if (error instanceof AppError) return replyOf(error);
  if (isEngineUnavailable(error)) {
    log.warn({ err: error, request_id: requestId }, 'the database is not available');
    return replyOf(new AppError('service_unavailable'));
  }
  log.error({ err: error, request_id: requestId }, 'request failed: a bug');
  return replyOf(new AppError('internal_error'));
}

function replyOf({ code, message, retryAfterSeconds: given }: AppError): ErrorReply {
  const seconds = given ?? retryAfterSeconds[code];
  return {
    code,
    status: errorCatalogue[code].http,
    body: { error: { code, message } },
    // Whoever sends too slowly is not waited for.
    ...(code === 'request_timeout' && { unreadForMs: 0 }),
    headers: {
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
      ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    },
  };
}
