import { roles, type Role } from '@postrider/contracts';
import type { z } from 'zod';
import type { Route } from '../http/route';

/**
 * Who may call an endpoint of the console's own API: anyone, a signed-in user, an operator of the platform, or a member of the
 * organization that the request names who has at least this role.
 */
export type Access = 'anyone' | 'user' | 'operator' | Role;

/** Whether the request names an organization. */
export function isOfMembers(access: Access): access is Role {
  return roles.some((role) => role === access);
}

/** An endpoint of the console's own API, without its handler. Endpoints of the public API are mounted beside them. */
export interface ConsoleEndpoint<
  Allowed extends Access = Access,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Success extends z.ZodType | null = z.ZodType | null,
  Path extends string = string,
> extends Pick<
  Route<Query, Body, Success, Path>,
  | 'operationId'
  | 'method'
  | 'path'
  | 'query'
  | 'body'
  | 'summary'
  | 'description'
  | 'tag'
  | 'success'
  | 'textTypes'
  | 'errors'
  | 'rights'
> {
  readonly access: Allowed;
  /** Only for sessions that authenticated within the last ten minutes. */
  readonly isSensitive?: true;
}

/** Keeps the types of an endpoint for its handler. */
export function defineEndpoint<
  const Allowed extends Access,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Success extends z.ZodType | null,
  const Path extends string,
>(
  endpoint: ConsoleEndpoint<Allowed, Query, Body, Success, Path>,
): ConsoleEndpoint<Allowed, Query, Body, Success, Path> {
  return endpoint;
}
