import type { Principal } from '@postrider/contracts';
import type { Logger, Metrics } from '@postrider/runtime';
import type { Exchange } from './exchange';
import type { RequestObserver } from './finished-request';
import type { Reply } from './route';

export interface RequestOutcome {
  readonly principal: Principal | null;
  readonly errorCode: string | null;
  readonly responseBytes: number;
}

export type RequestReporter = (exchange: Exchange, reply: Reply, outcome: RequestOutcome) => void;

/** Longer than any path of ours; what clients make up is cut. */
const LOGGED_PATH_CHARS_MAX = 200;

/** One log line and one measurement per answered request; authenticated ones are shown to the observer too. */
export function createRequestReporter(given: {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly observe: RequestObserver;
}): RequestReporter {
  const { log, metrics, observe } = given;
  const durations = metrics.histogram(
    'http_request_duration_seconds',
    'Time from head to answer, by status class.',
  );
  const labels = [1, 2, 3, 4, 5].map((family) => ({ status: `${family}xx` }));

  return (exchange, reply, { principal, errorCode, responseBytes }) => {
    const durationMs = performance.now() - exchange.startedMs;
    durations.record(durationMs / 1_000, labels[Math.floor(reply.status / 100) - 1]);
    const { requestId, path, requestBytes } = exchange;
    const method = exchange.request.method ?? '';
    const organizationId = principal?.organization.id;
    log.info(
      {
        request_id: requestId,
        organization_id: organizationId,
        key_id: principal?.keyId,
        method,
        path: path.slice(0, LOGGED_PATH_CHARS_MAX),
        status: reply.status,
        error_code: errorCode ?? undefined,
        duration_ms: Math.round(durationMs * 10) / 10,
      },
      'request',
    );
    if (principal === null || organizationId === undefined) return;
    observe({
      requestId,
      organizationId,
      apiKeyId: principal.keyId,
      method,
      path,
      status: reply.status,
      errorCode,
      startedAt: exchange.startedAt,
      durationMs,
      requestBytes,
      responseBytes,
      metadataBytes: reply.metadataBytes ?? null,
      unknownFields: exchange.unknownFields,
    });
  };
}
