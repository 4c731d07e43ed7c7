import { readFile } from 'node:fs/promises';
import { validationMessage } from '@postrider/contracts/errors';
import { transportName, transportStateKey } from '@postrider/contracts/transports';
import {
  isBuiltInTransport,
  transportKinds,
  type ProviderName,
  type TransportKind,
} from '@postrider/providers';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { CommandRefused } from '../command-refused';
import { regionsBySettings } from '../config';
import { countArgument } from '../output/arguments';
import type { Row } from '../output/render-answer';
import { tryAtOnce } from '../messages/try-at-once';
import type { RunCommand } from '../run-command';
import type { Session } from '../session';
import { givenTransportOptions, providerFlags, type GivenOptions } from './read-options';
import {
  readTransports,
  readUnitStates,
  resumeTransport,
  type TransportsOf,
  type UnitState,
} from './read-transports';
import { isTransport, setTransport } from './set-transport';
import { findTransport, removeTransport, setDisabled, type StoredTransport } from './transports.repository';

/** Names of the transports that settings define. */
const builtIn = transportKinds.join(', ');

const nameArgument = () => new Argument('<name>', 'name of the transport').argParser(readName);

export function addCommands(group: Command, run: RunCommand): void {
  group
    .command('list')
    .description('list transports with their state: up, or down with the reason and the next attempt')
    .action(() => run(list));
  group
    .command('show')
    .addArgument(nameArgument())
    .action((name: string) => run((session) => show(session, name)));
  addSetCommand(group, run);
  for (const [verb, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    group
      .command(verb)
      .description(
        isDisabled
          ? 'disable a transport: its fallback takes over, without one its email waits'
          : 'workers notice within seconds',
      )
      .addArgument(nameArgument())
      .action((name: string) => run((session) => change(session, name, isDisabled)));
  }
  group
    .command('resume')
    .description('mark a transport as up before its next attempt, and retry its waiting email at once')
    .addArgument(nameArgument())
    .action((name: string) => run((session) => resume(session, name)));
  group
    .command('remove')
    .description('delete a transport that no domain or fallback uses')
    .addArgument(nameArgument())
    .action((name: string) => run((session) => remove(session, name)));
}

interface SetOptions extends GivenOptions {
  readonly kind?: TransportKind;
  readonly passwordFile?: string;
  readonly fallback?: string;
}

function addSetCommand(group: Command, run: RunCommand): void {
  const command = group.command('set');
  command
    .description(
      `create or replace a transport; a stored secret is kept for the same host unless a new one is given. For ${builtIn}, only --fallback is allowed`,
    )
    .addArgument(nameArgument())
    .addOption(new Option('--kind <kind>').choices(transportKinds))
    .option('--host <host>', 'smart host')
    .option('--port <port>', 'default: 25; with a user 587; with --tls implicit 465', countArgument)
    .addOption(
      new Option('--tls <rule>', 'default: required with a user, otherwise opportunistic').choices([
        ...['off', 'opportunistic', 'required', 'implicit'],
      ]),
    )
    .option('--user <user>', 'login at the smart host')
    .option(
      '--password-file <file>',
      'file that contains only the password, secret access key or API key; - reads standard input',
    )
    .option('--final', 'treat a 250 reply as final: no bounce or report will follow', false)
    .option('--connections <count>', 'connections per worker', countArgument)
    .option('--fallback <name>', 'transport that takes over while this one is down')
    .action((name: string, options: SetOptions) => run((session) => set(session, name, options)));
  for (const option of providerFlags()) command.addOption(option);
}

function readName(text: string): string {
  const { data } = transportName.safeParse(text.toLowerCase());
  if (data === undefined)
    throw new InvalidArgumentError('must consist of lowercase letters, digits, - and _');
  return data;
}

async function list(session: Session): Promise<Row[]> {
  const transports = await readTransports(transportsOf(session));
  return transports.map(({ name, kind, givenBy, fallback, disabledAt, states }) => ({
    ...{ name, kind, fallback, disabled: disabledAt !== null, given_by: givenBy },
    state: describe(states),
  }));
}

function transportsOf(session: Session): TransportsOf {
  return {
    pool: session.pool(),
    redis: () => session.redis(),
    regionsOf: (name) => regionsOf(session, name),
  };
}

const regionsMax = 100;

/** Of a built-in transport: those of the settings, and those whose state workers with other settings have written. */
async function regionsOf(session: Session, name: ProviderName): Promise<string[]> {
  const regions = new Set(await regionsBySettings(name));
  const statesPattern = transportStateKey(`${name}@*`);
  const redis = await session.redis().catch(() => null);
  for (const node of redis === null ? [] : 'nodes' in redis ? redis.nodes('master') : [redis]) {
    const pages = node.scanStream({ match: statesPattern, count: 10_000 }) as AsyncIterable<string[]>;
    for await (const keys of pages) {
      for (const key of keys) regions.add(key.slice(statesPattern.indexOf('*'), -1));
    }
  }
  return [...regions].slice(0, regionsMax);
}

function describe(states: readonly UnitState[] | null): string {
  if (states === null) return 'unknown: Redis is unavailable';
  const down = states
    .filter(({ state }) => state === 'out')
    .map(({ unit, since, probeAt, cause, reason }) => {
      const [from, next] = [since, probeAt].map((ms) => new Date(ms).toISOString());
      return `${unit} down since ${from} (${cause}: ${reason}), next attempt ${next}`;
    });
  return down.length === 0 ? 'up' : down.join('; ');
}

async function show(session: Session, name: string): Promise<Row> {
  const found = await findTransport(session.pool(), name);
  if (!found && !isBuiltInTransport(name)) throw new CommandRefused(missing(name));
  const states = await readUnitStates(transportsOf(session), name);
  return { ...shown(found, name), state: describe(states) };
}

/** Never the secret. */
function shown(found: StoredTransport | undefined, name: string): Row {
  if (!found) return { name, given_by: 'settings' };
  const { kind, options, has_secret, fallback, disabled_at, domains } = found;
  return { name, kind, options, has_secret, fallback, disabled_at, domains };
}

async function set(session: Session, name: string, options: SetOptions): Promise<Row> {
  const isBuiltIn = isBuiltInTransport(name);
  const { fallback = null } = options;
  const kind = isBuiltIn ? name : options.kind;
  if (kind === undefined) throw new CommandRefused('--kind is required for a transport.');
  if (
    isBuiltIn &&
    (options.kind !== undefined || options.host !== undefined || options.passwordFile !== undefined)
  ) {
    throw new CommandRefused(`${name} is defined by settings: only --fallback can be set.`);
  }
  const { passwordFile } = options;
  const problems = await setTransport(
    { pool: session.pool(), secretBox: () => session.secretBox() },
    {
      ...{ name, kind, fallback },
      options: isBuiltIn ? {} : givenTransportOptions(kind, options),
      secret: passwordFile === undefined ? undefined : await readSecret(passwordFile),
    },
    session.operator,
  );
  if (problems.length > 0) throw new CommandRefused(`${validationMessage(problems)}.`);
  return show(session, name);
}

/** Of the file's first line: editors end files with a line break. */
async function readSecret(file: string): Promise<string> {
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch(() => {
    throw new CommandRefused(`${file} cannot be read.`);
  });
  const [secret = ''] = text.split(/\r?\n/);
  if (secret === '') throw new CommandRefused(`${file} has no secret in its first line.`);
  return secret;
}

async function change(session: Session, name: string, isDisabled: boolean): Promise<Row> {
  if (!(await setDisabled(session.pool(), { name, isDisabled, operator: session.operator }))) {
    throw new CommandRefused(missing(name));
  }
  return show(session, name);
}

async function resume(session: Session, name: string): Promise<Row> {
  await assertTransport(session, name);
  const throttles = await resumeTransport(transportsOf(session), name, session.operator);
  const { messages } = await tryAtOnce(session.pool(), { transport: name });
  return { ...(await show(session, name)), throttles_ended: throttles, messages_due: messages };
}

async function remove(session: Session, name: string): Promise<Row> {
  const users = await removeTransport(session.pool(), name, session.operator);
  if (users === 'missing') throw new CommandRefused(missing(name));
  if (users.length === 0) return { name, removed: true };
  const named = users.map((row) => `${String(row['what'])} ${String(row['name'])}`).join(', ');
  throw new CommandRefused(`${name} is still used by ${named}.`);
}

function missing(name: string): string {
  return `There is no transport ${name}. transports list shows all transports.`;
}

/** @throws CommandRefused when neither the table nor the settings can give it */
export async function assertTransport(session: Session, name: string): Promise<void> {
  if (!(await isTransport(session.pool(), name))) throw new CommandRefused(missing(name));
}
