import assert from 'node:assert';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import { createNodeRequest } from './node-request';
import type { RequestContext } from './request-context';
import type { Route } from './route';

/** A line of the gateway's route table. The first line that matches a request answers it. */
export interface TableRoute {
  /** GET is for HEAD too, ANY for each method. */
  readonly method: Route['method'] | 'ANY';
  /** In Express syntax; a pattern is compared with the path as it came. */
  readonly path: string | RegExp;
  /** Also served on customers' tracking hosts. */
  readonly onTrackingHosts?: true;
  /**
   * Requests to exactly this path, without a query, are answered before Express sees them. Only where a comment gives the measured
   * gain.
   */
  readonly aheadOfExpress?: true;
  /** Answers; must not throw. */
  readonly handle: (context: RequestContext) => void;
}

/** A line, or pages that Express serves. */
export type TableLine = TableRoute | Router;

/** Restricts customers' tracking hosts to the lines marked `onTrackingHosts`. */
export interface HostGuard {
  isTrackingHost(headers: IncomingHttpHeaders): boolean | Promise<boolean>;
  readonly refuse: (context: RequestContext) => void;
}

interface TableOptions {
  /** The last line matches every request. */
  readonly table: readonly TableLine[];
  readonly guard: HostGuard;
  /** Answers a request that failed in Express. */
  readonly refuse: (context: RequestContext, error: unknown) => void;
}

/** Serves the table; the gateway's only request listener. */
export function serveTable(options: TableOptions): RequestListener {
  const ahead = new Map(
    options.table
      .filter(isRoute)
      .filter(({ aheadOfExpress }) => aheadOfExpress)
      .map((line) => [targetOf(line), line]),
  );
  const app = createExpressApp(options);
  const begin = beginInGroups();
  return (request, response) => {
    const line = ahead.get(`${request.method} ${request.url}`);
    if (line === undefined) {
      app(request, response);
      return;
    }
    const context = createNodeRequest(request, response);
    passGuard(options.guard, request.headers, {
      pass: () => begin(line, context),
      refuse: () => options.guard.refuse(context),
    });
  };
}

function createExpressApp({ table, guard, refuse }: TableOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The pipeline reads the query itself.
  app.set('query parser', false);

  mount(app, table.filter(isForTrackingHosts));
  app.use((request, response, next) => {
    passGuard(guard, request.headers, {
      pass: next,
      refuse: () => guard.refuse(createNodeRequest(request, response)),
    });
  });
  mount(
    app,
    table.filter((line) => !isForTrackingHosts(line)),
  );

  const patterns = table.filter(isRoute).filter(({ path }) => path instanceof RegExp);
  // eslint-disable-next-line @typescript-eslint/max-params -- Express knows an error handler by its four parameters
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const context = createNodeRequest(request, response);
    // The parameters of this path cannot be decoded, so a line without parameters answers.
    const line = error instanceof URIError ? patterns.find(({ path }) => matches(path, context)) : undefined;
    if (line === undefined) refuse(context, error);
    else line.handle(context);
  });
  return app;
}

/** Consecutive lines of one path become one Express route, because Express tests the path of each route in turn. */
function mount(app: Express, lines: readonly TableLine[]): void {
  const routeOf = (path: TableRoute['path']) => app.route(path);
  let mounted: { readonly path: TableRoute['path']; readonly route: ReturnType<typeof routeOf> } | undefined;
  for (const line of lines) {
    if (!isRoute(line)) {
      app.use(line);
      continue;
    }
    const { method, path, handle } = line;
    if (mounted?.path !== path) mounted = { path, route: routeOf(path) };
    const express = method === 'ANY' ? 'all' : (method.toLowerCase() as Lowercase<Route['method']>);
    mounted.route[express]((request, response) => {
      handle(createNodeRequest(request, response, request.params as Record<string, string>));
    });
  }
}

/** Method and path of the requests that a line answers ahead of Express. */
function targetOf({ method, path }: TableRoute): string {
  assert(
    typeof path === 'string' && !path.includes(':') && method !== 'ANY',
    'a line ahead of Express has one method and path',
  );
  return `${method} ${path}`;
}

function isRoute(line: TableLine): line is TableRoute {
  return typeof line !== 'function';
}

function isForTrackingHosts(line: TableLine): boolean {
  return isRoute(line) && line.onTrackingHosts === true;
}

function matches(path: string | RegExp, context: RequestContext): boolean {
  return path instanceof RegExp && path.test(context.path);
}

function passGuard(
  guard: HostGuard,
  headers: IncomingHttpHeaders,
  { pass, refuse }: { readonly pass: () => void; readonly refuse: () => void },
): void {
  const found = guard.isTrackingHost(headers);
  if (found === false) return pass();
  if (found === true) return refuse();
  // It does not reject.
  void found.then((isTrackingHost) => (isTrackingHost ? refuse() : pass()));
}

/** A few milliseconds of work: the longest that answers of the engines wait. */
const groupMax = 16;

/**
 * Begins requests when everything that has arrived is read, a group at a time, so that answers of Redis and PostgreSQL are processed
 * between groups. Fifty bodies that arrive together would otherwise leave both idle until the last one is validated.
 */
function beginInGroups(): (line: TableRoute, context: RequestContext) => void {
  let waiting: (readonly [TableRoute, RequestContext])[] = [];
  const beginGroup = (): void => {
    const group = waiting.slice(0, groupMax);
    waiting = waiting.slice(groupMax);
    if (waiting.length > 0) setImmediate(beginGroup);
    for (const [line, context] of group) line.handle(context);
  };
  return (line, context) => {
    if (waiting.length === 0) setImmediate(beginGroup);
    waiting.push([line, context]);
  };
}
