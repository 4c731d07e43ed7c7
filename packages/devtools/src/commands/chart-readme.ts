import assert from 'node:assert';
import { isMap, isScalar, parseDocument, type Node, type YAMLMap } from 'yaml';

/** As much of a JSON Schema as the table shows. */
export interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly byDefault: string;
  readonly description: string;
}

const heading = `# Helm chart of Postrider

Runs the five services. PostgreSQL, Redis and RabbitMQ are not part of it.
[Kubernetes](../../../docs/kubernetes.md) leads from an empty cluster to the first mail and explains what the chart decides.

\`\`\`sh
helm install mail deploy/helm/postrider --values deploy/helm/examples/minimal.yaml
\`\`\`

## Values

A value of another name or type is refused. A value without a default is unset. \`.env.example\` describes the settings that \`settings\` takes.

Made from \`values.schema.json\` and \`values.yaml\` by \`packages/devtools/bin/postrider chart-schema\`.
`;

/**
 * The README of the chart: a table for each value at the top. Names and types are the schema's, defaults and descriptions those of
 * values.yaml.
 */
export function chartReadme(schema: ValueSchema, values: string): string {
  const { contents } = parseDocument(values);
  assert(isMap(contents) && schema.properties);
  const names = namesOf(schema.properties, contents).filter((name) => name !== 'global');
  const tables = names.map((name) => {
    const [own, ...rows] = rowsOf(name, schema.properties?.[name] ?? {}, entryOf(contents, name));
    assert(own);
    const described = own.description === '' ? '' : `\n${own.description}\n`;
    return `### ${name}\n${described}\n${tableOf(rows.length > 0 ? rows : [{ ...own, description: '' }])}`;
  });
  return [heading, ...tables].join('\n');
}

interface Entry {
  readonly value: Node | undefined;
  readonly comment: string;
}

/** The row of a value, and behind it those of its members. */
function rowsOf(name: string, schema: ValueSchema, { value, comment }: Entry): Row[] {
  const properties = schema.$ref === undefined ? schema.properties : undefined;
  const own = {
    ...{ name, type: typeOf(schema), description: sentence(comment) },
    byDefault: value === undefined || properties ? '' : defaultOf(value.toJSON()),
  };
  if (!properties) return [own];
  const map = isMap(value) ? value : undefined;
  const members = namesOf(properties, map).flatMap((key) => {
    const rows = rowsOf(`${name}.${key}`, properties[key] ?? {}, entryOf(map, key));
    // A group without a description says nothing that its members do not.
    return rows.length > 1 && rows[0]?.description === '' ? rows.slice(1) : rows;
  });
  return [own, ...members];
}

/** In the order of values.yaml; those that it does not mention come last. */
function namesOf(properties: Readonly<Record<string, ValueSchema>>, map: YAMLMap | undefined): string[] {
  const written = (map?.items ?? []).map(({ key }) => String(key)).filter((name) => name in properties);
  return [...new Set([...written, ...Object.keys(properties)])];
}

function entryOf(map: YAMLMap | undefined, name: string): Entry {
  const index = (map?.items ?? []).findIndex(({ key }) => String(key) === name);
  const pair = map?.items[index];
  if (!map || !pair) return { value: undefined, comment: '' };
  assert(isScalar(pair.key));
  // What stands before the first member belongs to the map.
  const comment = pair.key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
  return { value: pair.value as Node, comment };
}

function typeOf({ $ref, type, enum: choices, minimum, maximum }: ValueSchema): string {
  if ($ref !== undefined) {
    const name = $ref.replace('#/definitions/', '');
    return name === 'pods' ? 'as [pods](#pods)' : 'settings by name';
  }
  if (choices) return choices.map((choice) => code(String(choice))).join(', ');
  const named = [type ?? 'any'].flat().join(' or ');
  if (minimum === undefined) return named;
  return maximum === undefined ? `${named} from ${minimum}` : `${named} from ${minimum} to ${maximum}`;
}

function defaultOf(value: unknown): string {
  if (value === '') return '';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}

function sentence(comment: string): string {
  return comment
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('<', '\\<')
    .replaceAll('*', '\\*');
}

const columns = ['Value', 'Type', 'Default', 'Description'] as const;

/** Padded as Prettier pads tables. */
function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ name, type, byDefault, description }) =>
    [code(name), type, byDefault, description].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const widths = columns.map((title, nth) =>
    Math.max(title.length, ...cells.map((row) => row[nth]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, nth) => cell.padEnd(widths[nth] ?? 0)).join(' | ')} |\n`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('');
}
