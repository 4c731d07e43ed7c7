import type { Body, Parameter, ReadDocument, Schema } from './read-document';

const nestingMax = 6;
const uuid = '0198f3c2-7d1e-7a52-9a44-5f0e6c1b2d3a';

/** A value that the schema allows: the document's own example where there is one. */
export function createExamples({ schemaOf }: Pick<ReadDocument, 'schemaOf'>) {
  /** @param isWhole with optional fields, as answers have them */
  function exampleOf(schema: Schema, isWhole: boolean, depth = 0): unknown {
    const resolved = schemaOf(schema);
    const { examples, example, const: constant, default: byDefault, anyOf, oneOf, allOf } = resolved;
    const given = [examples?.[0], example, constant, resolved.enum?.[0], byDefault];
    const chosen = given.find((value) => value !== undefined);
    if (chosen !== undefined) return chosen;
    if (depth > nestingMax) return null;
    const [first] = anyOf ?? oneOf ?? [];
    if (first) return exampleOf(first, isWhole, depth + 1);
    if (allOf) {
      const parts = allOf.map((part) => Object.entries(exampleOf(part, isWhole, depth + 1) as object));
      return Object.fromEntries(parts.flat());
    }
    if (resolved.type === 'array')
      return resolved.items ? [exampleOf(resolved.items, isWhole, depth + 1)] : [];
    if (resolved.properties) {
      const wanted = Object.entries(resolved.properties).filter(
        ([name]) => isWhole || resolved.required?.includes(name),
      );
      return Object.fromEntries(
        wanted.map(([name, property]) => [name, exampleOf(property, isWhole, depth + 1)]),
      );
    }
    return exampleOfPlain(resolved);
  }

  return {
    ofBody: ({ examples: [given], schema }: Body, isWhole: boolean): unknown =>
      given?.value ?? exampleOf(schema, isWhole),
    ofParameter: ({ name, schema, example }: Parameter): string => {
      const resolved = schemaOf(schema);
      const given = example ?? resolved.examples?.[0] ?? resolved.example ?? resolved.default;
      if (given !== undefined) return typeof given === 'string' ? given : JSON.stringify(given);
      if (name === 'index') return '0';
      return name === 'slug' ? 'product-news' : String(exampleOf({ ...schema, format: 'uuid' }, false));
    },
  };
}

export type Examples = ReturnType<typeof createExamples>;

function exampleOfPlain({ type, format, minimum, additionalProperties }: Schema): unknown {
  const name = typeof type === 'string' ? type : type?.find((each) => each !== 'null');
  if (name === 'integer' || name === 'number') return minimum ?? 1;
  if (name === 'boolean') return true;
  if (name === 'object' || additionalProperties !== undefined) return {};
  if (name === 'null') return null;
  if (format === 'date-time') return '2026-12-01T09:00:00.000Z';
  return format === 'uuid' ? uuid : 'string';
}
