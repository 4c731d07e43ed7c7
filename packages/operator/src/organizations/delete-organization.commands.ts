import type { DeletionRefusal } from '@postrider/contracts/console';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { beginDeletion, deletePart, refusalsOf } from './delete-organization';
import { countOwned, type Owned } from './deleted-organization.repository';
import { organizationIdOf } from './find-organization';

interface DeleteOptions {
  readonly force: boolean;
  readonly dryRun: boolean;
}

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

async function deleteOrganization(
  session: Session,
  name: string,
  { force: isForced, dryRun }: DeleteOptions,
): Promise<Row> {
  const pool = session.pool();
  const id = await organizationIdOf(session, name);
  const owned = await countOwned(pool, id);
  const textsOf = (refusals: readonly DeletionRefusal[]) => refusals.map((refusal) => texts[refusal](owned));
  const { isPaused: _isPaused, registered_domains: _registered, ...counts } = owned;
  if (dryRun) {
    const refused = refusalsOf(owned).filter((refusal) => !isForced || refusal === 'clients');
    return { id, ...counts, refused: textsOf(refused), dry_run: true };
  }
  await requireRedis(session);
  const refusals = await beginDeletion(pool, id, { isForced, operator: session.operator });
  if (refusals.length > 0) throw new CommandRefused(textsOf(refusals).join('\n'));
  await session.bumpCacheVersion(id);
  const { isMore } = await deletePart(pool, id, {
    pagesMax,
    onPage: (what, rows) => session.progress.at(rows, `${what} deleted`),
  });
  if (isMore) throw new CommandRefused('Not everything is deleted yet: repeat the command.');
  return { id, ...counts, deleted_at: new Date() };
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

const texts: Readonly<Record<DeletionRefusal, (owned: Owned) => string>> = {
  clients: ({ clients }) => `It has ${clients} client organizations: delete them first.`,
  not_paused: () =>
    'It has not been paused for a minute: organizations pause, then repeat this. --force deletes it anyway.',
  open_messages: ({ open_messages: messages }) =>
    `${messages} messages may still be sent: wait, or messages fail --organization. --force deletes them unsent.`,
  registered_domains: ({ registered_domains: names }) =>
    `${names.join(', ')}: delete by the API first, so that its records at the DNS provider and its identities at Amazon SES go, too. --force leaves them there.`,
};
