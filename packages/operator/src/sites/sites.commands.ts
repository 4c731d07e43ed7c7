import { listSites } from '@postrider/throttling';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { countArgument, durationArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import { tryAtOnce } from '../messages/try-at-once';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { sitesMax } from './end-throttles';
import { readSites, siteOf, type PlatformSite } from './read-sites';
import { resumeSite } from './resume-site';
import { readSuspensions, suspendSite } from './sites.repository';

const sourceOption = ['--source <address>', 'only for this source address'] as const;

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('list the sites of the last two days, last used first')
    .option('--suspended', 'only suspended or limited sites', false)
    .option('--limit <count>', 'maximum number of sites', countArgument, 100)
    .action((options: ListOptions) => run((session) => list(session, options)));
  group
    .command('show')
    .argument('<site>')
    .description('show a site with its last replies and how it recovers')
    .action((site: string) => run((session) => show(session, site)));
  group
    .command('suspend')
    .argument('<site>', 'site as shown by list')
    .description('suspend a site: workers stop using it within 5 s, and its email waits')
    .option('--for <time>', 'duration such as 30m or 2h (default: until resumed)', durationArgument)
    .option(...sourceOption)
    .requiredOption('--reason <text>', 'shown with each waiting message')
    .action((site: string, options: SuspendOptions) => run((session) => suspend(session, site, options)));
  group
    .command('resume')
    .argument('<sites...>')
    .description('end all suspensions, limits and back-off of sites and retry their waiting email at once')
    .option(...sourceOption)
    .action((sites: string[], options: ResumeOptions) =>
      run((session) => resumeAll(session, sites, options)),
    );
}

interface ListOptions {
  readonly suspended: boolean;
  readonly limit: number;
}

interface SuspendOptions {
  readonly for?: number;
  readonly source?: string;
  readonly reason: string;
}

interface ResumeOptions {
  readonly source?: string;
}

async function list(session: Session, { suspended: onlyThrottled, limit }: ListOptions): Promise<Row[]> {
  const suspensions = await readSuspensions(session.pool());
  const sites = await readSites(await session.redis(), suspensions, { onlyThrottled, limit });
  return sites.map(rowOf);
}

async function show(session: Session, site: string): Promise<Row> {
  const suspensions = (await readSuspensions(session.pool())).filter((each) => each.site === site);
  const all = await listSites(await session.redis(), sitesMax);
  const views = all.filter((view) => view.site === site);
  if (views.length === 0 && suspensions.length === 0) {
    throw new CommandRefused(
      `No email was sent to ${site} in the last two days, and it is not suspended by an operator.`,
    );
  }
  const sources = views.map((view) => siteOf(view, suspensions));
  return {
    site,
    operator_suspensions: suspensions,
    sources: sources.map((source) => ({ ...rowOf(source), ...recoveryOf(source) })),
  };
}

async function suspend(session: Session, site: string, options: SuspendOptions): Promise<Row> {
  const { for: forMs, reason } = options;
  const source = options.source ?? null;
  const until = forMs === undefined ? null : new Date(Date.now() + forMs);
  await suspendSite(session.pool(), { site, source, reason, operator: session.operator, until });
  return { site, source, suspended_until: until ?? 'resumed', reason };
}

async function resumeAll(
  session: Session,
  sites: readonly string[],
  options: ResumeOptions,
): Promise<Row | Row[]> {
  const [first = '', ...others] = new Set(sites);
  const row = await resume(session, first, options);
  if (others.length === 0) return row;
  const rows = [row];
  for (const site of others) rows.push(await resume(session, site, options));
  return rows;
}

async function resume(session: Session, site: string, options: ResumeOptions): Promise<Row> {
  const given = { site, source: options.source ?? null, operator: session.operator };
  const { suspensions, throttles } = await resumeSite(session.pool(), () => session.redis(), given);
  const { messages } = await tryAtOnce(session.pool(), { site });
  return {
    ...{ site, source: given.source, operator_suspensions_ended: suspensions, throttles_ended: throttles },
    messages_due: messages,
  };
}

function rowOf(site: PlatformSite): Row {
  const { state, suspendedUntil, allowed, normal } = site;
  return {
    site: site.site,
    source: site.source,
    workers: site.workers,
    connections: `${site.connections}/${allowed?.connections ?? '-'}`,
    waiting: site.isWaiting,
    rate: rateOf(allowed?.perSecond),
    normal: normal ? `${normal.connections}, ${rateOf(normal.perSecond)}` : null,
    suspended_until: state === 'suspended' ? (suspendedUntil ?? 'resumed') : null,
    cause: causeOf(site),
    used_at: site.usedAt,
  };
}

function recoveryOf({ rule, suspensionsInARow, limitedUntil, recoveredAt }: PlatformSite): Row {
  return {
    ...{ rule, suspensions_in_a_row: suspensionsInARow },
    ...{ limited_until: limitedUntil, recovered_at: recoveredAt },
  };
}

function causeOf({ operator, rule, reason }: PlatformSite): string | null {
  if (reason === null) return null;
  if (operator !== null) return `operator ${operator}: ${reason}`;
  return rule ? `rule ${rule}: ${reason}` : reason;
}

function rateOf(perSecond: number | undefined): string | null {
  if (perSecond === undefined) return null;
  if (!Number.isFinite(perSecond)) return 'unlimited';
  return perSecond >= 1 ? `${Math.round(perSecond * 10) / 10}/s` : `${Math.round(perSecond * 600) / 10}/min`;
}
