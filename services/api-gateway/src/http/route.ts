import { roles, type Principal, type Rights, type Role } from '@postrider/contracts/access';
import type { ErrorCode, FieldProblem } from '@postrider/contracts/errors';
import type { Permission } from '@postrider/contracts/statuses';
import type { QuotaReservation } from '@postrider/admission';
import type { z } from 'zod';
import type { Reply } from './reply';
import type { Upload } from './request-upload';
import type { RequestedVersion, Versioned } from './object-version';

/** Parameters of a path by name: `id` of `/emails/:id`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Readonly<Record<Name, string>> & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Readonly<Record<Name, string>>
    : unknown;

export interface RouteRequest<Query, Body, Params = unknown> {
  readonly principal: Principal;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The version that the request is for, of a `versioned` route. */
  readonly version: RequestedVersion;
  /** The request comes from one of our relays, so its headers may be trusted. */
  readonly isOfRelay: boolean;
  readonly requestId: string;
  /** When the answer is sent, or the client is gone. */
  readonly onceClosed: (listener: () => void) => void;
  /** The body of a route with `upload`. */
  readonly upload: () => Upload;
  /** Quota of the request's organization. */
  readonly quota: QuotaReservation;
}

/**
 * What a handler answers: a body of its route's success schema, or text of one of its `textTypes` (whole or as a stream),
 * or bytes.
 */
export type RouteReply<Success extends z.ZodType | null> = Omit<Reply, 'body' | 'stream' | 'contentType'> &
  (
    | (Success extends z.ZodType
        ? { readonly body: z.input<Success>; readonly contentType?: never }
        : { readonly body?: never; readonly contentType?: never })
    | { readonly body: string; readonly contentType: string }
    | { readonly stream: AsyncIterable<string | Uint8Array>; readonly contentType: string }
  );

/** A whole request body, shown as an example in the OpenAPI document. */
export interface DocumentedExample {
  readonly summary: string;
  readonly value: unknown;
}

/** A key with this permission or a wider one, or a user whose role has it; users may need a narrower one than keys. */
export interface KeyAccess {
  readonly key: Permission;
  readonly user?: Permission;
}

/**
 * Who may call an endpoint. All but the first are for the console's own endpoints: a member of the organization that the request names
 * who has at least this role, an operator of the platform, a signed-in user, or anyone.
 */
export type Access = KeyAccess | Role | 'operator' | 'user' | 'anyone';

/** Whether the request names an organization that the caller is a member of. */
export function isOfMembers(access: Access): access is Role {
  return roles.some((role) => role === access);
}

/** What an endpoint is: checks, and its page in the reference. Its handler follows in `Route` and `ConsoleRoute`. */
export interface Endpoint<
  Allowed extends Access = Access,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Success extends z.ZodType | null = z.ZodType | null,
  Path extends string = string,
> {
  /** Name of the endpoint in the document, and so of the method in a generated client: `sendEmail`. Never changed. */
  readonly operationId: string;
  /** PUT is not in the public API: it is in compatible ones and in the console's. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix of its API, as `/api/v1` (the whole path in a compatible API), in Express syntax: `/emails/:id`. */
  readonly path: Path;
  readonly access: Allowed;
  /** It changes nothing, although it is no GET: API logs keep no content of requests that succeed. */
  readonly isRead?: true;
  /** A user of the console must have authenticated within the last ten minutes. */
  readonly isSensitive?: true;
  /** Rights that the key or user needs beside its access. */
  readonly rights?: readonly (keyof Rights)[];
  readonly query?: Query;
  readonly body?: Body;
  readonly summary: string;
  /** What the summary has no room for: effects, limits, what to call next. Markdown. */
  readonly description: string;
  readonly tag: string;
  /** Success status and its schema (null: no body), for the OpenAPI document. */
  readonly success: {
    readonly status: number;
    /** Status of the same answer when the object exists already. */
    readonly repeated?: number;
    readonly schema: Success;
    /** For the document: fields that differ, right after this request, from the examples of the schema. */
    readonly example?: Readonly<Record<string, unknown>>;
  };
  /** Media types that the success answer may have instead of JSON. */
  readonly textTypes?: readonly string[];
  /** The answer is one object that several people may edit: it has an ETag, and PATCH accepts `If-Match`. */
  readonly versioned?: Versioned;
  readonly errors: readonly ErrorCode[];
}

/** An endpoint of the public API, or of one that is compatible with another service's, in one literal. */
export interface Route<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Success extends z.ZodType | null = z.ZodType | null,
  Path extends string = string,
> extends Endpoint<KeyAccess, Query, Body, Success, Path> {
  /**
   * The handler reserves quota before it has any effect, and the request is counted against its key's rate in the same round trip. It
   * may run again with a newer principal. Otherwise the request is counted before the handler runs.
   */
  readonly reservesQuota?: true;
  /** For `TableRoute.aheadOfExpress`. */
  readonly aheadOfExpress?: true;
  /** What a test key meets here; `refused` answers test_key_not_allowed. */
  readonly testKeys: 'allowed' | 'refused';
  /**
   * What a key with `SendingLimits` meets here. `refused` answers forbidden: the endpoint sends, or lets others send, what is not checked
   * against them.
   */
  readonly limitedKeys?: 'refused';
  /** Instead of `body`: one that the handler reads as it arrives, of any length up to this. */
  readonly upload?: { readonly contentType: 'text/csv'; readonly bytesMax: number };
  /** Called only for a body that its schema refused: adds problems that the schema cannot see to the same message. */
  readonly furtherProblems?: (body: unknown) => FieldProblem[];
  /** Larger bodies answer 413 before they are parsed. */
  readonly bodyBytesMax?: number;
  /** Bodies with more values answer 413 too. Each field, item and entry counts, at any depth. */
  readonly bodyValuesMax?: number;
  /** The success answer is a file. */
  readonly binary?: true;
  /**
   * Only for the document: request headers that the endpoint reads, the body if `body` checks less than should be shown, and
   * named examples of whole bodies.
   */
  readonly documented?: {
    readonly headers?: z.ZodObject;
    readonly body?: z.ZodType;
    readonly examples?: Readonly<Record<string, DocumentedExample>>;
  };
  readonly handle: (
    request: RouteRequest<z.infer<Query>, z.infer<Body>, PathParams<Path>>,
  ) => Promise<RouteReply<Success>>;
}

/** Keeps the handler's types tied to its schemas. */
export function defineRoute<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Success extends z.ZodType | null,
  const Path extends string,
>(route: Route<Query, Body, Success, Path>): Route {
  return route;
}
