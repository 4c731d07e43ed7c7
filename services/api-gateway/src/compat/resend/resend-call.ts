import assert from 'node:assert';
import type { Principal } from '@postrider/contracts/access';
import { AppError, checkInput, validationError } from '@postrider/contracts/errors';
import { queryNumber } from '@postrider/contracts/fields';
import { isId } from '@postrider/contracts/ids';
import { permissions } from '@postrider/contracts/statuses';
import { z } from 'zod';
import { requireNoLimits, requireRights } from '../../http/check-permission';
import type { Reply } from '../../http/reply';
import type { Route, RouteRequest } from '../../http/route';
import type { CursorCodec } from '../../paging/cursor';

export const resendPrefix = '/compat/resend';

/** One of our endpoints, asked on behalf of a call: with its own checks of query and body. */
export type RunRoute = (
  operationId: string,
  asked?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: unknown;
    readonly body?: unknown;
    /** `test`: nothing leaves, whatever the key is. */
    readonly mode?: 'test';
  },
) => Promise<Reply>;

interface CallRequest<Body> extends Pick<RouteRequest<unknown, Body>, 'headers'> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: z.output<typeof resendPage> & Readonly<Record<string, unknown>>;
  readonly body: Body;
}

/** A call of Resend's client that nothing here answers. Its row in the table of docs/guides/moving-from-resend.md is the error's message. */
export interface AbsentCall {
  readonly name: string;
  readonly method: Route['method'];
  readonly path: string;
  /** What to use instead. */
  readonly why: string;
}

/** A call of Resend's client, and what it is here. */
export interface ResendCall<Body extends z.ZodType = z.ZodType> {
  /** As its users know it: `emails.send`. */
  readonly name: string;
  readonly method: Route['method'];
  /** Below `/compat/resend`. */
  readonly path: string;
  /** The endpoint of ours whose permission, limits and rules for test keys it has. */
  readonly like: string;
  /** Other endpoints of ours that it uses. */
  readonly also?: readonly string[];
  /** Of a list: what its cursors are issued for. */
  readonly list?: string | ((params: Readonly<Record<string, string>>) => string);
  /** Query parameters beside those of pages. */
  readonly filters?: z.core.$ZodLooseShape;
  readonly body?: Body;
  /** For docs/guides/moving-from-resend.md: what is not as in Resend's API. */
  readonly differs?: string;
  readonly handle: (request: CallRequest<z.output<Body>>, run: RunRoute) => Promise<Reply>;
}

/** Keeps the handler's type tied to its schema. */
export function resendCall<Body extends z.ZodType>(call: ResendCall<Body>): ResendCall {
  return call;
}

/** A body as Resend's client writes it: an error names each field that is not listed; none is dropped. */
export function bodyOf<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `${issue.keys
            .slice(0, 20)
            .map((key) => key.slice(0, 40))
            .join(', ')}: no counterpart in Postrider`
        : undefined,
  });
}

const oneAddress =
  'must be one address: Postrider sends one Reply-To address. For several, use one address that forwards to them';

/** Theirs is a list, which may be empty. */
export const replyTo = z
  .union([z.string(), z.array(z.string()).max(1, oneAddress)], oneAddress)
  .transform((value) => (typeof value === 'string' ? value : value[0]));

/** A field that Postrider does not have; `instead` says what to do. */
export const absentField = (instead: string): z.ZodOptional<z.ZodUndefined> =>
  z.undefined({ error: instead }).optional();

/** Theirs give the id behind which a page begins; ours a cursor, which is made of one. */
const resendPage = z.object({
  limit: queryNumber({ min: 1, max: 100, byDefault: 20 }),
  after: z.string().refine(isId, 'must be the id of an item').optional(),
  before: z.undefined({ error: 'no counterpart in Postrider: pages go one way, by after' }).optional(),
});

