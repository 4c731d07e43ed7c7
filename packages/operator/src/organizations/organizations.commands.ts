import { checkInput } from '@postrider/contracts/errors';
import {
  createOrganizationRequest,
  type PlanName,
  planNames,
  reservedSlugs,
} from '@postrider/contracts/organizations';
import { organizationKinds } from '@postrider/contracts/statuses';
import { Argument, Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { countArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { organizationIdOf } from './find-organization';
import { addDeleteCommand } from './delete-organization.commands';
import { addPauseCommands } from './pause-all.commands';
import {
  changeOrganization,
  createOrganization,
  listOrganizations,
  showOrganization,
  type NewOrganization,
  type OrganizationFilter,
} from './organizations.repository';

const organization = '<organization>';
const plan = new Argument('<plan>').choices([...planNames]);

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('list organizations, newest first')
    .addOption(new Option('--kind <kind>').choices([...organizationKinds]))
    .addOption(new Option('--plan <plan>').choices([...planNames]))
    .option('--under-review', 'only organizations under review')
    .option('--limit <count>', 'maximum number of organizations', countArgument, 100)
    .action((filter: OrganizationFilter) => run((session) => listOrganizations(session.pool(), filter)));
  group
    .command('show')
    .argument(organization, 'id or slug')
    .action((name: string) => run(async (session) => show(session, await organizationIdOf(session, name))));
  group
    .command('create')
    .requiredOption('--name <name>')
    .requiredOption('--slug <slug>')
    .addOption(new Option('--kind <kind>').choices([...organizationKinds]).default('internal'))
    .addOption(new Option('--plan <plan>').choices([...planNames]).default('internal'))
    .option('--alert-email <address>', 'address for alerts')
    .option('--if-absent', 'if the slug exists, show the organization unchanged')
    .action((options: CreateOptions) => run((session) => create(session, options)));
  addChangeCommands(group, run);
  addPauseCommands(group, run);
  addDeleteCommand(group, run);
}

function addChangeCommands(group: Command, run: RunCommand): void {
  group
    .command('rename')
    .description('rename an organization; its slug does not change')
    .argument(organization, 'id or slug')
    .argument('<name>', '1 to 120 characters')
    .action((which: string, to: string) => run((session) => rename(session, which, to)));
  group
    .command('set-plan')
    .argument(organization, 'id or slug')
    .addArgument(plan)
    .action((name: string, to: PlanName) => run((session) => setPlan(session, name, to)));
  group
    .command('pause')
    .description('pause sending: refuse new live email and hold queued email')
    .argument(organization, 'id or slug')
    .requiredOption('--reason <text>', 'shown to the organization')
    .action((name: string, { reason }: { reason: string }) => {
      const columns = { sending_paused_at: new Date(), sending_paused_reason: reason };
      return run((session) => change(session, name, { action: 'org.pause', columns }));
    });
  group
    .command('resume')
    .argument(organization, 'id or slug')
    .action((name: string) => {
      const columns = { sending_paused_at: null, sending_paused_reason: null };
      return run((session) => change(session, name, { action: 'org.resume', columns }));
    });
}

interface CreateOptions extends Pick<NewOrganization, 'name' | 'slug' | 'kind' | 'plan'> {
  readonly alertEmail?: string;
  readonly ifAbsent?: true;
}

async function create(session: Session, { ifAbsent, ...options }: CreateOptions): Promise<Row> {
  const { name, slug, alertEmail } = options;
  const checked = checkInput(createOrganizationRequest, { name, slug, alert_email: alertEmail });
  if (!checked.ok) throw refusalOf(checked.problems);
  if (reservedSlugs.has(slug)) throw new CommandRefused(`The slug ${slug} is reserved.`);
  const given = { ...options, name: checked.value.name, alertEmail: alertEmail ?? null };
  const id = await createOrganization(session.pool(), given, session.operator);
  if (id !== null) return show(session, id);
  if (ifAbsent) return show(session, await organizationIdOf(session, slug));
  throw new CommandRefused(`The slug ${slug} is already in use.`);
}

async function change(
  session: Session,
  name: string,
  given: Omit<Parameters<typeof changeOrganization>[2], 'operator'>,
): Promise<Row> {
  const id = await organizationIdOf(session, name);
  await changeOrganization(session.pool(), id, { ...given, operator: session.operator });
  await session.bumpCacheVersion(id);
  return show(session, id);
}

async function rename(session: Session, which: string, name: string): Promise<Row> {
  const checked = checkInput(createOrganizationRequest.pick({ name: true }), { name });
  if (!checked.ok) throw refusalOf(checked.problems);
  return change(session, which, { action: 'org.update', columns: { name: checked.value.name } });
}

function refusalOf(problems: readonly { readonly path: string; readonly message: string }[]): CommandRefused {
  return new CommandRefused(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
}

async function setPlan(session: Session, name: string, plan: PlanName): Promise<Row> {
  const id = await organizationIdOf(session, name);
  const given = { action: 'org.set_plan' as const, columns: { plan }, operator: session.operator };
  await changeOrganization(session.pool(), id, given);
  await session.dropQuotaCounters(id);
  await session.bumpCacheVersion(id);
  return show(session, id);
}

async function show(session: Session, id: string): Promise<Row> {
  const row = await showOrganization(session.pool(), id);
  if (row === undefined) throw new CommandRefused(`There is no organization with the id ${id}.`);
  return row;
}
