import assert from 'node:assert';
import { newId } from '@postrider/contracts';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request with its answer to be, and where it stands. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly queryString: string;
  readonly startedAt: Date;
  readonly startedMs: number;
  /** Bytes of the body that were read. */
  requestBytes: number;
  /** Fields of the body that the route does not know, as a header names them; null: none. */
  unknownFields: string | null;
}

/** Long enough to be unique, short and plain enough for logs; anything else gets an id of ours. */
const foreignId = /^[\w.-]{8,64}$/;

export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, string>> = {},
): RequestContext {
  const { method, url } = request;
  assert(method !== undefined && url !== undefined, 'a request to a server has both');
  const mark = url.indexOf('?');
  const given = request.headers['x-request-id'];
  return {
    request,
    response,
    params,
    method,
    requestId: typeof given === 'string' && foreignId.test(given) ? given : newId(),
    path: mark < 0 ? url : url.slice(0, mark),
    queryString: mark < 0 ? '' : url.slice(mark + 1),
    startedAt: new Date(),
    startedMs: performance.now(),
    requestBytes: 0,
    unknownFields: null,
  };
}
