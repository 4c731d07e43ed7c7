import { lanes, type Lane } from '@postrider/contracts/statuses';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { readOpenDrains } from './drains.repository';
import { countWaiting, groupings, isMore, type Grouping } from './waiting.repository';

interface WaitingOptions {
  readonly organization?: string;
  readonly lane?: Lane;
  readonly by: readonly Grouping[];
  readonly messagesMax: number;
  readonly limit: number;
}

export function addWaitingCommand(group: Command, run: RunCommand): void {
  group
    .command('waiting')
    .description(
      'show queued email in PostgreSQL: for which recipients, why it waits and how long it has been due',
    )
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .addOption(new Option('--lane <lane>').choices(lanes))
    .option('--by <columns>', `one or more of ${groupings.join(', ')}`, readGroupings, [
      'lane',
      'organization',
      'site',
    ])
    .option(
      '--messages-max <count>',
      'messages to examine per lane, earliest due first',
      countArgument,
      100_000,
    )
    .option('--limit <count>', 'maximum number of rows', countArgument, 100)
    .action((options: WaitingOptions) => run((session) => waiting(session, options)));
}

async function waiting(session: Session, options: WaitingOptions): Promise<Row[]> {
  const { organization, lane, by, messagesMax, limit } = options;
  const organizationId = organization === undefined ? null : await organizationIdOf(session, organization);
  const query = { lanes: lane === undefined ? lanes : [lane], organizationId, by, messagesMax };
  const groups = await countWaiting(session.pool(), query);
  for (const each of query.lanes) {
    if (await isMore(session.pool(), each, query)) {
      process.stderr.write(
        `Only the ${messagesMax.toLocaleString('en')} messages of the lane ${each} that are due first were counted.
`,
      );
    }
  }
  for (const { queue, started_at: since, operator, reason } of await readOpenDrains(session.pool())) {
    process.stderr.write(
      `The queue ${queue} has been drained by ${operator} since ${since.toISOString()}: ${reason}\n`,
    );
  }
  return groups.slice(0, limit);
}

function readGroupings(text: string): readonly Grouping[] {
  const given = text.split(',').map((name) => name.trim());
  const known = groupings.filter((name) => given.includes(name));
  if (known.length > 0 && known.length === new Set(given).size) return known;
  throw new InvalidArgumentError(`must be one or more of ${groupings.join(', ')}, separated by commas`);
}
