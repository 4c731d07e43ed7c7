import { checkInput, type FieldProblem } from '@postrider/contracts/errors';
import { smtpTransportOptions } from '@postrider/contracts/transports';
import type { Pool } from '@postrider/db';
import { isBuiltInTransport, providers, transportKinds, type TransportKind } from '@postrider/providers';
import type { SecretBox } from '@postrider/runtime';
import { z } from 'zod';
import { findTransport, putTransport } from './transports.repository';

export interface TransportInput {
  readonly name: string;
  readonly kind: TransportKind;
  /** By the schema of its kind. */
  readonly options: object;
  /** Password, secret access key or API key. Undefined keeps the stored one. */
  readonly secret: string | undefined;
  /** Takes over while this one is down. */
  readonly fallback: string | null;
}

/** Options of a row of `transports`, by kind. */
export function transportOptions(kind: TransportKind): z.ZodType<object> {
  if (kind === 'mx') return z.strictObject({});
  return kind === 'smtp' ? smtpTransportOptions : providers[kind].options.schema;
}

/** As people write the kind: `Amazon SES`. */
export function transportTitle(kind: TransportKind): string {
  if (kind === 'mx') return 'MX hosts';
  return kind === 'smtp' ? 'Smart host (SMTP)' : providers[kind].options.title;
}

/** Whether a domain, or a fallback, may name it. */
export async function isTransport(pool: Pool, name: string): Promise<boolean> {
  return isBuiltInTransport(name) || (await findTransport(pool, name)) !== undefined;
}

/**
 * Creates or replaces a transport. One that settings define has a fallback only. A stored secret is not sent to another host.
 *
 * @returns what is wrong with the input; nothing: it is set
 */
export async function setTransport(
  { pool, secretBox }: { readonly pool: Pool; readonly secretBox: () => SecretBox },
  { name, kind, options: given, secret, fallback }: TransportInput,
  operator: string,
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const options = isBuiltInTransport(name) ? {} : readOptions(kind, given, problems);
  if (isBuiltInTransport(name) && (kind !== name || Object.keys(given).length > 0 || secret !== undefined)) {
    problems.push({ path: 'name', message: `${name} is defined by settings: only its fallback can be set` });
  }
  if (fallback === name) problems.push({ path: 'fallback', message: 'cannot be the transport itself' });
  else if (fallback !== null && !(await isTransport(pool, fallback))) {
    problems.push({ path: 'fallback', message: `there is no transport ${fallback}` });
  }
  if (secret === undefined && (await isElsewhere(pool, { name, kind, options }))) {
    problems.push({ path: 'secret', message: 'is required, because the stored one is for another host' });
  }
  if (problems.length > 0) return problems;
  const sealed = secret === undefined ? undefined : secretBox().seal(secret, name);
  await putTransport(pool, { name, kind, options, secret: sealed, fallback }, operator);
  return [];
}

/** Whether a stored secret would be sent to another host, or to another provider, than it was given for. */
async function isElsewhere(
  pool: Pool,
  { name, kind, options }: { readonly name: string; readonly kind: TransportKind; readonly options: object },
): Promise<boolean> {
  const stored = await findTransport(pool, name);
  if (stored === undefined || !stored.has_secret) return false;
  return stored.kind !== kind || hostOf(stored.options) !== hostOf(options);
}

function hostOf(options: unknown): string | undefined {
  return (options as { readonly host?: string } | null)?.host;
}

function readOptions(kind: TransportKind, given: object, problems: FieldProblem[]): object {
  const read = checkInput(transportOptions(kind), given);
  if (read.ok) return read.value;
  problems.push(...read.problems.map(({ path, message }) => ({ path: `options.${path}`, message })));
  return {};
}

/** Of the forms that set one up: the options as a JSON Schema, whose titles are labels. */
export function describeKinds(): { kind: TransportKind; title: string; options: Record<string, unknown> }[] {
  return transportKinds.map((kind) => ({
    ...{ kind, title: transportTitle(kind) },
    options: z.toJSONSchema(transportOptions(kind), { io: 'input' }),
  }));
}
