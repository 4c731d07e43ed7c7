/** The part of JSON Schema in which the payloads of queues are described. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
}

/** What a writer's schema allows and a reader's refuses, as sentences; empty: the reader accepts all. */
export function findUnreadable(written: JsonSchema, read: JsonSchema): string[] {
  const definitions = { written: written.$defs ?? {}, read: read.$defs ?? {} };
  const resolve = (schema: JsonSchema, side: keyof typeof definitions): JsonSchema =>
    definitions[side][schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

  const compare = (writtenRef: JsonSchema, readRef: JsonSchema, at: string): string[] => {
    const [from, to] = [resolve(writtenRef, 'written'), resolve(readRef, 'read')];
    const [kinds, readable] = [branchesOf(from), branchesOf(to)];
    if (kinds) return kinds.flatMap((branch) => compare(branch, to, at));
    if (readable) {
      const answers = readable.map((branch) => compare(from, branch, at));
      return answers.toSorted((a, b) => a.length - b.length)[0] ?? [];
    }
    return [...compareValues(from, to, at), ...compareItems(from, to, at), ...compareMembers(from, to, at)];
  };

  const compareItems = (from: JsonSchema, to: JsonSchema, at: string): string[] => {
    if (!from.items || !to.items) return [];
    const limits = [
      ...((from.maxItems ?? Infinity) > (to.maxItems ?? Infinity)
        ? [
            `${at} is written with up to ${from.maxItems ?? 'any number of'} items and read with ${to.maxItems}`,
          ]
        : []),
      ...((from.minItems ?? 0) < (to.minItems ?? 0)
        ? [`${at} is read with at least ${to.minItems} items`]
        : []),
    ];
    return [...limits, ...compare(from.items, to.items, `${at}[]`)];
  };

  const compareMembers = (from: JsonSchema, to: JsonSchema, at: string): string[] => {
    const missing = (to.required ?? []).filter((name) => !(from.required ?? []).includes(name));
    const members = Object.entries(from.properties ?? {}).flatMap(([name, member]) => {
      const reader = to.properties?.[name];
      if (reader) return compare(member, reader, `${at}.${name}`);
      return to.additionalProperties === false ? [`${at}.${name} is refused as unknown`] : [];
    });
    const others =
      typeof from.additionalProperties === 'object' && typeof to.additionalProperties === 'object'
        ? compare(from.additionalProperties, to.additionalProperties, `${at}.*`)
        : [];
    return [
      ...missing.map((name) => `${at}.${name} is required and not always written`),
      ...members,
      ...others,
    ];
  };

  return compare(written, read, '$');
}

/** Of a union: its members. Undefined: it is none. */
function branchesOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  if (schema.anyOf || typeof schema.type !== 'object') return schema.anyOf;
  return schema.type.map((type) => ({ ...schema, type }));
}

function compareValues(from: JsonSchema, to: JsonSchema, at: string): string[] {
  const isOfType =
    to.type === undefined || from.type === to.type || (from.type === 'integer' && to.type === 'number');
  if (!isOfType)
    return [`${at} is written as ${String(from.type ?? 'anything')} and read as ${String(to.type)}`];
  const accepted = valuesOf(to);
  if (accepted !== undefined) {
    const refused = valuesOf(from)?.filter((value) => !accepted.includes(value)) ?? ['any value'];
    if (refused.length > 0) return [`${at} is written with ${refused.join(', ')}, which is not read`];
  }
  const isOfForm = (['format', 'pattern'] as const).every(
    (key) => to[key] === undefined || from[key] === to[key],
  );
  return isOfForm ? [] : [`${at} is read in the format ${to.format ?? to.pattern} alone`];
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}
