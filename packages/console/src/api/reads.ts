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

/** Paths of lists that are read page by page. */
export type ListPath = {
  [Path in ReadPath]: ReadBody<Path> extends { data: readonly unknown[] } ? Path : never;
}[ReadPath];
export type ListItem<Path extends ListPath> = ReadBody<Path>['data'][number];
export type ListQuery<Path extends ListPath> = NonNullable<ReadParams<Path>['query']>;

/** The body of a GET request. @throws RequestError */
export function read<Path extends ReadPath>(api: Api, path: Path, params: ReadParams<Path>) {
  // The client's own types need the path as a literal.
  const get = api.GET as unknown as (path: Path, init: object) => Promise<Answer<ReadBody<Path>>>;
  return unwrap(get(path, { params }));
}

const [pagesMax, pageSize] = [10, 100];
/** Of a list that is read whole: a list to choose from is no longer. */
export const itemsMax = pagesMax * pageSize;

/** The first `itemsMax` items of a list. @throws RequestError */
export async function readAll<Path extends ListPath>(
  api: Api,
  path: Path,
  filters?: ListQuery<Path>,
): Promise<readonly ListItem<Path>[]> {
  const items: ListItem<Path>[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const query = { limit: pageSize, ...filters, cursor };
    const page = await read(api, path, { query });
    items.push(...page.data);
    cursor = (page as { readonly next_cursor?: string }).next_cursor;
    if (cursor === undefined) break;
  }
  return items;
}
