import type { CursorCodec, CursorScope } from './cursor';
import type { Found } from './search';

export interface PageRequest {
  /** Rows to answer, 1 to 100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Where a key-set page begins: `beforeId` null is the newest row. Read one row more than `limit`. */
export interface PageStart {
  readonly limit: number;
  readonly beforeId: string | null;
}

export interface Page<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly next_cursor?: string;
}

export interface Pager {
  /** @throws AppError `invalid_cursor` */
  start(request: PageRequest): PageStart;
  /**
   * `rows` holds up to `limit + 1` rows, newest first: the one too many tells that there is a next page. For items that
   * are small by their limits. Without `present` the rows are the items.
   */
  finish<Row extends { readonly id: string }, T = Row>(
    rows: readonly Row[],
    limit: number,
    present?: (row: Row) => T,
  ): Page<T>;
  /** As `finish`; a search that ended before the list did goes on with the next page, also when it found nothing. */
  finishSearch<Row extends { readonly id: string }, T = Row>(
    found: Found<Row>,
    limit: number,
    present?: (row: Row) => T,
  ): Page<T>;
  /** As `finishSearch`, for items that can be large: the page is bounded in bytes, too. */
  finishLarge<Row extends { readonly id: string }, T = Row>(
    found: Found<Row>,
    limit: number,
    present?: (row: Row) => T,
  ): Page<T>;
}

/** Where items can be large a page ends with the item that goes beyond so many bytes; its cursor goes on from there. */
const pageBytes = 1_000_000;

/** How many items from the first on fill a page; at least one of them. */
export function fitting(items: readonly unknown[]): number {
  let bytes = 0;
  const beyond = items.findIndex((item) => {
    const isFull = bytes >= pageBytes;
    bytes += Buffer.byteLength(JSON.stringify(item));
    return isFull;
  });
  return beyond < 0 ? items.length : beyond;
}

/** Pages one list of one organization by key, so that no page repeats or skips a row whatever is inserted meanwhile. */
export function createPager(cursors: CursorCodec, scope: CursorScope): Pager {
  const pageUpTo = (goOnFrom: string | null) => ({
    ...(goOnFrom !== null && { next_cursor: cursors.issue(scope, goOnFrom) }),
  });

  const finishSearch: Pager['finishSearch'] = <Row extends { readonly id: string }, T>(
    { rows, searchedTo }: Found<Row>,
    limit: number,
    present = (row: Row) => row as unknown as T,
  ): Page<T> => {
    const shown = rows.slice(0, limit);
    const goOnFrom = rows.length > limit ? (shown.at(-1)?.id ?? null) : searchedTo;
    return { object: 'list', data: shown.map(present), ...pageUpTo(goOnFrom) };
  };

  return {
    start: ({ limit, cursor }) => ({
      limit,
      beforeId: cursor === undefined ? null : cursors.read(scope, cursor),
    }),
    finish: (rows, limit, present) => finishSearch({ rows, searchedTo: null }, limit, present),
    finishSearch,
    finishLarge: (found, limit, present) => {
      const whole = finishSearch(found, limit, present);
      const count = fitting(whole.data);
      if (count === whole.data.length) return whole;
      const last = found.rows[count - 1]?.id ?? null;
      return { object: 'list', data: whole.data.slice(0, count), ...pageUpTo(last) };
    },
  };
}
