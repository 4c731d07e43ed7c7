import type { AuditAction } from '@postrider/contracts/audit';
import { Argument, InvalidArgumentError, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { organizationIdOf } from '../organizations/find-organization';
import { countArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { assertTransport } from '../transports/transports.commands';
import { findPools } from '../sources/sources.repository';
import { changeDomain, listDomains, type DomainColumn } from './domains.repository';
import { listKeys, requestRotation } from './keys.repository';

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .option('--organization <organization>', 'id or slug of the organization (default: all)')
    .option('--limit <count>', 'maximum number of domains', countArgument, 100)
    .action(({ organization, limit }: { organization?: string; limit: number }) =>
      run(async (session) => {
        const id = organization === undefined ? null : await organizationIdOf(session, organization);
        return listDomains(session.pool(), { organizationId: id, limit });
      }),
    );
  addKeyCommands(group, run);
  group
    .command('set-daily-cap')
    .description('set a daily limit; email above it waits for the next UTC day')
    .argument('<domain>', 'name or id')
    .argument('<recipients>', 'a number, or none', capArgument)
    .action((name: string, cap: number | null) =>
      run((session) =>
        change(session, name, { action: 'domain.set_daily_cap', column: 'daily_cap', value: cap }),
      ),
    );
  group
    .command('warm-up')
    .description('start or end the warm-up of a domain')
    .argument('<domain>', 'name or id')
    .addArgument(new Argument('<state>').choices(['start', 'end']))
    .action((name: string, state: 'start' | 'end') => {
      const value = state === 'start' ? new Date() : null;
      const column = 'warm_up_started_at';
      return run((session) => change(session, name, { action: `domain.warm_up_${state}`, column, value }));
    });
  group
    .command('set-pool')
    .description('set the pool of source addresses; none: the pool of its stream')
    .argument('<domain>', 'name or id')
    .argument('<pool>', 'name of a pool, or none')
    .action((name: string, pool: string) => run((session) => setPool(session, name, pool)));
  group
    .command('set-transport')
    .argument('<domain>', 'name or id')
    .argument('<transport>', 'name of the transport')
    .action((name: string, transport: string) =>
      run(async (session) => {
        await assertTransport(session, transport);
        return change(session, name, {
          action: 'domain.set_transport',
          column: 'transport',
          value: transport,
        });
      }),
    );
}

function addKeyCommands(group: Command, run: RunCommand): void {
  group
    .command('show')
    .description('show the DKIM keys of a domain: active, waiting for DNS, and retired')
    .argument('<domain>', 'name or id')
    .action((name: string) =>
      run(async (session) => {
        const keys = await listKeys(session.pool(), name.toLowerCase());
        if (keys.length === 0) throw new CommandRefused(`There is no domain with the id or name ${name}.`);
        return keys;
      }),
    );
  group
    .command('rotate-keys')
    .description(
      'create new DKIM keys for verified domains. New keys sign once their records are found; old keys are removed a week later',
    )
    .argument('[domain]', 'name or id')
    .option('--all', 'all verified domains')
    .option('--older-than <days>', 'verified domains whose key is older, for example 180d', daysArgument)
    .action((name: string | undefined, { all = false, olderThan }: { all?: boolean; olderThan?: number }) =>
      run(async (session) => {
        const given = [name !== undefined, all, olderThan !== undefined].filter(Boolean).length;
        if (given !== 1) throw new CommandRefused('Specify one domain, --all or --older-than <days>.');
        const asked = await requestRotation(session.pool(), {
          nameOrId: name?.toLowerCase() ?? null,
          days: olderThan ?? 0,
          actor: { type: 'operator', name: session.operator },
        });
        if (name !== undefined && asked.length === 0) {
          throw new CommandRefused(
            `${name} is not verified, or already has new keys that wait for their DNS records: see domains show ${name}`,
          );
        }
        return asked;
      }),
    );
}

function daysArgument(text: string): number {
  const days = /^(\d{1,4})d?$/.exec(text)?.[1];
  if (days === undefined) throw new InvalidArgumentError('must be a number of days such as 180d');
  return Number(days);
}

function capArgument(text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number or none');
  return Number(text);
}

async function setPool(session: Session, name: string, pool: string): Promise<Row> {
  const value = pool === 'none' ? null : pool;
  const pools = await findPools(session.pool());
  if (value !== null && !pools.includes(value)) {
    throw new CommandRefused(`There is no pool ${value}. sources list shows the addresses and their pools.`);
  }
  return change(session, name, { action: 'domain.set_source_pool', column: 'source_pool', value });
}

async function change(
  session: Session,
  name: string,
  given: { readonly action: AuditAction<'domain'>; readonly column: DomainColumn; readonly value: unknown },
): Promise<Row> {
  const actor = { type: 'operator', name: session.operator } as const;
  const organizationId = await changeDomain(session.pool(), name.toLowerCase(), { ...given, actor });
  if (organizationId === null)
    throw new CommandRefused(
      `There is no domain with the id or name ${name}. domains list shows all domains.`,
    );
  await session.bumpCacheVersion(organizationId);
  return { domain: name, [given.column]: given.value };
}
