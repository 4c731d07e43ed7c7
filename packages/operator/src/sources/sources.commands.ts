import { sourcePoolName } from '@postrider/contracts/transports';
import { isPublicAddress } from '@postrider/runtime';
import { Argument, InvalidArgumentError, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { addSource, readHelloName, readSourceAddress } from './add-source';
import { changeSource, listSources, removeSource, showSource, type SourceChange } from './sources.repository';

const addressArgument = () => new Argument('<address>', 'address as receivers see it').argParser(readAddress);

export function addCommands(group: Command, run: RunCommand): void {
  group.command('list').action(() => run(list));
  group
    .command('show')
    .description('show an address with its volume per site in the last days of its warm-up')
    .addArgument(addressArgument())
    .action((address: string) => run((session) => show(session, address)));
  group
    .command('add')
    .description('add an address; workers that have it use it within seconds')
    .addArgument(addressArgument())
    .requiredOption('--hello-name <name>', 'name for EHLO: that of its reverse DNS', readHostName)
    .option(
      '--pool <pool>',
      'pool; transactional and bulk serve the streams of these names',
      readPool,
      'default',
    )
    .option('--bind <address>', 'local address of the machine, behind NAT', readAddress)
    .option('--warm-up', 'start its warm-up today', false)
    .action((address: string, options: AddOptions) => run((session) => add(session, address, options)));
  addStateCommands(group, run);
}

function addStateCommands(group: Command, run: RunCommand): void {
  group
    .command('pause')
    .description('drain an address: open connections finish, no new ones are made')
    .addArgument(addressArgument())
    .action((address: string) => run((session) => change(session, address, 'pause')));
  group
    .command('resume')
    .addArgument(addressArgument())
    .action((address: string) => run((session) => change(session, address, 'resume')));
  group
    .command('remove')
    .addArgument(addressArgument())
    .action((address: string) => run((session) => remove(session, address)));
  group
    .command('warm-up')
    .description('start or end the warm-up of an address')
    .addArgument(new Argument('<state>').choices(['start', 'end']))
    .addArgument(addressArgument())
    .action((state: 'start' | 'end', address: string) =>
      run((session) => change(session, address, `${state}_warm_up`)),
    );
}

interface AddOptions {
  readonly helloName: string;
  readonly pool: string;
  readonly bind?: string;
  readonly warmUp: boolean;
}

async function list(session: Session): Promise<Row[]> {
  const sources = await listSources(session.pool());
  return sources.map(({ reverse_name_checked_at: _at, reverse_name_error: _error, ...row }) => row);
}

async function add(session: Session, address: string, options: AddOptions): Promise<Row> {
  const { helloName, pool, bind = null, warmUp } = options;
  const given = { address, bindAddress: bind, helloName, pool, warmUp };
  const result = await addSource(session.pool(), given, session.operator);
  if (result === 'other_family') {
    throw new CommandRefused(`${address} and ${String(bind)} are not of the same family.`);
  }
  if (result === 'exists') throw new CommandRefused(`${address} already exists: see sources show.`);
  if (!isPublicAddress(address)) {
    process.stderr.write(
      `${address} is not public. Specify the address that receivers see, and this one with --bind.
`,
    );
  }
  return { address, bind_address: bind, hello_name: helloName, pool, warm_up: warmUp };
}

async function show(session: Session, address: string): Promise<Row> {
  return (await showSource(session.pool(), address)) ?? missing(address);
}

async function change(session: Session, address: string, given: SourceChange): Promise<Row> {
  const changed = await changeSource(session.pool(), { address, change: given, operator: session.operator });
  if (changed === null) return missing(address);
  const { pool, active, status, warm_up_started_at } = changed;
  if (active === 0) {
    process.stderr.write(`The pool ${pool} has no active address: its email waits.
`);
  }
  return { address, ...(given === 'pause' || given === 'resume' ? { status } : { warm_up_started_at }) };
}

async function remove(session: Session, address: string): Promise<Row> {
  const removal = await removeSource(session.pool(), address, session.operator);
  if (removal.kind === 'missing') return missing(address);
  if (removal.kind === 'pinned') {
    const { pool, domains } = removal;
    throw new CommandRefused(
      `${address} is the last address of the pool ${pool}, which ${domains} domains use. Move them with domains set-pool.`,
    );
  }
  return { address, removed: true };
}

function missing(address: string): never {
  throw new CommandRefused(`There is no source address ${address}. sources list shows all addresses.`);
}

function readAddress(text: string): string {
  const address = readSourceAddress(text);
  if (address === null) throw new InvalidArgumentError('must be an IPv4 or IPv6 address');
  return address;
}

function readHostName(text: string): string {
  const name = readHelloName(text);
  if (name === null) throw new InvalidArgumentError('must be a host name such as out1.mail.example');
  return name;
}

function readPool(text: string): string {
  if (sourcePoolName.safeParse(text).success) return text;
  throw new InvalidArgumentError('must consist of lowercase letters, digits and hyphens');
}
