import { Argument, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { idArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import {
  campaignKinds,
  changeHeld,
  countChosen,
  countHeld,
  declareRestoration,
  listRestorations,
  type CampaignKind,
  type HeldChange,
} from './restored.repository';

interface ChangeOptions {
  readonly organization?: string;
  readonly id?: string;
  readonly dryRun: boolean;
}

/** Five million runs. */
const pagesMax = 10_000;

export function addRestoredCommands(program: Command, run: RunCommand): void {
  const group = program
    .command('restored')
    .description('what is held after a database was restored from a backup');
  group
    .command('list')
    .description('when a database was found to be older than what was sent, why, and what was held then')
    .action(() =>
      run(async (session) => (await listRestorations(session.pool())).map((each) => ({ ...each }))),
    );
  group
    .command('held')
    .description('what is still held, by organization')
    .action(() => run(async (session) => (await countHeld(session.pool())).map((each) => ({ ...each }))));
  group
    .command('declare')
    .description('holds all that is due, where only you know that the database is an older one')
    .action(() =>
      run(async (session) => {
        if (await declareRestoration(session.pool())) {
          return { declared: 'workers hold all that is due, and send again when it is held' };
        }
        throw new CommandRefused('Workers are holding what is due already.');
      }),
    );
  addChange(group, run, {
    change: 'release',
    description: 'broadcasts or runs of automations go on where they stood',
  });
  addChange(group, run, { change: 'cancel', description: 'broadcasts or runs of automations end for good' });
}

function addChange(
  group: Command,
  run: RunCommand,
  { change, description }: { readonly change: HeldChange; readonly description: string },
): void {
  group
    .command(change)
    .description(description)
    .addArgument(new Argument('<what>').choices(campaignKinds))
    .option('--organization <organization>', 'id or slug; default: all')
    .option('--id <id>', 'of one broadcast, or of the automation of the runs', idArgument)
    .option('--dry-run', 'only tells how many', false)
    .action((kind: CampaignKind, options: ChangeOptions) =>
      run((session) => changeAll(session, { kind, change, options })),
    );
}

async function changeAll(
  session: Session,
  {
    kind,
    change,
    options,
  }: { readonly kind: CampaignKind; readonly change: HeldChange; readonly options: ChangeOptions },
): Promise<Row> {
  const { organization, id = null, dryRun } = options;
  const organizationId = organization === undefined ? null : await organizationIdOf(session, organization);
  const filter = { organizationId, subjectId: id };
  const pool = session.pool();
  if (dryRun) return { [kind]: await countChosen(pool, kind, filter), dry_run: true };
  let changed = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const count = await changeHeld(pool, filter, { kind, change, operator: session.operator });
    if (count === 0) break;
    changed += count;
    session.progress.at(changed, kind);
  }
  return { [kind]: changed };
}
