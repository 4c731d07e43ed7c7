import assert from 'node:assert';
import { checkInput, quotable, validationError, type FieldProblem } from '@postrider/contracts';
import type { AdmissionControl } from '@postrider/admission';
import type { Clock, Logger } from '@postrider/runtime';
import type { Authenticate } from '../auth/authenticate';
import { checkPermission } from './check-permission';
import { errorReply, sendReply, type PresentError, type Reply } from './reply';
import type { ReportRequest } from './report-request';
import { createRequestAdmission, type RequestAdmission } from './request-admission';
import type { ReceiveBody, ReceivedBody } from './request-body';
import type { RequestContext } from './request-context';
import type { Route, RouteRequest } from './route';
import { findUnknownFields, unknownParameters } from './unknown-fields';

export interface PipelineOptions {
  readonly authenticate: Authenticate;
  readonly admissionControl: AdmissionControl;
  readonly receiveBody: ReceiveBody;
  readonly report: ReportRequest;
  readonly presentError: PresentError;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Answers a request to a route; never rejects. */
export type ProcessRequest = (route: Route, context: RequestContext) => Promise<void>;

/**
 * Takes every request to an endpoint through the same steps: authentication, body, admission control,
 * permission, validation, handler, answer.
 */
export function createPipeline(options: PipelineOptions): ProcessRequest {
  const { authenticate, admissionControl, receiveBody, report, clock, log } = options;

  return async (route, context) => {
    let admission: RequestAdmission | undefined;
    let reply: Reply;
    let errorCode: string | null = null;
    let requestBody: unknown;
    try {
      const authentication = authenticate(context);
      admission = createRequestAdmission(admissionControl, authentication, await authentication.principal());
      const body = await receiveBody(route, context, admission);
      requestBody = body.value;
      const admitted = { admission, body, isOfRelay: authentication.isOfRelay, now: clock.now() };
      reply = await admission.run(async () => route.handle(checkRequest(route, context, admitted)), {
        reservesQuota: route.reservesQuota === true,
      });
    } catch (error) {
      const refusal = errorReply(error, log, context.requestId);
      errorCode = refusal.code;
      reply = { ...refusal, body: options.presentError(refusal) };
    }
    let responseBytes = 0;
    try {
      const sent = sendReply(context, reply, admission?.rate() ?? null);
      responseBytes = typeof sent === 'number' ? sent : await sent;
    } catch (error) {
      // The status has gone out already: all we can do is break the answer off.
      errorCode = errorReply(error, log, context.requestId).code;
    }
    const principal = admission?.principal() ?? null;
    report(context, reply, { route, principal, errorCode, requestBody, responseBytes });
  };
}

interface Admitted {
  readonly now: Date;
  readonly admission: RequestAdmission;
  readonly body: ReceivedBody;
  readonly isOfRelay: boolean;
}

/**
 * The request as its handler gets it. Unknown fields are named in a header of whatever answer it gets.
 * @throws AppError `forbidden`, `test_key_not_allowed`, what is wrong with the body, `validation_error`
 */
function checkRequest(
  route: Route,
  context: RequestContext,
  { admission, body, isOfRelay, now }: Admitted,
): RouteRequest<unknown, unknown> {
  const principal = admission.principal();
  checkPermission(route, principal, now);
  if (body.problem !== undefined) throw body.problem;
  const query = queryOf(context);
  const unknown = findUnknownFields(route, body.value);
  context.unknownFields = unknown.header;
  return {
    principal,
    params: context.params,
    query: checkedQuery(route, query),
    body: checked(route, 'body', { value: body.value, problems: unknown.slips }),
    headers: context.headers,
    isOfRelay,
    requestId: context.requestId,
    upload: () => {
      assert(body.upload !== undefined, 'the route has an upload');
      return body.upload;
    },
    quota: admission,
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
