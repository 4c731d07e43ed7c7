import {
  deleteAutomationHistory,
  deleteExpiredContent,
  deleteExpiredIdempotencyKeys,
  deleteExpiredInboundContent,
  dropMailBefore,
  dropPartitionsBefore,
  partitionedTables,
  type PartitionedTable,
} from '@postrider/db';
import { systemClock } from '@postrider/runtime';
import { Argument, type Command } from 'commander';
import { timeArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';

const table = new Argument('<table>').choices(partitionedTables.map(({ table: name }) => name));

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('run')
    .description('delete expired content and idempotency keys now, as metrics-aggregator does every night')
    .action(() => run(deleteExpired));
  group
    .command('drop')
    .description('drop the partitions of a table that end before a time; this cannot be undone')
    .addArgument(table)
    .requiredOption('--before <time>', 'drop partitions that end before this time', timeArgument)
    .action((name: PartitionedTable, { before }: { before: Date }) =>
      run(async (session) => ({
        dropped: await dropPartitionsBefore(session.pool(), name, { date: before }),
      })),
    );
  group
    .command('drop-mail')
    .description(
      'drop the partitions of email and replies that end before a time, with all related data; this cannot be undone',
    )
    .requiredOption('--before <time>', 'drop partitions that end before this time', timeArgument)
    .action(({ before }: { before: Date }) =>
      run(async (session) => ({ ...(await dropMailBefore(session.pool(), before)) })),
    );
}

async function deleteExpired(session: Session): Promise<Row> {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  const common = { pool: session.pool(), clock: systemClock, stopping: stopping.signal };
  const { dropped, compacted, deleted } = await deleteExpiredContent({
    ...common,
    onPage: (count) => session.progress.at(count, 'contents deleted'),
  });
  const inbound = await deleteExpiredInboundContent(common);
  const keys = await deleteExpiredIdempotencyKeys(common);
  const automations = await deleteAutomationHistory(common);
  return {
    content_partitions_dropped: dropped,
    content_partitions_compacted: compacted,
    contents_deleted: deleted,
    inbound_partitions_dropped: inbound.dropped,
    inbound_contents_deleted: inbound.deleted,
    idempotency_keys_deleted: keys + automations.keys,
    automation_events_deleted: automations.events,
    automation_runs_deleted: automations.runs,
  };
}
