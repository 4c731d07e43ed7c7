import { lowestId } from '@postrider/contracts/ids';
import type { SecretBox } from '@postrider/runtime';
import type { PoolClient } from 'pg';
import { opens, sealedColumns, type SealedColumn, type SealedValue } from './sealed-values';

/** A pool or a transaction. */
type Queryable = Pick<PoolClient, 'query'>;

const pageRowsMax = 200;
/** Twenty million secrets a column. */
const pagesMax = 100_000;

/** A stored secret. */
export interface StoredSecret extends SealedValue {
  readonly owner: string;
  readonly isUsed: boolean;
}

/** Every sealed value of a column, page by page. */
export async function* sealedPages(
  db: Queryable,
  { table, column, key, owner, isUsed }: SealedColumn,
): AsyncGenerator<readonly StoredSecret[]> {
  let after = key === 'id' ? lowestId : '';
  for (let page = 0; page < pagesMax; page += 1) {
    const { rows } = await db.query<StoredSecret>(
      `SELECT ${key} AS id, ${column} AS sealed, ${owner} AS owner, ${isUsed} AS "isUsed" FROM ${table}
        WHERE ${key} > $1 AND ${column} IS NOT NULL ORDER BY ${key} LIMIT $2`,
      [after, pageRowsMax],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

export interface LockedSecret {
  readonly column: SealedColumn;
  readonly id: string;
  readonly owner: string;
}

/** Stored secrets that do not open, up to `max`. */
export async function findLockedSecrets(
  db: Queryable,
  box: SecretBox,
  { max, usedOnly }: { readonly max: number; readonly usedOnly: boolean },
): Promise<LockedSecret[]> {
  const locked: LockedSecret[] = [];
  for (const column of sealedColumns) {
    for await (const page of sealedPages(db, column)) {
      for (const { id, sealed, owner, isUsed } of page) {
        if ((usedOnly && !isUsed) || opens(box, { id, sealed })) continue;
        locked.push({ column, id, owner });
        if (locked.length === max) return locked;
      }
    }
  }
  return locked;
}
