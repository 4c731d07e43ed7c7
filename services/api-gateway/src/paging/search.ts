import type { Pool } from '@postrider/db';

/**
 * Rows that one page looks at. No index serves every combination of filters: a page that looked until it was full would
 * read millions of rows where two filters hardly ever meet. It ends here instead, and its cursor goes on from there.
 */
export const lookedAtMax = 2_000;

/** A page of rows, newest first, by an index for what narrows them most, and by looking at each for the rest. */
export interface Search {
  /** Prepared under this name, where one plan is good for any value. */
  readonly name?: string;
  /** A SELECT of no more than so many rows, in the order of an index that ends with the id. */
  readonly candidates: (rowsMax: number) => string;
  /** Behind the candidates `c`, never more than a row each; for the filters. */
  readonly joins?: string;
  /** What else a row must meet, by columns of the candidates `c` and of the joins. */
  readonly filters: readonly string[];
  /** How many candidates are looked at, where that is not `lookedAtMax`. */
  readonly lookedAtMax?: number;
  /** The order of the candidates `c`, where they do not come by the id alone. */
  readonly order?: string;
  /** Of the candidates `c`, as the page needs them. */
  readonly columns: string;
  /** Rows of the page. */
  readonly limit: number;
  /** Those of the candidates come first. */
  readonly values: readonly unknown[];
  readonly candidateValues: number;
}

export interface Found<Row> {
  /** Up to `limit + 1`, newest first. */
  readonly rows: readonly Row[];
  /** Rows behind this id were not looked at; null: there is nothing behind what was found. */
  readonly searchedTo: string | null;
}

export const newestFirst = 'c.id DESC';

/** Limits are literals: PostgreSQL takes one that it does not know for a tenth of all rows. */
export function searchStatement(wanted: Search): string {
  const { candidates, joins = '', filters, order = newestFirst, columns, limit } = wanted;
  const rowsMax = Math.trunc(limit) + 1;
  const from = candidates(filters.length === 0 ? rowsMax : (wanted.lookedAtMax ?? lookedAtMax));
  const where = filters.length === 0 ? '' : ` WHERE ${filters.join(' AND ')}`;
  return `SELECT ${columns} FROM (${from}) c${joins}${where} ORDER BY ${order} LIMIT ${rowsMax}`;
}

export async function search<Row>(pool: Pool, wanted: Search): Promise<Found<Row>> {
  const { name, limit, filters, values } = wanted;
  const text = searchStatement(wanted);
  const { rows } = await pool.query<Row & object>({
    ...(name !== undefined && { name }),
    text,
    values: [...values],
  });
  if (rows.length > limit || filters.length === 0) return { rows, searchedTo: null };
  return { rows, searchedTo: await searchedTo(pool, wanted) };
}

/** The last candidate that a page looks at; null: it looks at all there are. */
export async function searchedTo(pool: Pool, wanted: Search): Promise<string | null> {
  const { candidates, order = newestFirst, values, candidateValues } = wanted;
  const rowsMax = wanted.lookedAtMax ?? lookedAtMax;
  const { rows } = await pool.query<{ id: string }>({
    text: `SELECT c.id FROM (${candidates(rowsMax)}) c ORDER BY ${order} OFFSET ${rowsMax - 1} LIMIT 1`,
    values: values.slice(0, candidateValues),
  });
  return rows[0]?.id ?? null;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Rows `c` with these values, newest first, in pages by id, by the index over these columns and the id. Each column is compared
 * as part of a row, so that the planner knows no other index with this order: where an organization has most of a table's
 * rows, it would go through the primary key, and read past everybody else's newer rows.
 */
export function pageByIndex(
  values: Readonly<Record<string, string>>,
  beforeId: string | null,
  bind: Binder,
): { readonly where: string; readonly order: string } {
  const columns = Object.keys(values).join(', ');
  const bound = Object.values(values).join(', ');
  const before = bind.value('before', beforeId ?? lastId, 'uuid');
  return {
    where: `(${columns}, c.id) < (${bound}, ${before}) AND (${columns}) >= (${bound})`,
    order: [...Object.keys(values), 'c.id'].map((column) => `${column} DESC`).join(', '),
  };
}

/** Numbers the values of a statement; one that is named twice is bound once. */
export interface Binder {
  readonly values: unknown[];
  value(name: string, value: unknown, type: string): string;
}

export function createBinder(): Binder {
  const names: string[] = [];
  const values: unknown[] = [];
  return {
    values,
    value: (name, value, type) => {
      if (!names.includes(name)) {
        names.push(name);
        values.push(value);
      }
      return `$${names.indexOf(name) + 1}::${type}`;
    },
  };
}
