/** What a factory needs of a pool, a client or a transaction. */
export interface Queryable {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** One real row by SQL: no defaults of an ORM, no code of the product in between. */
export async function insertRow(db: Queryable, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_column, index) => `$${index + 1}`);
  await db.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}
