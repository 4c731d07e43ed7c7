import {
  provenSettings,
  readProofs,
  sealedColumns,
  type Pool,
  type ProvenSetting,
  type SealedColumn,
} from '@postrider/db';
import type { SecretBox } from '@postrider/runtime';

export interface SealedCount extends Pick<SealedColumn, 'table' | 'column'> {
  /** Values under the present master key. */
  readonly current: number;
  /** Values under another one. */
  readonly previous: number;
  /** Ids of the keys, which say nothing about them. */
  readonly keys: readonly string[];
  /** Whether there are more rows than were counted. */
  readonly isCut: boolean;
}

const rowsMax = 50_000;

/** Stored secrets by the key that they are sealed with. No value leaves the database. */
export async function countSealed(pool: Pool, box: Pick<SecretBox, 'isCurrent'>): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const { table, column, key } of sealedColumns) {
    const { rows } = await pool.query<{ format_and_key: string | null; found: number }>(
      `SELECT substr(${column}, 1, 12) AS format_and_key, count(*)::int AS found
         FROM (SELECT ${column} FROM ${table} ORDER BY ${key} LIMIT ${rowsMax}) counted GROUP BY 1 ORDER BY 1`,
    );
    const sum = (of: readonly { readonly found: number }[]) =>
      of.reduce((total, { found }) => total + found, 0);
    const sealed = rows.flatMap(({ format_and_key: head, found }) =>
      head === null ? [] : [{ head, found }],
    );
    const isCurrent = ({ head }: { readonly head: string }) => box.isCurrent(head);
    counts.push({
      ...{ table, column },
      current: sum(sealed.filter(isCurrent)),
      previous: sum(sealed.filter((each) => !isCurrent(each))),
      keys: sealed.map(({ head }) => head.split('.')[1] ?? ''),
      isCut: sum(rows) === rowsMax,
    });
  }
  return counts;
}

/** Since when services start with these secrets; null: none has. */
export async function readProvenSecrets(
  pool: Pool,
): Promise<{ readonly setting: ProvenSetting; readonly provenAt: Date | null }[]> {
  const stored = await readProofs(pool);
  return provenSettings.map((setting) => ({ setting, provenAt: stored.get(setting)?.madeAt ?? null }));
}