/** The call as an endpoint, which authentication, admission control, limits and the API log treat like any other. */
export function routeOfCall(
  call: ResendCall,
  { routes, cursors }: { readonly routes: ReadonlyMap<string, Route>; readonly cursors: CursorCodec },
): Route {
  const { name, method, path, like, list, filters, body } = call;
  const model = routeNamed(routes, like);
  return {
    operationId: name,
    method,
    path: resendPrefix + path,
    access: { key: model.access.key },
    testKeys: model.testKeys,
    ...(model.reservesQuota && { reservesQuota: true }),
    ...(body && { body }),
    ...(model.bodyBytesMax !== undefined && { bodyBytesMax: model.bodyBytesMax }),
    ...(model.bodyValuesMax !== undefined && { bodyValuesMax: model.bodyValuesMax }),
    ...((list !== undefined || filters !== undefined) && { query: resendPage.extend(filters ?? {}) }),
    summary: model.summary,
    description: model.description,
    tag: model.tag,
    success: model.success,
    errors: model.errors,
    handle: async (request) => {
      const params = request.params as Readonly<Record<string, string>>;
      const query = request.query as z.output<typeof resendPage> & Readonly<Record<string, unknown>>;
      const run: RunRoute = (
        operationId,
        { params: own = params, query: filter = {}, body: written, mode } = {},
      ) => {
        const route = routeNamed(routes, operationId);
        assert(operationId === like || call.also?.includes(operationId), `${name} names what it uses`);
        assert(rank(route) <= rank(model), 'a call asks for the highest permission');
        requireRights(request.principal, route.rights);
        requireNoLimits(request.principal, route.limitedKeys);
        const scope = typeof list === 'function' ? list(params) : list;
        const page =
          scope === undefined ? {} : pageOf(query, { scope, cursors, principal: request.principal });
        return route.handle({
          ...request,
          principal: { ...request.principal, ...(mode && { mode }) },
          params: own,
          query: checked(route.query, { ...page, ...(filter as object) }),
          body: checked(route.body, written),
        });
      };
      const reply = await call.handle({ headers: request.headers, params, query, body: request.body }, run);
      return reply as Awaited<ReturnType<Route['handle']>>;
    },
  };
}

/** Of the permission that a key needs; lowest first. */
const rank = ({ access }: Route): number => permissions.indexOf(access.key);

/** A call that fails with what to use instead: for who is authenticated, and with a row in the API log. */
export function routeOfAbsentCall({ name, method, path, why }: AbsentCall): Route {
  return {
    operationId: name,
    method,
    path: resendPrefix + path,
    access: { key: 'SEND' },
    testKeys: 'allowed',
    ...{ summary: name, description: why, tag: 'Resend', success: { status: 200, schema: null } },
    errors: ['not_found'],
    handle: () => Promise.reject(new AppError('not_found', `${name}: ${why}`)),
  };
}

function routeNamed(routes: ReadonlyMap<string, Route>, operationId: string): Route {
  const route = routes.get(operationId);
  assert(route !== undefined, `there is an endpoint ${operationId}`);
  return route;
}

function pageOf(
  { limit, after }: z.output<typeof resendPage>,
  of: { readonly scope: string; readonly cursors: CursorCodec; readonly principal: Principal },
): { limit: string; cursor?: string } {
  const scope = { list: of.scope, organizationId: of.principal.organization.id };
  return { limit: String(limit), ...(after !== undefined && { cursor: of.cursors.issue(scope, after) }) };
}

/** @throws AppError `validation_error` in the words of our endpoint: most fields have the same names */
function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const read = checkInput(schema, value);
  if (!read.ok) throw validationError(read.problems);
  return read.value;
}

/** A list of ours as theirs. */
export function listReply<Item>(reply: Reply, present: (item: Item) => object): Reply {
  const { data, next_cursor: next } = reply.body as { data: Item[]; next_cursor?: string };
  return {
    ...reply,
    status: 200,
    body: { object: 'list', has_more: next !== undefined, data: data.map(present) },
  };
}
