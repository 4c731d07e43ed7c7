import { lowestId } from '@postrider/contracts/ids';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument, idArgument, timeArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { changeMessages, type ChangeOptions } from './change-messages';
import type { Change } from './change.repository';
import { findMessages, type SoughtMessages } from './find.repository';
import { withFilter } from './message-filter';
import { findDomainIds, retryPage, type RetriedGroup, type RetryFilter } from './retry.repository';
import { showMessage } from './show-message';

interface FindOptions extends Omit<SoughtMessages, 'organizationId'> {
  readonly organization?: string;
}

interface RetryOptions {
  readonly organization?: string;
  readonly domain?: string;
  readonly since?: Date;
  readonly until: Date;
  readonly detail?: string;
  readonly dryRun: boolean;
}

/** A page holds its messages locked for some tens of milliseconds. */
const pageRowsMax = 500;
/** Fifty million messages. */
const pagesMax = 100_000;

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('show')
    .description('show a message with its delivery attempts and events, without its content')
    .argument('<id>', 'id of the message', idArgument)
    .action((id: string) => run((session) => show(session, id)));
  group
    .command('find')
    .description('find email by recipient, newest first, without its content')
    .requiredOption('--recipient <address>', 'address in to, cc or bcc')
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--since <time>', 'accepted at or after this time', timeArgument)
    .option('--until <time>', 'accepted before this time', timeArgument)
    .option('--limit <count>', 'maximum number of messages', countArgument, 100)
    .action(({ organization, ...options }: FindOptions) =>
      run(async (session) => {
        const id = organization === undefined ? null : await organizationIdOf(session, organization);
        return findMessages(session.pool(), { ...options, organizationId: id });
      }),
    );
  addChange(group, run, {
    change: 'hold',
    description: 'hold queued live email until it is released',
  });
  addChange(group, run, { change: 'release', description: 'release held email' });
  addChange(group, run, {
    change: 'fail',
    description: 'fail queued and held live email, with events and webhooks',
  });
  group
    .command('retry')
    .description('send failed live email again that was never handed over and whose content is still stored')
    .argument('[ids...]', 'message ids')
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--domain <name>', 'sent from this domain (default: all)')
    .option('--since <time>', 'accepted at or after this time; required without ids', timeArgument)
    .option('--until <time>', 'accepted before this time (default: now)', timeArgument, new Date())
    .option('--detail <text>', 'failed with a detail that contains this text')
    .option('--dry-run', 'only show what would be done', false)
    .action((ids: string[], options: RetryOptions) => run((session) => retry(session, ids, options)));
}

async function show(session: Session, id: string): Promise<Row> {
  // Without Redis, it is what the database knows.
  const redis = await session.redis().catch(() => null);
  const { createReadWaiting } = await import('@postrider/waiting');
  const pool = session.pool();
  const shown = await showMessage(pool, id, createReadWaiting({ pool, redis }));
  if (shown === undefined) {
    throw new CommandRefused(`There is no message with the id ${id}, or retention has deleted it.`);
  }
  const { message, ...rest } = shown;
  const { drained_because: _drained, ...fields } = message;
  return { ...fields, ...rest };
}

function addChange(
  group: Command,
  run: RunCommand,
  { change, description }: { readonly change: Change; readonly description: string },
): void {
  withFilter(group.command(change))
    .description(description)
    .option('--reason <text>', 'shown in the audit log and with the message', 'no reason given')
    .option('--dry-run', 'only show what would be done', false)
    .action((ids: string[], options: ChangeOptions) =>
      run((session) => changeMessages(session, change, { ids, options })),
    );
}

/** A line for each organization, reason of the failure and result, with the recipients that it holds for. */
async function retry(session: Session, ids: readonly string[], options: RetryOptions): Promise<Row[]> {
  const filter = await filterOf(session, ids.map(idArgument), options);
  const { dryRun } = options;
  const groups = new Map<string, RetriedGroup>();
  let after = lowestId;
  let retried = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const how = { after, limit: pageRowsMax, dryRun, operator: session.operator };
    const result = await retryPage(session.pool(), filter, how);
    if (result === null) break;
    for (const group of result.groups) {
      const key = JSON.stringify([group.organization, group.failed, group.result]);
      const known = groups.get(key);
      groups.set(key, {
        ...group,
        messages: group.messages + (known?.messages ?? 0),
        recipients: group.recipients + (known?.recipients ?? 0),
      });
      if (group.result === 'queued again') retried += group.recipients;
    }
    after = result.lastId;
    session.progress.at(retried, dryRun ? 'recipients would be queued again' : 'recipients queued again');
  }
  return [...groups.values()].map((group) => ({ ...group, ...(dryRun && { dry_run: true }) }));
}

async function filterOf(
  session: Session,
  ids: readonly string[],
  { organization, domain, since, until, detail }: RetryOptions,
): Promise<RetryFilter> {
  if (ids.length === 0 && since === undefined) {
    throw new CommandRefused('Specify message ids, or --since.');
  }
  const domainIds = domain === undefined ? null : await findDomainIds(session.pool(), domain);
  if (domainIds?.length === 0) throw new CommandRefused(`There is no domain ${domain}.`);
  return {
    ids: ids.length === 0 ? null : ids,
    organizationId: organization === undefined ? null : await organizationIdOf(session, organization),
    domainIds,
    since: since ?? new Date(0),
    until,
    detail: detail ?? null,
  };
}
