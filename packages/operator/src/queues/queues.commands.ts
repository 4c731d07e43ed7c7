import { queueCatalogue, type QueueName } from '@postrider/contracts/queues';
import type { DeadLetter } from '@postrider/messaging';
import { Argument, type Command } from 'commander';
import { countArgument } from '../output/arguments';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { changeDeadLetters, type DeadLetterChange } from './change-dead-letters';
import { addDrainCommands } from './drain-queues';
import { addWaitingCommand } from './waiting-mail';

const idsShownMax = 3;
const queueArgument = new Argument('<queue>', 'name of the queue').choices(Object.keys(queueCatalogue));

export function addCommands(group: Command, run: RunCommand): void {
  addWaitingCommand(group, run);
  addDrainCommands(group, run);
  group
    .command('list')
    .description('show waiting and dead messages of all queues')
    .action(() =>
      run(async (session) => {
        const counts = await (await session.deadLetters()).counts();
        return counts.map((count) => ({ ...count }));
      }),
    );
  group
    .command('show')
    .description('show the oldest dead letters of a queue with their reasons')
    .addArgument(queueArgument)
    .option('--limit <count>', 'maximum number of dead letters, up to 100', countArgument, 20)
    .option('--payload', 'include the payload, which may contain addresses', false)
    .action((queue: QueueName, { limit, payload: withPayload }: { limit: number; payload: boolean }) =>
      run(async (session) => {
        const letters = await (await session.deadLetters()).inspect(queue, limit);
        return letters.map(({ payload, ids, ...letter }) => ({
          ...letter,
          ids: listIds(ids),
          ...(withPayload && { payload }),
        }));
      }),
    );
  group
    .command('redrive')
    .description('requeue dead letters, oldest first')
    .addArgument(queueArgument)
    .option('--limit <count>', 'maximum number of dead letters', countArgument, 1_000)
    .action((queue: QueueName, { limit }: { limit: number }) =>
      run(async (session) => ({
        queue,
        redriven: await change(session, { change: 'redrive', queue, limit }),
      })),
    );
  group
    .command('discard')
    .description('delete dead letters, oldest first; what they were about is still in PostgreSQL')
    .addArgument(queueArgument)
    .option('--limit <count>', 'maximum number of dead letters', countArgument, 1_000)
    .option('--reason <text>', 'shown by audit list')
    .action((queue: QueueName, { limit, reason }: { limit: number; reason?: string }) =>
      run(async (session) => ({
        queue,
        discarded: await change(session, { change: 'discard', queue, limit, reason }),
      })),
    );
}

async function change(
  session: Session,
  work: Pick<DeadLetterChange, 'change' | 'queue' | 'limit' | 'reason'>,
): Promise<number> {
  const engines = { pool: session.pool(), deadLetters: await session.deadLetters() };
  const { letters } = await changeDeadLetters(engines, {
    ...work,
    operator: session.operator,
    dryRun: false,
  });
  return letters;
}

/** The first of each kind: a job names up to a hundred messages. */
function listIds(ids: DeadLetter['ids']): string {
  const kinds = Object.entries(ids).map(([name, values]) => {
    const more = values.length - idsShownMax;
    return `${name} ${values.slice(0, idsShownMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
  return kinds.join('; ');
}
