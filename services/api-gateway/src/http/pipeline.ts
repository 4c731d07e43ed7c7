import type { Principal } from '@postrider/contracts/access';
import { checkInput, quotable, validationError, type FieldProblem } from '@postrider/contracts/errors';
import type { Logger } from '@postrider/runtime';
import { errorReply, sendReply, type PresentError, type RateState, type Reply } from './reply';
import type { ReportRequest } from './report-request';
import type { RequestContext } from './request-context';
import type { Endpoint, Route } from './route';
import { unknownParameters } from './unknown-fields';

/** Caller and limits of a request, filled in while it is answered; the answer and the log line show them. */
export interface RequestRecord {
  principal: () => Principal | null;
  /** Of a session, also where the request names no organization. */
  userId?: string;
  rate: () => RateState | null;
  body?: unknown;
}

/**
 * Takes a request from authentication to its handler's answer. Callers with a key, with a session of the console, and with a session at
 * the public API differ in this alone.
 */
export type AnswerRequest<Mounted extends Endpoint> = (
  endpoint: Mounted,
  context: RequestContext,
  record: RequestRecord,
) => Promise<Reply>;

export interface PipelineOptions<Mounted extends Endpoint> {
  readonly answer: AnswerRequest<Mounted>;
  readonly report: ReportRequest;
  readonly presentError: PresentError;
  readonly log: Logger;
}

/** Answers a request to an endpoint; never rejects. */
export type ProcessRequest<Mounted extends Endpoint = Route> = (
  endpoint: Mounted,
  context: RequestContext,
) => Promise<void>;

/** Every request to an endpoint: the answer or its refusal, sent, measured and logged. */
export function createPipeline<Mounted extends Endpoint>(
  options: PipelineOptions<Mounted>,
): ProcessRequest<Mounted> {
  const { answer, report, presentError, log } = options;

  return async (endpoint, context) => {
    const record: RequestRecord = { principal: () => null, rate: () => null };
    let reply: Reply;
    let errorCode: string | null = null;
    try {
      reply = await answer(endpoint, context, record);
    } catch (error) {
      const refusal = errorReply(error, log, context.requestId);
      errorCode = refusal.code;
      reply = { ...refusal, body: presentError(refusal) };
    }
    let responseBytes = 0;
    try {
      const sent = sendReply(context, reply, record.rate());
      // Nothing waits for the end of an endless stream: it is reported once it is open.
      if (typeof sent === 'number') responseBytes = sent;
      else if (reply.isEndless !== true) responseBytes = await sent;
    } catch (error) {
      // The status has gone out already: all we can do is break the answer off.
      errorCode = errorReply(error, log, context.requestId).code;
    }
    const { userId, body: requestBody } = record;
    report(context, reply, {
      ...{ endpoint, principal: record.principal(), userId },
      ...{ errorCode, requestBody, responseBytes },
    });
  };
}

/** @throws AppError `validation_error` naming every bad and every unknown parameter */
export function checkedQuery(route: Pick<Route, 'query'>, query: Readonly<Record<string, string>>): unknown {
  return checked(route, 'query', { value: query, problems: unknownParameters(route, query) });
}

/** @throws AppError `validation_error` naming every bad field, `problems` first */
export function checked(
  route: Pick<Route, 'query' | 'body' | 'furtherProblems'>,
  part: 'query' | 'body',
  { value, problems = [] }: { readonly value: unknown; readonly problems?: readonly FieldProblem[] },
): unknown {
  const schema = route[part];
  if (schema === undefined) return undefined;
  const read = checkInput(schema, value);
  if (read.ok && problems.length === 0) return read.value;
  const further = part === 'body' && !read.ok ? (route.furtherProblems?.(value) ?? []) : [];
  const found = read.ok ? [] : read.problems;
  throw validationError([...problems, ...found, ...further]);
}

const noQuery: Readonly<Record<string, string>> = {};

/** @throws AppError `validation_error` naming each parameter that is not UTF-8 */
export function queryOf({ queryString }: RequestContext): Readonly<Record<string, string>> {
  if (queryString === '') return noQuery;
  if (queryString.includes('%') && !isDecodable(queryString)) {
    const problems = queryString
      .split('&')
      .filter((parameter) => !isDecodable(parameter))
      .map((parameter) => ({ path: quotable(parameter.split('=', 1).join('')), message: notDecodable }));
    throw validationError(problems);
  }
  return Object.fromEntries(new URLSearchParams(queryString));
}

const notDecodable = 'must be percent-encoded UTF-8';

/** `URLSearchParams` takes anything, and puts U+FFFD where it cannot decode: the request would mean something else. */
function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
