import {
  masterKeyProof,
  proveSecrets,
  renewProof,
  sealedColumns,
  sealedPages,
  type Pool,
  type SealedColumn,
} from '@postrider/db';
import { SecretBoxError } from '@postrider/runtime';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { Session } from '../session';

/** When everything is sealed with the present key, services need no former one, and the proof records it. */
export async function resealAll(session: Session): Promise<Row[]> {
  const secretBox = session.secretBox();
  await proveSecrets(session.pool(), { secretBox });
  const answers: Row[] = [];
  for (const column of sealedColumns) {
    answers.push({ secret: `${column.table}.${column.column}`, ...(await reseal(session, column)) });
  }
  await renewProof(session.pool(), masterKeyProof(secretBox));
  return answers;
}

async function reseal(
  session: Session,
  column: SealedColumn,
): Promise<{ resealed: number; current: number }> {
  const box = session.secretBox();
  let resealed = 0;
  let current = 0;
  for await (const page of sealedPages(session.pool(), column)) {
    for (const { id, sealed } of page) {
      if (box.isCurrent(sealed)) {
        current += 1;
        continue;
      }
      const to = box.seal(openOrRefuse(session, column, { id, sealed }), id);
      if (await replaceSealed(session.pool(), column, { id, from: sealed, to })) resealed += 1;
    }
    session.progress.at(resealed, `of ${column.table}.${column.column} resealed`);
  }
  return { resealed, current };
}

/** What was resealed until then stays resealed: the command can simply be repeated. */
function openOrRefuse(
  session: Session,
  { table, column }: SealedColumn,
  { id, sealed }: { id: string; sealed: string },
): string {
  try {
    return session.secretBox().open(sealed, id);
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    throw new CommandRefused(
      `${table}.${column} of ${id} cannot be opened: ${error.message}. Is its key in MASTER_KEYS_PREVIOUS?`,
    );
  }
}

/** False when the value has changed since it was read: the new one is under the new key. */
async function replaceSealed(
  pool: Pool,
  { table, column, key }: SealedColumn,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1 AND ${column} = $2`,
    [...[id, from, to]],
  );
  return rowCount === 1;
}
