import type { Answer } from './http/call';
import { PostriderError } from './http/errors';
import type { List, Page } from './http/list';

/** Result of a call, instead of an exception. */
export type Result<T> =
  | { readonly ok: true; readonly data: T; readonly error?: never }
  | { readonly ok: false; readonly error: PostriderError; readonly data?: never };

/** A list that never throws. It has no iterator, since iterating could fail in the middle. */
export interface SafeList<T> {
  page(): Promise<Result<Answer<Page<T>>>>;
  toArray(options: { readonly limit: number }): Promise<Result<T[]>>;
}

type SafeReturn<R> =
  R extends List<infer T> ? SafeList<T> : R extends Promise<infer T> ? Promise<Result<T>> : never;

/** The same resources and methods, with results instead of exceptions. */
export type Safe<Resources> = {
  readonly [Name in keyof Resources]: {
    readonly [
      Method in keyof Resources[Name] as Resources[Name][Method] extends (
        ...args: never[]
      ) => Promise<unknown> | List<unknown>
        ? Method
        : never
    ]: Resources[Name][Method] extends (...args: infer Args) => infer R
      ? (...args: Args) => SafeReturn<R>
      : never;
  };
};

/** Errors that are not failures of a call, such as a wrong argument type, are still thrown. */
async function resultOf<T>(promise: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, data: await promise };
  } catch (error) {
    if (error instanceof PostriderError) return { ok: false, error };
    throw error;
  }
}

type Method = (...args: unknown[]) => Promise<unknown> | List<unknown>;

function safeMethod(resource: object, method: Method): (...args: unknown[]) => unknown {
  return (...args) => {
    const answer = method.apply(resource, args);
    if (answer instanceof Promise) return resultOf(answer);
    const list = answer;
    return {
      page: () => resultOf(list.page()),
      toArray: (options: { limit: number }) => resultOf(list.toArray(options)),
    };
  };
}

export function createSafe<Resources extends object>(resources: Resources): Safe<Resources> {
  const safe = (resource: object): object =>
    new Proxy(resource, {
      get: (_, name) => safeMethod(resource, (resource as Record<string | symbol, Method>)[name] as Method),
    });
  return new Proxy(resources, {
    get: (_, name) => safe((resources as Record<string | symbol, object>)[name] as object),
  }) as unknown as Safe<Resources>;
}
