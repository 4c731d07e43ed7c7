import { providerNames, providers, type ProviderName, type TransportKind } from '@postrider/providers';
import { Option } from 'commander';

/** Values of the command line, by the names that commander gives them. */
export interface GivenOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: string;
  readonly user?: string;
  readonly final: boolean;
  readonly connections?: number;
  /** Options of providers. */
  readonly [name: string]: unknown;
}

const smtpConnectionsByDefault = 20;
const implicitTlsPort = 465;

/** The command line's options that providers add, each with the member of their schema that it gives. */
function flagsOf(name: ProviderName): readonly (readonly [member: string, option: Option])[] {
  const { flags } = providers[name].options;
  return Object.entries(flags).flatMap(([member, flag]) => (flag ? [[member, new Option(...flag)]] : []));
}

export function providerFlags(): readonly Option[] {
  return providerNames.flatMap((name) => flagsOf(name).map(([, option]) => option));
}

/** Members of the options of a kind, with defaults of the command line. Not checked yet. */
export function givenTransportOptions(kind: TransportKind, given: GivenOptions): object {
  if (kind === 'mx') return {};
  return kind === 'smtp' ? smtpShape(given) : providerShape(kind, given);
}

function smtpShape(given: GivenOptions): object {
  const { host, user = null, final, connections = smtpConnectionsByDefault } = given;
  // A password goes out in clear only with an explicit `--tls off`.
  const { tls = given.port === implicitTlsPort ? 'implicit' : user === null ? 'opportunistic' : 'required' } =
    given;
  const { port = tls === 'implicit' ? implicitTlsPort : user === null ? 25 : 587 } = given;
  return { host, port, tls, user, final, connections };
}

/** What is not given has the schema's default. */
function providerShape(kind: ProviderName, given: GivenOptions): object {
  const members = flagsOf(kind).map(([member, option]) => [member, given[option.attributeName()]] as const);
  const shape = [...members, ['connections', given.connections] as const];
  return Object.fromEntries(shape.filter(([, value]) => value !== undefined));
}
