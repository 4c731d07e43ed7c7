import { AppError, checkInput, permissions, validationMessage, type Principal } from '@postrider/contracts';
import type { QuotaReservation } from '@postrider/admission';
import type { Exchange } from './exchange';
import type { ReceivedBody } from './receive-body';
import type { Route, RouteRequest } from './route';
import { unknownFields } from './unknown-fields';

/**
 * The request as its handler gets it; fields that nobody knows are told with any answer.
 * @throws AppError `forbidden`, `test_key_not_allowed`, what is wrong with the body, `validation_error`
 */
export function checkRequest(
  route: Route,
  exchange: Exchange,
  given: { readonly principal: Principal; readonly admission: QuotaReservation; readonly body: ReceivedBody },
): RouteRequest<unknown, unknown> {
  const { principal, admission, body } = given;
  checkPermission(route, principal);
  if (body.problem !== undefined) throw body.problem;
  exchange.unknownFields = unknownFields(route, body.value);
  return {
    principal,
    params: exchange.params,
    query: checked(route, 'query', queryOf(exchange)),
    body: checked(route, 'body', body.value),
    headers: exchange.request.headers,
    requestId: exchange.requestId,
    quota: admission,
  };
}

function checkPermission(route: Route, principal: Principal): void {
  if (permissions.indexOf(principal.permission) < permissions.indexOf(route.permission)) {
    throw new AppError('forbidden', `This endpoint needs a key with permission ${route.permission}.`);
  }
  if (principal.mode === 'test' && route.testKeys === 'refused') throw new AppError('test_key_not_allowed');
}

/** @throws AppError `validation_error` naming every bad field */
function checked(route: Route, part: 'query' | 'body', value: unknown): unknown {
  const schema = route[part];
  if (schema === undefined) return undefined;
  const read = checkInput(schema, value);
  if (read.ok) return read.value;
  const further = part === 'body' ? (route.furtherProblems?.(value) ?? []) : [];
  throw new AppError('validation_error', validationMessage([...read.problems, ...further]));
}

function queryOf({ queryString }: Exchange): Record<string, string> {
  return queryString === '' ? {} : Object.fromEntries(new URLSearchParams(queryString));
}
