import type { z } from 'zod';
import type { Access, Endpoint, KeyAccess, PathParams } from '../http/route';
import type { ConsoleReply, ConsoleRequest } from './console-request';
import type { ConsoleTools } from './console-tools';

type Answered<Success extends z.ZodType | null> = Success extends z.ZodType ? z.input<Success> : undefined;

/** An endpoint of the console in one literal. Its handler also gets what all of them work with. */
export interface ConsoleRoute<
  Allowed extends Exclude<Access, KeyAccess> = Exclude<Access, KeyAccess>,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Success extends z.ZodType | null = z.ZodType | null,
  Path extends string = string,
> extends Endpoint<Allowed, Query, Body, Success, Path> {
  handle(
    this: void,
    request: ConsoleRequest<Allowed, z.infer<Query>, z.infer<Body>, PathParams<Path>>,
    tools: ConsoleTools,
  ): Promise<ConsoleReply<Answered<Success>>>;
}

/** Keeps the handler's types tied to access and schemas. */
export function consoleRoute<
  const Allowed extends Exclude<Access, KeyAccess>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Success extends z.ZodType | null,
  const Path extends string,
>(route: ConsoleRoute<Allowed, Query, Body, Success, Path>): ConsoleRoute {
  return route;
}

/** An endpoint for operators of the platform. */
export function operatorRoute<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Success extends z.ZodType | null,
  const Path extends string,
>(route: Omit<ConsoleRoute<'operator', Query, Body, Success, Path>, 'access' | 'tag'>): ConsoleRoute {
  return consoleRoute({ ...route, access: 'operator', tag: 'Operator' });
}
