import { smtpTransportOptions } from '@postrider/contracts';
import { providerNames, providers, type ProviderName, type TransportKind } from '@postrider/providers';
import { Option } from 'commander';
import { z } from 'zod';
import { CommandRefused } from '../command-refused';

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

/** @throws CommandRefused naming each option that is missing or wrong */
export function readTransportOptions(kind: TransportKind, given: GivenOptions): object {
  if (kind === 'mx') return {};
  if (kind === 'smtp') return parsed(kind, smtpTransportOptions, smtpShape(given));
  return parsed(kind, providers[kind].options.schema, providerShape(kind, given));
}

function parsed(kind: TransportKind, schema: z.ZodType<object>, shape: object): object {
  const { data, error } = schema.safeParse(shape);
  if (data) return data;
  throw new CommandRefused(`The options are not valid for the kind ${kind}:
${z.prettifyError(error)}`);
}

function smtpShape(given: GivenOptions): object {
  const { host, user = null, final, connections = smtpConnectionsByDefault } = given;
  // A password goes out in clear only where `--tls off` says so in so many words.
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
