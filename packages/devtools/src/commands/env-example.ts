import assert from 'node:assert';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettings, SettingsError, telemetrySettings } from '@postrider/runtime';
import { projectRoot } from '@postrider/testkit';
import { z } from 'zod';
import { serviceNames, type ServiceName } from '../processes/service-process';

export const envExampleFile = (): string => path.join(projectRoot(), '.env.example');

interface Setting {
  name: string;
  /** As an environment variable would hold it; undefined when the setting must be given. */
  byDefault: string | undefined;
  comment: string | undefined;
}

const heading = `# All settings of all services, with their defaults. A setting without a value is unset and has its default.
# \`NAME_FILE\` names a file that contains the value of NAME, for secrets of Docker and vaults.
# Generated from the services' config.ts by \`packages/devtools/bin/postrider env-example\`; a test fails when it is out of date.
`;

export async function writeEnvExample(): Promise<void> {
  fs.writeFileSync(envExampleFile(), await describeSettings());
}

/** The whole text of `.env.example`: what several services read, then what each has to itself. */
export async function describeSettings(): Promise<string> {
  const readers = new Map<string, Map<ServiceName, Setting>>();
  for (const service of serviceNames.filter(hasConfig)) {
    for (const setting of await settingsOf(service)) {
      const known = readers.get(setting.name) ?? new Map<ServiceName, Setting>();
      readers.set(setting.name, known.set(service, setting));
    }
  }
  const all = [...readers.values()];
  const groups = [
    { title: 'several services', members: all.filter(({ size }) => size > 1) },
    ...serviceNames.map((service) => ({
      title: service,
      members: all.filter((known) => known.size === 1 && known.has(service)),
    })),
  ];
  const texts = groups
    .filter(({ members }) => members.length > 0)
    .map(({ title, members }) => `# ${'─'.repeat(4)} ${title}\n\n${members.map(describe).join('\n')}`);
  return [heading, ...texts].join('\n');
}

function describe(readers: ReadonlyMap<ServiceName, Setting>): string {
  const services = [...readers.keys()];
  const settings = [...readers.values()];
  const name = settings[0]?.name ?? '';
  const requiring = [...readers].filter(([, each]) => each.byDefault === undefined).map(([each]) => each);
  const defaults = new Set(settings.flatMap(({ byDefault }) => byDefault ?? []));
  const [byDefault] = defaults;
  const differs = defaults.size > 1;
  const descriptions = new Set(
    settings.map(({ comment }) => comment).filter((comment) => comment !== undefined),
  );
  assert(descriptions.size === 1, `${name} needs one description: ${[...descriptions].join(' / ')}`);
  const comments = [
    ...descriptions,
    ...(byDefault === undefined ? ['Required.'] : []),
    ...(byDefault !== undefined && requiring.length > 0 ? [`Required by ${requiring.join(', ')}.`] : []),
    ...(services.length > 1 && services.length < serviceNames.length
      ? [`Read by ${services.join(', ')}.`]
      : []),
    ...(differs
      ? [`Default: ${[...readers].map(([service, each]) => `${each.byDefault} (${service})`).join(', ')}.`]
      : []),
  ];
  return [
    ...comments.map((comment) => `# ${comment}`),
    `${name}=${differs ? '' : (byDefault ?? '')}`,
    '',
  ].join('\n');
}

async function settingsOf(service: ServiceName): Promise<Setting[]> {
  const comments = commentsByName(service);
  const { shape } = await settingsSchemaOf(service);
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    byDefault: defaultOf(schema as z.ZodType),
    comment: comments.get(name),
  }));
}

/** All that a service reads, without the checks across settings. */
export async function settingsSchemaOf(service: ServiceName): Promise<z.ZodObject> {
  const { settingsSchema } = (await import(pathToFileURL(configFile(service)).href)) as {
    settingsSchema: z.ZodObject;
  };
  // The telemetry hook reads these before any service's own code runs.
  return z.object({ ...settingsSchema.shape, ...telemetrySettings });
}

/** What a service would say of an environment, without starting it. */
export async function readServiceSettings(
  service: ServiceName,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly problems: readonly string[]; readonly unknown: readonly string[] }> {
  const { settingsSchema } = (await import(pathToFileURL(configFile(service)).href)) as {
    settingsSchema: z.ZodObject;
  };
  const { shape: known } = await settingsSchemaOf(service);
  const unknown = Object.keys(env).filter(
    (name) => !Object.hasOwn(known, name) && !Object.hasOwn(known, name.replace(/_FILE$/, '')),
  );
  try {
    readSettings(settingsSchema, env);
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems, unknown };
    throw error;
  }
  return { problems: [], unknown };
}

function defaultOf(schema: z.ZodType): string | undefined {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success) return undefined;
  const value: unknown = parsed.data;
  // A default taken from this machine is none that could be written down.
  if (value === os.hostname()) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The description of each setting: doc comments stand above the settings, in the service's own file, in runtime's fragments or with a provider. */
export function commentsByName(service: ServiceName): Map<string, string> {
  const runtime = path.join(projectRoot(), 'packages', 'runtime', 'src');
  const sources = [
    path.join(runtime, 'settings', 'common-settings.ts'),
    path.join(runtime, 'telemetry', 'config.ts'),
    ...fs.globSync(path.join(projectRoot(), 'packages', 'providers', 'src', '*', '{options,verify}.ts')),
    configFile(service),
  ];
  const comments = new Map<string, string>();
  for (const source of sources) {
    const text = fs.readFileSync(source, 'utf8');
    for (const [, comment = '', name = ''] of text.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*([A-Z][A-Z0-9_]+):/g,
    )) {
      comments.set(name, comment.replace(/\s*\n\s*\*\s?/g, ' ').trim());
    }
  }
  return comments;
}

function hasConfig(service: ServiceName): boolean {
  return fs.existsSync(configFile(service));
}

function configFile(service: ServiceName): string {
  return path.join(projectRoot(), 'services', service, 'src', 'config.ts');
}
