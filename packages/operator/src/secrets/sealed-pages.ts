import { lowestId } from '@postrider/contracts';
import type { Pool, SealedColumn, SealedValue } from '@postrider/db';

const pageRowsMax = 200;
/** Twenty million secrets a column. */
const pagesMax = 100_000;

/** Every sealed value of a column, page by page. */
export async function* sealedPages(
  pool: Pool,
  { table, column, key }: SealedColumn,
): AsyncGenerator<readonly SealedValue[]> {
  let after = key === 'id' ? lowestId : '';
  for (let page = 0; page < pagesMax; page += 1) {
    const { rows } = await pool.query<SealedValue>(
      `SELECT ${key} AS id, ${column} AS sealed FROM ${table}
        WHERE ${key} > $1 AND ${column} IS NOT NULL ORDER BY ${key} LIMIT $2`,
      [after, pageRowsMax],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}
