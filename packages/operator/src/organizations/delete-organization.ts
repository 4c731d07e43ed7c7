import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { countOwned, startDeletion, type Owned } from './deleted-organization.repository';
import { deleteMailPage, deletionSteps, finishDeletion } from './deleted-rows.repository';
import { organizationIdOf } from './find-organization';

interface DeleteOptions {
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** A page holds its rows locked for some tens of milliseconds. */
const pageRowsMax = 500;
/** Half a billion messages, or rows of any other table. */
const pagesMax = 1_000_000;

export function addDeleteCommand(group: Command, run: RunCommand): void {
  group
    .command('delete')
    .description(
      'delete an organization with everything that it owns, at least a minute after pausing it. The audit log keeps one entry. Cannot be undone',
    )
    .argument('<organization>', 'id or slug')
    .option(
      '--force',
      'delete it although it is not paused, email is waiting, or a domain is registered at a provider',
      false,
    )
    .option('--dry-run', 'only count what it owns', false)
    .action((name: string, options: DeleteOptions) =>
      run((session) => deleteOrganization(session, name, options)),
    );
}

async function deleteOrganization(session: Session, name: string, options: DeleteOptions): Promise<Row> {
  const pool = session.pool();
  const id = await organizationIdOf(session, name);
  const owned = await countOwned(pool, id);
  const refusals = refusalsOf(owned, options.force);
  if (options.dryRun) return { id, ...countsOf(owned), refused: refusals, dry_run: true };
  if (refusals.length > 0) throw new CommandRefused(refusals.join('\n'));
  await requireRedis(session);
  await startDeletion(pool, id, { owned, operator: session.operator });
  await session.bumpCacheVersion(id);
  let messages = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const deleted = await deleteMailPage(pool, id, pageRowsMax);
    messages += deleted;
    session.progress.at(messages, 'messages deleted');
    if (deleted < pageRowsMax) break;
  }
  for (const [what, step] of Object.entries(deletionSteps)) {
    let rows = 0;
    for (let page = 0; page < pagesMax; page += 1) {
      const { rowCount } = await pool.query(step, [id, pageRowsMax]);
      rows += rowCount ?? 0;
      session.progress.at(rows, `${what} deleted`);
      if ((rowCount ?? 0) === 0) break;
    }
  }
  await finishDeletion(pool, id);
  return { id, ...countsOf(owned), deleted_at: new Date() };
}

/** Gateways have to notice that its keys are revoked before its rows go. */
async function requireRedis(session: Session): Promise<void> {
  try {
    await session.redis();
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    throw new CommandRefused('Redis does not answer: gateways would not notice that the keys are revoked.');
  }
}

/** Each is a sentence. */
function refusalsOf(owned: Owned, isForced: boolean): string[] {
  const refusals: string[] = [];
  if (owned.clients > 0) {
    refusals.push(`It has ${owned.clients} client organizations: delete them first.`);
  }
  if (isForced) return refusals;
  if (!owned.isPaused) {
    refusals.push(
      'It has not been paused for a minute: organizations pause, then repeat this. --force deletes it anyway.',
    );
  }
  if (owned.open_messages > 0) {
    refusals.push(
      `${owned.open_messages} messages may still be sent: wait, or messages fail --organization. --force deletes them unsent.`,
    );
  }
  if (owned.registered_domains.length > 0) {
    refusals.push(
      `${owned.registered_domains.join(', ')}: delete by the API first, so that its records at the DNS provider and its identities at Amazon SES go, too. --force leaves them there.`,
    );
  }
  return refusals;
}

function countsOf({ isPaused: _isPaused, registered_domains: _registered, ...counts }: Owned): Row {
  return counts;
}
