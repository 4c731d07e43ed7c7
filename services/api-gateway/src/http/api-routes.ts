import type { AppError } from '@postrider/contracts/errors';
import type { Logger } from '@postrider/runtime';
import type { ProcessRequest } from './pipeline';
import { errorReply, sendReply, type PresentError } from './reply';
import type { RequestContext } from './request-context';
import type { RequestMeasures } from './request-measures';
import type { Endpoint, Route } from './route';
import type { TableRoute } from './route-table';

export const apiPrefix = '/api/v1';

/** How an API is mounted. Its pipeline determines who calls. */
export interface ApiMount<Mounted extends Endpoint> {
  /** Before the path of each route: `/api/v1`. */
  readonly prefix: string;
  readonly routes: readonly Mounted[];
  readonly processRequest: ProcessRequest<Mounted>;
  readonly refuse: Refuse;
  /** The error for a method that the path does not support. */
  readonly otherMethod: (context: RequestContext) => AppError;
}

/** One line for each endpoint, and one for each path, which refuses other methods. */
export function apiRoutes<Mounted extends Endpoint & Pick<Route, 'aheadOfExpress'>>({
  prefix,
  routes,
  processRequest,
  refuse,
  otherMethod,
}: ApiMount<Mounted>): TableRoute[] {
  const linesOf = ([path, own]: readonly [string, readonly Mounted[]]): TableRoute[] => {
    const allow = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    return [
      ...own.map((route): TableRoute => ({
        method: route.method,
        path: prefix + path,
        ...(route.aheadOfExpress && { aheadOfExpress: true }),
        handle: (context) => void processRequest(route, context),
      })),
      {
        method: 'ANY',
        path: prefix + path,
        handle: (context) => refuse(context, otherMethod(context), { allow }),
      },
    ];
  };
  const paths = [...Map.groupBy(routes, ({ path }) => path)];
  const hasParameters = ([path]: readonly [string, unknown]): boolean => path.includes('/:');
  // `/emails/batch` is no email named "batch", whatever the method.
  return [...paths.filter((path) => !hasParameters(path)), ...paths.filter(hasParameters)].flatMap(linesOf);
}

/** Answers a request that matched no endpoint, or failed before it did. */
export type Refuse = (
  context: RequestContext,
  error: unknown,
  headers?: Readonly<Record<string, string>>,
) => void;

export function createRefuse({
  presentError,
  countRefusal,
  log,
}: {
  readonly presentError: PresentError;
  readonly countRefusal: RequestMeasures['ofNone'];
  readonly log: Logger;
}): Refuse {
  return (context, error, headers) => {
    const reply = errorReply(error, log, context.requestId);
    const body = presentError(reply);
    void sendReply(context, { ...reply, body, headers: { ...headers, ...reply.headers } }, null);
    countRefusal(context.method, reply.status);
  };
}
