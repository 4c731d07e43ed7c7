import type { CursorCodec, CursorScope } from './cursor';

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
  readonly data: readonly T[];
  readonly next_cursor?: string;
}

export interface Pager {
  /** @throws AppError `invalid_cursor` */
  start(request: PageRequest): PageStart;
  /** `rows` holds up to `limit + 1` rows, newest first: the one too many tells that there is a next page. */
  finish<Row extends { readonly id: string }, T>(
    rows: readonly Row[],
    limit: number,
    present: (row: Row) => T,
  ): Page<T>;
}

/** Pages one list of one organization by key, so that no page repeats or skips a row whatever is inserted meanwhile. */
export function createPager(cursors: CursorCodec, scope: CursorScope): Pager {
  return {
    start: ({ limit, cursor }) => ({
      limit,
      beforeId: cursor === undefined ? null : cursors.read(scope, cursor),
    }),
    finish: (rows, limit, present) => {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const more = rows.length > limit && last !== undefined;
      return {
        object: 'list',
        data: shown.map(present),
        ...(more && { next_cursor: cursors.issue(scope, last.id) }),
      };
    },
  };
}
