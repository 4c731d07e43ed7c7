import { listSites, type SiteView } from '@postrider/throttling';
import { recoveredAt } from '@postrider/mail';
import type { Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { countArgument, durationArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import { tryAtOnce } from '../messages/try-at-once';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { endThrottles, sitesMax } from './end-throttles';
import {
  endSuspensions,
  insertSuspension,
  readSuspensions,
  type OperatorSuspension,
} from './sites.repository';

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
    .argument('<site>')
    .description('end all suspensions, limits and back-off of a site and retry its waiting email at once')
    .option(...sourceOption)
    .action((site: string, options: ResumeOptions) => run((session) => resume(session, site, options)));
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

async function list(session: Session, { suspended: onlySuspended, limit }: ListOptions): Promise<Row[]> {
  const suspensions = await readSuspensions(session.pool());
  const views = await listSites(await session.redis(), onlySuspended ? sitesMax : limit);
  const rows = views.map((view) => rowOf(view, suspensions));
  const known = new Set(views.map(({ site }) => site));
  const unused = suspensions.filter(({ site }) => !known.has(site)).map(rowOfUnused);
  return [...unused, ...rows]
    .filter((row) => !onlySuspended || row['suspended_until'] !== null || row['cause'] !== null)
    .slice(0, limit);
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
  return {
    site,
    operator_suspensions: suspensions,
    sources: views.map((view) => ({ ...rowOf(view, suspensions), ...recoveryOf(view) })),
  };
}

async function suspend(session: Session, site: string, options: SuspendOptions): Promise<Row> {
  const { for: forMs, reason } = options;
  const source = options.source ?? null;
  const until = forMs === undefined ? null : new Date(Date.now() + forMs);
  await insertSuspension(session.pool(), { site, source, reason, operator: session.operator, until });
  return { site, source, suspended_until: until ?? 'resumed', reason };
}

async function resume(session: Session, site: string, options: ResumeOptions): Promise<Row> {
  const source = options.source ?? null;
  const operatorSuspensions = await endSuspensions(session.pool(), {
    ...{ site, source, operator: session.operator },
  });
  const throttles = await endThrottles(
    await session.redis(),
    (view) => view.site === site && (source === null || view.source === source),
  );
  return {
    ...{ site, source, operator_suspensions_ended: operatorSuspensions, throttles_ended: throttles },
    messages_due: await tryAtOnce(session.pool(), { site }),
  };
}

function rowOf(view: SiteView, suspensions: readonly OperatorSuspension[]): Row {
  const byOperator = suspensions.find(
    ({ site, source }) => site === view.site && (source === null || source === view.source),
  );
  const { suspended, limit } = view.state;
  return {
    site: view.site,
    source: view.source,
    workers: view.workers,
    connections: `${view.connections}/${view.allowed?.connections ?? '-'}`,
    waiting: view.missing > 0,
    rate: rateOf(view.allowed?.perSecond),
    normal: view.normal ? `${view.normal.connections}, ${rateOf(view.normal.perSecond)}` : null,
    suspended_until: byOperator ? (byOperator.until ?? 'resumed') : suspended ? inMs(suspended.leftMs) : null,
    cause: byOperator ? `operator ${byOperator.operator}: ${byOperator.reason}` : causeOf(suspended ?? limit),
    used_at: view.usedAt,
  };
}

function rowOfUnused({ site, source, until, operator, reason }: OperatorSuspension): Row {
  const nothing = { workers: 0, connections: '0/-', waiting: false, rate: null, normal: null };
  const cause = `operator ${operator}: ${reason}`;
  return { site, source, ...nothing, suspended_until: until ?? 'resumed', cause, used_at: null };
}

function recoveryOf({ state: { limit, suspended, inARow }, normal }: SiteView): Row {
  const until = limit ? inMs(limit.leftMs) : null;
  return {
    rule: suspended?.rule ?? limit?.rule ?? null,
    suspensions_in_a_row: inARow,
    limited_until: until,
    recovered_at: limit && until && normal ? recoveredAt(normal, { ...limit, until }) : null,
  };
}

function causeOf(cause: { readonly reason: string; readonly rule: string | null } | null): string | null {
  if (cause === null) return null;
  return cause.rule ? `rule ${cause.rule}: ${cause.reason}` : cause.reason;
}

function rateOf(perSecond: number | undefined): string | null {
  if (perSecond === undefined) return null;
  if (!Number.isFinite(perSecond)) return 'unlimited';
  return perSecond >= 1 ? `${Math.round(perSecond * 10) / 10}/s` : `${Math.round(perSecond * 600) / 10}/min`;
}

function inMs(leftMs: number): Date {
  return new Date(Date.now() + Math.round(leftMs));
}
