import { dueQueues, type DueQueue } from '@postrider/db';
import { wait } from '@postrider/runtime';
import { Argument, Option, type Command } from 'commander';
import { countArgument, durationArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { endDrains, insertDrains, listDrains, readOpenDrains, type OpenDrain } from './drains.repository';

interface DrainOptions {
  readonly reason: string;
  readonly wait: number;
}

interface ListOptions {
  readonly all: boolean;
  readonly limit: number;
}

const queuesArgument = (): Argument => new Argument('<queues...>', 'queues of email').choices(dueQueues);
/** A server may take ten minutes to answer the final dot (RFC 5321 4.5.3.2.6). */
const waitMs = 600_000;
const lookEveryMs = 1_000;

export function addDrainCommands(group: Command, run: RunCommand): void {
  group
    .command('drain')
    .description(
      'send no more email of the queues, and wait until none is being sent; exits with 1 if some still is',
    )
    .addArgument(queuesArgument())
    .requiredOption('--reason <text>', 'shown by drained, waiting and messages show')
    .addOption(
      new Option('--wait <time>', 'how long to wait, such as 5m or 1h')
        .argParser(durationArgument)
        .default(waitMs, '10m'),
    )
    .action((queues: readonly DueQueue[], options: DrainOptions) =>
      run(
        (session) => drain(session, queues, options),
        (drains) => drains.some((each) => each.in_progress > 0),
      ),
    );
  group
    .command('drained')
    .description(
      'list drained queues: since when, by whom and why, and how many of their messages are being sent',
    )
    .option('--all', 'also list those that have been resumed', false)
    .option('--limit <count>', 'maximum number of rows with --all', countArgument, 100)
    .action(({ all, limit }: ListOptions) =>
      run(async (session): Promise<readonly Row[]> =>
        all ? listDrains(session.pool(), limit) : readOpenDrains(session.pool()),
      ),
    );
  group
    .command('resume')
    .description('send email of drained queues again')
    .addArgument(queuesArgument())
    .action((queues: readonly DueQueue[]) =>
      run((session) => endDrains(session.pool(), { queues, operator: session.operator })),
    );
}

async function drain(
  session: Session,
  queues: readonly DueQueue[],
  options: DrainOptions,
): Promise<OpenDrain[]> {
  const { reason, wait: waitedMaxMs } = options;
  await insertDrains(session.pool(), { queues, reason, operator: session.operator });
  const deadlineMs = performance.now() + waitedMaxMs;
  for (let emptyLooks = 0; ; await wait(lookEveryMs)) {
    const drains = (await readOpenDrains(session.pool())).filter(({ queue }) => queues.includes(queue));
    const inProgress = drains.reduce((sum, each) => sum + each.in_progress, 0);
    // A claim that had begun a moment before the drain is seen by the second look.
    emptyLooks = inProgress === 0 ? emptyLooks + 1 : 0;
    if (emptyLooks === 2) return drains;
    if (inProgress > 0 && performance.now() >= deadlineMs) {
      process.stderr.write(`${stillSending(inProgress)} repeat the command to wait longer.\n`);
      return drains;
    }
    if (inProgress > 0) session.progress.at(inProgress, 'messages are being sent');
  }
}

function stillSending(count: number): string {
  if (count === 1) return '1 message is still being sent. Its queue stays drained:';
  return `${count.toLocaleString('en')} messages are still being sent. Their queues stay drained:`;
}
