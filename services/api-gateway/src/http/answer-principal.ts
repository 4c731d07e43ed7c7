import assert from 'node:assert';
import type { AdmissionControl } from '@postrider/admission';
import type { Clock } from '@postrider/runtime';
import type { Authenticate } from '../auth/authenticate';
import { checkPermission } from './check-permission';
import { answerVersioned, requestedVersion, type FindLastChange } from './object-version';
import { checked, checkedQuery, queryOf, type AnswerRequest } from './pipeline';
import { createRequestAdmission, type RequestAdmission } from './request-admission';
import type { ReceiveBody, ReceivedBody } from './request-body';
import type { RequestContext } from './request-context';
import type { Route, RouteRequest } from './route';
import { findUnknownFields } from './unknown-fields';

export interface AnswerPrincipalOptions {
  readonly authenticate: Authenticate;
  readonly admissionControl: AdmissionControl;
  readonly receiveBody: ReceiveBody;
  readonly findLastChange: FindLastChange;
  readonly clock: Clock;
}

/**
 * Answers requests to the public API: authentication, body, admission control, permission, validation, handler. The authenticator
 * determines the principal.
 */
export function createAnswerPrincipal(options: AnswerPrincipalOptions): AnswerRequest<Route> {
  const { authenticate, admissionControl, receiveBody, findLastChange, clock } = options;
  return async (route, context, record) => {
    const authentication = authenticate(context);
    const first = await authentication.principal();
    const admission = createRequestAdmission(admissionControl, authentication, first);
    record.principal = () => admission.principal();
    record.rate = () => admission.rate();
    const body = await receiveBody(route, context, admission);
    record.body = body.value;
    const admitted = { admission, body, isOfRelay: authentication.isOfRelay, now: clock.now() };
    const handle = async () => {
      const request = checkRequest(route, context, admitted);
      if (route.versioned === undefined) return route.handle(request);
      const { organization } = request.principal;
      return answerVersioned(
        route.versioned,
        () => route.handle(request),
        (id) => findLastChange(organization.id, id),
      );
    };
    return admission.run(handle, { reservesQuota: route.reservesQuota === true });
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
    version: requestedVersion(route.versioned, context.headers['if-match']),
    isOfRelay,
    requestId: context.requestId,
    onceClosed: (listener) => context.onceClosed(listener),
    upload: () => {
      assert(body.upload !== undefined, 'the route has an upload');
      return body.upload;
    },
    quota: admission,
  };
}
