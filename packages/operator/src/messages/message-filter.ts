import { lanes, type Lane } from '@postrider/contracts/statuses';
import { Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { idArgument, timeArgument } from '../output/arguments';
import type { Session } from '../session';
import { findDomainIds } from './retry.repository';

/** Null: whichever the rest chooses. */
export interface MessageFilter {
  readonly ids: readonly string[] | null;
  readonly organizationId: string | null;
  readonly domainIds: readonly string[] | null;
  readonly lane: Lane | null;
  readonly kind: string | null;
  /** By the time of acceptance. */
  readonly since: Date;
  readonly until: Date;
  /** Of a recipient that waits. */
  readonly recipientDomain: string | null;
  readonly provider: string | null;
  /** A part of the reason for which it waits. */
  readonly detail: string | null;
  /** The reason for which it is held. */
  readonly heldAs: string | null;
  /** Whether it is held. */
  readonly isHeld: boolean | null;
}

export interface FilterOptions {
  readonly organization?: string;
  readonly domain?: string;
  readonly lane?: Lane;
  readonly kind?: string;
  readonly since?: Date;
  readonly until: Date;
  readonly recipientDomain?: string;
  readonly provider?: string;
  readonly detail?: string;
  readonly heldAs?: string;
}

export function withFilter(command: Command): Command {
  return command
    .argument('[ids...]', 'message ids')
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--domain <name>', 'sent from this domain (default: all)')
    .addOption(new Option('--lane <lane>', 'default: all').choices(lanes))
    .option('--kind <kind>', 'exact kind')
    .option('--since <time>', 'accepted at or after this time; required without ids', timeArgument)
    .option('--until <time>', 'accepted before this time (default: now)', timeArgument, new Date())
    .option('--recipient-domain <name>', 'with a waiting recipient at this domain')
    .option(
      '--provider <name>',
      'with a waiting recipient at this mailbox provider, known after the first attempt',
    )
    .option('--detail <text>', 'with a waiting recipient whose reason contains this text')
    .option('--held-as <reason>', 'held with exactly this reason: `restored` after restoring a backup');
}

export async function filterOf(
  session: Session,
  ids: readonly string[],
  options: FilterOptions,
): Promise<MessageFilter> {
  const { organization, domain, since } = options;
  if (ids.length === 0 && since === undefined) {
    throw new CommandRefused('Specify message ids, or --since.');
  }
  const domainIds = domain === undefined ? null : await findDomainIds(session.pool(), domain);
  if (domainIds?.length === 0) throw new CommandRefused(`There is no domain ${domain}.`);
  return {
    ids: ids.length === 0 ? null : ids.map(idArgument),
    organizationId: organization === undefined ? null : await organizationIdOf(session, organization),
    domainIds,
    lane: options.lane ?? null,
    kind: options.kind ?? null,
    since: since ?? new Date(0),
    until: options.until,
    recipientDomain: options.recipientDomain?.toLowerCase() ?? null,
    provider: options.provider ?? null,
    detail: options.detail ?? null,
    heldAs: options.heldAs ?? null,
    isHeld: null,
  };
}
