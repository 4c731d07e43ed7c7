import { AppError } from '@postrider/contracts/errors';
import { consolePrefix, createConsoleFeature } from './console/console-feature';
import { consoleRoutes } from './console/console-routes';
import type { ConsoleFeatureOptions } from './console/console-tools';
import { createAnswerPrincipal, type AnswerPrincipalOptions } from './http/answer-principal';
import { apiRoutes, type Refuse } from './http/api-routes';
import { createPipeline } from './http/pipeline';
import { presentError } from './http/reply';
import { createReportRequest } from './http/report-request';
import type { RequestMeasures } from './http/request-measures';
import type { Route } from './http/route';
import type { TableRoute } from './http/route-table';
import { createConsoleDocument } from './openapi/console-document';

interface MountedConsole {
  readonly table: readonly TableRoute[];
  /** Deletes sessions and sign-ins that have expired. */
  sweep(): Promise<void>;
  /** They would keep the server from closing. */
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Below `/console/api/v1`: the console's own endpoints and their document, and the public API's routes for members. Their requests are
 * not in the API log, which is of keys; changes are in the audit log.
 */
export function mountConsole(
  options: ConsoleFeatureOptions,
  {
    api,
    routes,
    refuse,
  }: {
    readonly api: AnswerPrincipalOptions & { readonly measures: RequestMeasures };
    readonly routes: readonly Route[];
    readonly refuse: Refuse;
  },
): MountedConsole {
  const feature = createConsoleFeature(options);
  const report = createReportRequest({ ...options, ...api, observe: () => undefined });
  const pipeline = { log: options.log, report, presentError };
  const mounted = { prefix: consolePrefix, refuse, otherMethod: () => new AppError('method_not_allowed') };
  const answerMember = createAnswerPrincipal({ ...api, authenticate: feature.authenticate });
  // A session has no key of its own; and Express answers what the lines ahead of it answer for keys.
  const ofMembers = routes
    .filter(({ path }) => path !== '/keys/me')
    .map(({ aheadOfExpress: _ahead, ...route }) => route);
  return {
    table: [
      documentLine(),
      ...apiRoutes({
        ...{ ...mounted, routes: consoleRoutes },
        processRequest: createPipeline({ ...pipeline, answer: feature.answer }),
      }),
      ...feature.redirects(refuse),
      ...apiRoutes({
        ...{ ...mounted, routes: ofMembers },
        processRequest: createPipeline({ ...pipeline, answer: answerMember }),
      }),
    ],
    sweep: () => feature.sweep(),
    endStreams: () => feature.endStreams(),
    close: () => feature.close(),
  };
}

function documentLine(): TableRoute {
  const body = JSON.stringify(createConsoleDocument(consoleRoutes));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return {
    method: 'GET',
    path: `${consolePrefix}/openapi.json`,
    handle: (context) => context.send({ status: 200, headers, body }),
  };
}
