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

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('show when a restored database was detected, why, and what was held')
    .action(() =>
      run(async (session) => (await listRestorations(session.pool())).map((each) => ({ ...each }))),
    );
  group
    .command('held')
    .description('show what is still held, by organization')
    .action(() => run(async (session) => (await countHeld(session.pool())).map((each) => ({ ...each }))));
  group
    .command('declare')
    .description('hold all due email, for a restored database that was not detected')
    .action(() =>
      run(async (session) => {
        if (await declareRestoration(session.pool(), session.operator)) {
          return { declared: 'workers hold all due email and continue once it is held' };
        }
        throw new CommandRefused('Workers are already holding due email.');
      }),
    );
  addChange(group, run, {
    change: 'release',
    description: 'continue broadcasts or automation runs where they stopped',
  });
  addChange(group, run, { change: 'cancel', description: 'end broadcasts or automation runs' });
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
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--id <id>', 'id of a broadcast, or of the automation of the runs', idArgument)
    .option('--dry-run', 'only count them', false)
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
