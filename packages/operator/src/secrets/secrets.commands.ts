import { lowestId } from '@postrider/contracts';
import { SecretBoxError } from '@postrider/runtime';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { readSealedPage, replaceSealed, sealedColumns, type SealedColumn } from './secrets.repository';

const PAGE = 200;
/** Twenty million secrets a column. */
const PAGES_MAX = 100_000;

export function addSecretCommands(program: Command, run: RunCommand): void {
  program
    .command('secrets')
    .description('secrets at rest')
    .command('reseal')
    .description(
      'seals DKIM keys and webhook secrets anew with MASTER_KEY; MASTER_KEYS_PREVIOUS must hold the key before. ' +
        'May be repeated at any time',
    )
    .action(() => run(resealAll));
}

async function resealAll(session: Session): Promise<Row[]> {
  const answers: Row[] = [];
  for (const column of sealedColumns) {
    answers.push({ secret: `${column.table}.${column.column}`, ...(await reseal(session, column)) });
  }
  return answers;
}

async function reseal(
  session: Session,
  column: SealedColumn,
): Promise<{ resealed: number; current: number }> {
  const box = session.secretBox();
  let resealed = 0;
  let current = 0;
  let after = lowestId;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const values = await readSealedPage(session.pool(), column, { after, limit: PAGE });
    const last = values.at(-1);
    if (last === undefined) break;
    for (const { id, sealed } of values) {
      if (box.isCurrent(sealed)) {
        current += 1;
        continue;
      }
      const to = box.seal(openOrRefuse(session, column, { id, sealed }), id);
      if (await replaceSealed(session.pool(), column, { id, from: sealed, to })) resealed += 1;
    }
    session.progress.at(resealed, `of ${column.table}.${column.column} sealed anew`);
    after = last.id;
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
      `${table}.${column} of ${id} does not open: ${error.message}. Is its key in MASTER_KEYS_PREVIOUS?`,
    );
  }
}
