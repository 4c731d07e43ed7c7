import assert from 'node:assert';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { chartFolder } from '../deployment/helm';
import { serviceNames, type ServiceName } from '../processes/service-process';
import { chartReadme } from './chart-readme';
import { commentsByName, settingsSchemaOf } from './env-example';

/** As much of a JSON Schema as is read and written here. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  pattern?: string | undefined;
  description?: string;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  items?: Schema;
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
}

/** A setting's schema as zod writes it, with the metadata of setting-types.ts. */
interface ZodSetting extends Schema {
  readonly kind?: 'switch' | 'integer';
  readonly secret?: boolean;
}

interface ServiceSettings {
  /** Those that values may set. */
  readonly plain: Readonly<Record<string, Schema>>;
  /** Required ones, and those that have a default. */
  readonly secrets: readonly string[];
  readonly optionalSecrets: readonly string[];
}

const file = (name: string): string => path.join(chartFolder, name);
const anyValue: Schema = { type: ['string', 'number', 'boolean'] };

/** Writes what the chart knows of the services' settings (their part of its schema, and who reads which), and its README. */
export async function writeChartSchema(): Promise<void> {
  for (const [name, text] of Object.entries(await chartSchemaFiles())) fs.writeFileSync(file(name), text);
}

/** @returns the texts of the files by their names in the chart */
export async function chartSchemaFiles(): Promise<Readonly<Record<string, string>>> {
  const services = new Map<ServiceName, ServiceSettings>();
  for (const service of serviceNames) services.set(service, await settingsOf(service));
  const schema = JSON.parse(fs.readFileSync(file('values.schema.json'), 'utf8')) as Schema;
  const readers = Object.fromEntries(
    [...services].map(([service, { plain, secrets, optionalSecrets }]) => [
      service,
      { settings: Object.keys(plain), secrets, optionalSecrets },
    ]),
  );
  const complete = withSettings(schema, services);
  return {
    'values.schema.json': textOf(complete),
    'files/settings.json': textOf(readers),
    'README.md': chartReadme(complete, fs.readFileSync(file('values.yaml'), 'utf8')),
  };
}

function withSettings(schema: Schema, services: ReadonlyMap<ServiceName, ServiceSettings>): Schema {
  const { properties, definitions } = schema;
  assert(properties && definitions);
  const shared = sharedSettings(services);
  for (const [service, { plain }] of services) {
    const key = service.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const own = properties[key]?.properties;
    assert(own?.['databasePoolSize'], `the chart has no ${key}.databasePoolSize`);
    const { minimum, maximum } = plain['DATABASE_POOL_SIZE'] ?? {};
    Object.assign(own['databasePoolSize'], { minimum, maximum });
    own['settings'] = { $ref: `#/definitions/${key}Settings` };
    const ownRanges = Object.entries(plain).filter(([name]) => shared[name] === anyValue);
    definitions[`${key}Settings`] = {
      allOf: [{ $ref: '#/definitions/sharedSettings' }, { properties: Object.fromEntries(ownRanges) }],
    };
  }
  properties['settings'] = { $ref: '#/definitions/sharedSettings' };
  definitions['sharedSettings'] = settingsObject(shared);
  const optionalKeys = properties['secrets']?.properties?.['optionalKeys'];
  assert(optionalKeys);
  optionalKeys.items = { enum: [...new Set([...services.values()].flatMap((each) => each.optionalSecrets))] };
  return schema;
}

/** Every setting once. Where services have different ranges, each checks its own. */
function sharedSettings(services: ReadonlyMap<ServiceName, ServiceSettings>): Record<string, Schema> {
  const shared: Record<string, Schema> = {};
  for (const [name, each] of [...services.values()].flatMap(({ plain }) => Object.entries(plain))) {
    const other = shared[name];
    shared[name] = other && !isDeepEqual(other, each) ? anyValue : each;
  }
  return shared;
}

/** Other names are refused while rendering, in a sentence: templates/checks.yaml. */
function settingsObject(settings: Readonly<Record<string, Schema>>): Schema {
  return {
    type: 'object',
    propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' },
    properties: { ...settings },
    additionalProperties: anyValue,
  };
}

async function settingsOf(service: ServiceName): Promise<ServiceSettings> {
  const schema = await settingsSchemaOf(service);
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const comments = commentsByName(service);
  const all = Object.entries(properties as Readonly<Record<string, ZodSetting>>);
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const isOptional = (name: string): boolean => shape[name]?.safeParse(undefined).success === true;
  const secrets = all.filter(([, setting]) => setting.secret === true).map(([name]) => name);
  return {
    plain: Object.fromEntries(
      all
        .filter(([, setting]) => setting.secret !== true)
        .map(([name, setting]) => [name, valueSchema(setting, comments.get(name))]),
    ),
    secrets: secrets.filter((name) => !isOptional(name)),
    optionalSecrets: secrets.filter(isOptional),
  };
}

/** Of a value in YAML, where numbers and switches need no quotes. */
function valueSchema(setting: ZodSetting, description: string | undefined): Schema {
  const { kind, pattern, minimum, maximum, maxLength } = setting;
  const described = description === undefined ? {} : { description };
  if (kind === 'switch') return { ...described, enum: [true, false, 1, 0, ...(setting.enum ?? [])] };
  if (kind !== undefined) return { ...described, type: [kind, 'string'], pattern, minimum, maximum };
  if (setting.enum) return { ...described, enum: setting.enum };
  if (pattern !== undefined) {
    // Go's regular expressions, which Helm checks by, have none.
    assert(!/\(\?<?[=!]/.test(pattern), `${pattern} has a lookahead`);
    // In YAML, digits need no quotes.
    const type = new RegExp(pattern).test('7') ? ['string', 'number'] : 'string';
    return { ...described, type, pattern, maxLength };
  }
  return { ...described, type: ['string', 'number'] };
}

function isDeepEqual(one: Schema, other: Schema): boolean {
  const withoutText = (schema: Schema): string => JSON.stringify({ ...schema, description: undefined });
  return withoutText(one) === withoutText(other);
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
