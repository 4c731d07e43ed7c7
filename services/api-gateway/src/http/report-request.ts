import type { Principal } from '@postrider/contracts/access';
import type { ApiLogWarning } from '@postrider/contracts/api-logs';
import type { IncomingHttpHeaders } from 'node:http';
import { createLineWriter, type Logger } from '@postrider/runtime';
import type { Reply } from './reply';
import type { RequestContext } from './request-context';
import type { RequestMeasures } from './request-measures';
import type { Endpoint } from './route';

/** What is known of an authenticated request once its answer is on its way: for the log line and the API log. */
export interface FinishedRequest {
  readonly id: string;
  /** The client's, or `id`. */
  readonly requestId: string;
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Size of the metadata map that was sent, as JSON; null when there was none. */
  readonly metadataBytes: number | null;
  /** Unknown fields of the body, as named in the response; null: none. */
  readonly unknownFields: string | null;
  /** It can be repeated and changes nothing. */
  readonly isRead: boolean;
  /** Emails that the request sent. */
  readonly emailIds: readonly string[];
  /** The answer of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
  /** Probable mistakes in it, by which it was not refused. */
  readonly warnings: readonly ApiLogWarning[];
  readonly exchange: RequestExchange;
}

/** What was said, as it was: an observer takes what it needs at once, since it would hold bodies in memory. */
export interface RequestExchange {
  readonly queryString: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined: there was none, or it could not be parsed. */
  readonly requestBody: unknown;
  /** Before it is written as JSON; undefined: there was none, or it was streamed. */
  readonly responseBody: unknown;
}

/** Called once per authenticated request, after the answer; must not throw and must not make anyone wait. */
export type RequestObserver = (finished: FinishedRequest) => void;

interface RequestOutcome {
  readonly endpoint: Endpoint;
  readonly principal: Principal | null;
  /** Of a session without a principal. */
  readonly userId: string | undefined;
  readonly errorCode: string | null;
  readonly requestBody: unknown;
  readonly responseBytes: number;
}

export type ReportRequest = (context: RequestContext, reply: Reply, outcome: RequestOutcome) => void;

/** Longer than any path of ours; what clients make up is cut. */
const loggedPathCharsMax = 200;

/** One log line and one measurement per answered request; authenticated ones are shown to the observer too. */
export function createReportRequest(options: {
  readonly log: Logger;
  readonly measures: RequestMeasures;
  readonly observe: RequestObserver;
}): ReportRequest {
  const { measures, observe } = options;
  const writeLine = createLineWriter(options.log, 'request');

  return (context, reply, { endpoint, principal, userId, ...outcome }) => {
    const durationMs = performance.now() - context.startedMs;
    measures.ofRoute(endpoint, reply.status, durationMs);
    const { errorCode, requestBody, responseBytes } = outcome;
    const { id, requestId, method, path, requestBytes } = context;
    const organizationId = principal?.organization.id;
    writeLine({
      request_id: requestId,
      organization_id: organizationId,
      [principal?.actor.type === 'key' ? 'key_id' : 'user_id']: principal?.actor.id ?? userId,
      method,
      path: path.slice(0, loggedPathCharsMax),
      status: reply.status,
      error_code: errorCode ?? undefined,
      message_id: reply.emailId,
      message_ids: reply.emailIds,
      duration_ms: Math.round(durationMs * 10) / 10,
    });
    if (principal === null || organizationId === undefined) return;
    observe({
      id,
      requestId,
      organizationId,
      apiKeyId: principal.actor.id,
      method,
      path,
      status: reply.status,
      errorCode,
      startedAt: context.startedAt,
      durationMs,
      requestBytes,
      responseBytes,
      metadataBytes: reply.metadataBytes ?? null,
      unknownFields: context.unknownFields,
      isRead: method === 'GET' || endpoint.isRead === true,
      emailIds: emailIdsOf(reply),
      isReplay: reply.headers?.['idempotent-replayed'] !== undefined,
      warnings: warningsOf(context, reply),
      exchange: {
        queryString: context.queryString,
        headers: context.headers,
        requestBody,
        responseBody: reply.body,
      },
    });
  };
}

const noWarnings: readonly ApiLogWarning[] = [];

function warningsOf(
  { unknownFields }: RequestContext,
  { warnings = noWarnings }: Reply,
): readonly ApiLogWarning[] {
  return unknownFields === null ? warnings : [...warnings, 'unknown_fields'];
}

const noIds: readonly string[] = [];

function emailIdsOf({ emailId, emailIds }: Reply): readonly string[] {
  return emailId === undefined ? (emailIds ?? noIds) : [emailId];
}
