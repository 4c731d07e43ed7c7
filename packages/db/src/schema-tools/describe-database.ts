import type { Pool } from 'pg';

export interface DatabaseDescription {
  /** `table.column type [not null] [default …]`. */
  readonly columns: readonly string[];
  /** Primary and foreign keys, as PostgreSQL writes them. */
  readonly keys: readonly string[];
  readonly indexes: readonly { readonly name: string; readonly definition: string }[];
  readonly checks: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** Tables of one namespace as the catalog knows them, without partitions and Prisma's history. Names carry no namespace. */
export async function describeDatabase(pool: Pool, namespace: string): Promise<DatabaseDescription> {
  const list = async (sql: string): Promise<{ name: string; definition: string }[]> => {
    const tables = `
      WITH tables AS (
        SELECT oid, relname FROM pg_class
         WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'
           AND relnamespace = $1::regnamespace)`;
    const { rows } = await pool.query<{ name: string; definition: string }>(`${tables} ${sql}`, [namespace]);
    return rows.map(({ name, definition }) => ({
      name,
      definition: definition.replaceAll(new RegExp(`(ONLY )?\\b${namespace}\\.`, 'g'), ''),
    }));
  };
  const constraints = await list(`
    SELECT conname AS name, concat(contype, ' ', relname, ' ', pg_get_constraintdef(pg_constraint.oid)) AS definition
      FROM pg_constraint JOIN tables ON tables.oid = conrelid ORDER BY conname COLLATE "C"`);
  return {
    columns: (await list(columnsOfTables)).map(({ name, definition }) => `${name} ${definition}`),
    keys: constraints
      .filter(({ definition }) => !definition.startsWith('c '))
      .map(({ name, definition }) => `${name} ${definition}`),
    indexes: await list(`
      SELECT pg_class.relname AS name, pg_get_indexdef(indexrelid) AS definition
        FROM pg_index JOIN tables ON tables.oid = indrelid JOIN pg_class ON pg_class.oid = indexrelid
       ORDER BY pg_class.relname COLLATE "C"`),
    checks: constraints
      .filter(({ definition }) => definition.startsWith('c '))
      .map(({ name, definition }) => ({
        name,
        values: [...definition.matchAll(/'([\w/]+)'::text/g)].map(([, value = '']) => value),
      })),
  };
}

const columnsOfTables = `
  SELECT relname || '.' || attname AS name,
         format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' not null' ELSE '' END ||
           coalesce(' default ' || pg_get_expr(adbin, adrelid), '') AS definition
    FROM pg_attribute
    JOIN tables ON tables.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
   WHERE attnum > 0 AND NOT attisdropped
   ORDER BY relname COLLATE "C", attname COLLATE "C"`;
