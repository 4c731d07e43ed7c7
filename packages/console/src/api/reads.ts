import { unwrap, type Answer, type Api } from './client';
import type { paths as ApiPaths } from './generated/api';
import type { paths as ConsolePaths } from './generated/console';

type Paths = ApiPaths & ConsolePaths;

interface Get {
  readonly parameters: { readonly query?: unknown; readonly path?: unknown };
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
}

/** Paths of the API that answer a GET request with JSON. */
export type ReadPath = {
  [Path in keyof Paths]: Paths[Path] extends { readonly get: Get } ? Path : never;
}[keyof Paths];

/** Parameters of the path and of the query. */
export type ReadParams<Path extends ReadPath> = Pick<Paths[Path]['get']['parameters'], 'query' | 'path'>;
export type ReadBody<Path extends ReadPath> =
  Paths[Path]['get']['responses'][200]['content']['application/json'];

/** The body of a GET request. @throws RequestError */
export function read<Path extends ReadPath>(api: Api, path: Path, params: ReadParams<Path>) {
  // The client's own types need the path as a literal.
  const get = api.GET as unknown as (path: Path, init: object) => Promise<Answer<ReadBody<Path>>>;
  return unwrap(get(path, { params }));
}
