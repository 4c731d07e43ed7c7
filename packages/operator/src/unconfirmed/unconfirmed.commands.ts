import { lowestId } from '@postrider/contracts/ids';
import { Option, type Command } from 'commander';
import { organizationIdOf } from '../organizations/find-organization';
import { timeArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import {
  closeUnconfirmedPage,
  countUnconfirmed,
  type Closing,
  type UnconfirmedFilter,
} from './unconfirmed.repository';

interface FilterOptions {
  readonly organization?: string;
  readonly since: Date;
  readonly until: Date;
  readonly transport?: string;
  readonly provider?: string;
}

interface CloseOptions extends FilterOptions {
  readonly as: Closing['as'];
  readonly detail: string;
  readonly dryRun: boolean;
}

/** A page holds its messages locked for some ten milliseconds. */
const pageRowsMax = 500;
/** Fifty million messages. */
const pagesMax = 100_000;

export function addCommands(group: Command, run: RunCommand): void {
  withFilter(group.command('list'))
    .description('count them by organization and day')
    .action((options: FilterOptions) =>
      run(async (session) => countUnconfirmed(session.pool(), await filterOf(session, options))),
    );
  withFilter(group.command('close'))
    .description('set a final status, with events and webhooks')
    .addOption(
      new Option('--as <status>', 'final status')
        .choices(['delivered', 'bounced', 'failed'])
        .makeOptionMandatory(),
    )
    .option('--detail <text>', 'shown in the events', 'closed by the operator')
    .option('--dry-run', 'only count them', false)
    .action((options: CloseOptions) => run((session) => close(session, options)));
}

function withFilter(command: Command): Command {
  return command
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .requiredOption('--since <time>', 'accepted at or after this time', timeArgument)
    .requiredOption('--until <time>', 'accepted before this time', timeArgument)
    .option('--transport <name>', 'transport that sent them (default: all)')
    .option('--provider <name>', 'mailbox provider of a recipient, for example google (default: all)');
}

async function filterOf(session: Session, options: FilterOptions): Promise<UnconfirmedFilter> {
  const { organization, since, until, transport = null, provider = null } = options;
  const organizationId = organization === undefined ? null : await organizationIdOf(session, organization);
  return { organizationId, since, until, transport, provider };
}

async function close(session: Session, options: CloseOptions): Promise<Row> {
  const filter = await filterOf(session, options);
  const { as, detail, dryRun } = options;
  let closed = 0;
  let after = lowestId;
  for (let page = 0; page < pagesMax; page += 1) {
    const all = { ...filter, ids: null, domainIds: null, reason: null };
    const result = await closeUnconfirmedPage(session.pool(), all, {
      ...{ as, detail, dryRun, operator: session.operator },
      ...{ after, limit: pageRowsMax },
    });
    if (result === null) break;
    closed += result.groups.reduce((sum, { messages }) => sum + messages, 0);
    after = result.lastId;
    session.progress.at(closed, dryRun ? 'messages counted' : 'messages closed');
  }
  return { closed, as, ...(dryRun && { dry_run: true }) };
}
