import { isIP, SocketAddress } from 'node:net';
import { isPublicAddress } from '@postrider/runtime';
import { Argument, InvalidArgumentError, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import {
  addSource,
  changeSource,
  listSources,
  removeSource,
  showSource,
  type SourceColumn,
} from './sources.repository';

const addressArgument = () => new Argument('<address>', 'as receivers see it').argParser(readAddress);

export function addSourceCommands(program: Command, run: RunCommand): void {
  const group = program
    .command('sources')
    .description('addresses that mail leaves from, in pools; without any the system chooses');
  group.command('list').action(() => run((session) => listSources(session.pool())));
  group
    .command('show')
    .description('with what it handed over to each site in the last days of its warm-up')
    .addArgument(addressArgument())
    .action((address: string) => run((session) => show(session, address)));
  group
    .command('add')
    .description('workers that have the address use it within seconds')
    .addArgument(addressArgument())
    .requiredOption('--hello-name <name>', 'our name in EHLO: that of its reverse DNS', readHostName)
    .option('--pool <pool>', 'transactional and bulk serve the streams of that name', readPool, 'default')
    .option('--bind <address>', 'as the machine has it, behind address translation', readAddress)
    .option('--warm-up', 'begins its warm-up today', false)
    .action((address: string, options: AddOptions) => run((session) => add(session, address, options)));
  addStateCommands(group, run);
}

function addStateCommands(group: Command, run: RunCommand): void {
  group
    .command('pause')
    .description('drains it: mail on its connections ends, no other begins')
    .addArgument(addressArgument())
    .action((address: string) =>
      run((session) => change(session, address, { column: 'status', value: 'draining' })),
    );
  group
    .command('resume')
    .addArgument(addressArgument())
    .action((address: string) =>
      run((session) => change(session, address, { column: 'status', value: 'active' })),
    );
  group
    .command('remove')
    .addArgument(addressArgument())
    .action((address: string) => run((session) => remove(session, address)));
  group
    .command('warm-up')
    .description('begins today with the first step at each site, or ends it')
    .addArgument(new Argument('<state>').choices(['start', 'end']))
    .addArgument(addressArgument())
    .action((state: 'start' | 'end', address: string) => {
      const value = state === 'start' ? new Date() : null;
      return run((session) => change(session, address, { column: 'warm_up_started_at', value }));
    });
}

interface AddOptions {
  readonly helloName: string;
  readonly pool: string;
  readonly bind?: string;
  readonly warmUp: boolean;
}

async function add(session: Session, address: string, options: AddOptions): Promise<Row> {
  const { helloName, pool, bind = null, warmUp } = options;
  if (bind !== null && isIP(bind) !== isIP(address)) {
    throw new CommandRefused(`${address} and ${bind} are not of the same family.`);
  }
  const given = { address, bindAddress: bind, helloName, pool, warmUpStartedAt: warmUp ? new Date() : null };
  if (!(await addSource(session.pool(), given))) {
    throw new CommandRefused(`${address} is there already: sources show tells what it is.`);
  }
  if (!isPublicAddress(address)) {
    process.stderr.write(
      `${address} is not a public address: receivers see another one. Give that, and this one with --bind.\n`,
    );
  }
  return { address, bind_address: bind, hello_name: helloName, pool, warm_up: warmUp };
}

async function show(session: Session, address: string): Promise<Row> {
  return (await showSource(session.pool(), address)) ?? missing(address);
}

async function change(
  session: Session,
  address: string,
  given: { readonly column: SourceColumn; readonly value: unknown },
): Promise<Row> {
  const changed = await changeSource(session.pool(), address, given);
  if (changed === null) return missing(address);
  if (changed.active === 0) {
    process.stderr.write(`No address of the pool ${changed.pool} is active now: its mail waits.\n`);
  }
  return { address, [given.column]: given.value };
}

async function remove(session: Session, address: string): Promise<Row> {
  const removal = await removeSource(session.pool(), address);
  if (removal.kind === 'missing') return missing(address);
  if (removal.kind === 'pinned') {
    const { pool, domains } = removal;
    throw new CommandRefused(
      `${address} is the last address of the pool ${pool}, to which ${domains} domains are pinned: domains set-pool moves them.`,
    );
  }
  return { address, removed: true };
}

function missing(address: string): never {
  throw new CommandRefused(`There is no source address ${address}: sources list shows them.`);
}

/** In its one form, so that the same address is not there twice. */
function readAddress(text: string): string {
  const family = isIP(text);
  if (family === 4) return text;
  const address =
    family === 6 && !text.includes('%') ? new SocketAddress({ address: text, family: 'ipv6' }).address : '';
  if (address === '' || address.startsWith('::ffff:')) {
    throw new InvalidArgumentError('an IPv4 or IPv6 address, please');
  }
  return address;
}

function readHostName(text: string): string {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (
    name.length <= 253 &&
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(name)
  ) {
    return name;
  }
  throw new InvalidArgumentError('a host name such as out1.mail.example, please');
}

function readPool(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text;
  throw new InvalidArgumentError('lower-case letters, digits and hyphens, please');
}
