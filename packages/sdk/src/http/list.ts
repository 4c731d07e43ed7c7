import type { Answer } from './call';

/** A page of a list. It can have fewer items than `limit`, or none, and not be the last. */
export interface Page<T> {
  data: T[];
  /** Cursor of the next page. Undefined on the last page. */
  next_cursor?: string;
  /** Only for the event stream, which always has a `next_cursor`. */
  has_more?: boolean;
}

/** A list of the API. Pages are requested as they are read. */
export interface List<T> extends AsyncIterable<T> {
  /** One page: the first, or the one of the `cursor` in the query. */
  page(): Promise<Answer<Page<T>>>;
  /** The first items, from as many pages as needed. */
  toArray(options: { readonly limit: number }): Promise<T[]>;
}

interface Cursors {
  readonly cursor?: string;
  readonly after?: string;
}

export function createList<T>(
  read: (query: object) => Promise<Answer<Page<T>>>,
  query: object & Cursors = {},
): List<T> {
  async function* items(): AsyncGenerator<T, void, void> {
    for (let place: Cursors | undefined = query; place;) {
      const page: Page<T> = await read({ ...query, ...place });
      yield* page.data;
      place = placeAfter(page);
    }
  }
  return {
    page: () => read(query),
    [Symbol.asyncIterator]: items,
    toArray: async ({ limit }) => {
      const first: T[] = [];
      if (limit <= 0) return first;
      for await (const item of items()) if (first.push(item) >= limit) break;
      return first;
    },
  };
}

/** The event stream goes on for ever: its last page is the one that says so. */
function placeAfter({ next_cursor, has_more }: Page<unknown>): Cursors | undefined {
  if (next_cursor === undefined || has_more === false) return undefined;
  return has_more === undefined ? { cursor: next_cursor } : { after: next_cursor };
}
