import { z } from 'zod';

/**
 * As `z.record`, but for two things. More entries than `max` are refused before one of them is looked at: each bad one
 * costs a message. And a key `__proto__`, which `z.record` drops without an error, is held to the rules of every other
 * key and kept as the last one.
 */
export function record<Values extends z.ZodType>(
  keys: z.ZodString,
  values: Values,
  limit: { readonly max: number; readonly message: string } = { max: Infinity, message: '' },
): z.ZodRecord<z.ZodString, Values> {
  const def = { type: 'record' as const, keyType: keys, valueType: values, limit };
  return new WholeRecord(def) as unknown as z.ZodRecord<z.ZodString, Values>;
}

const name = '__proto__';

interface WholeRecordDef extends z.core.$ZodRecordDef {
  readonly limit: { readonly max: number; readonly message: string };
}

/** zod makes copies of a schema by its constructor, so that those refined later keep the key, too. */
const WholeRecord = z.core.$constructor<z.ZodRecord, WholeRecordDef>('WholeRecord', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const parseOthers = inst._zod.parse.bind(inst._zod);
  inst._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!z.core.util.isPlainObject(input)) return parseOthers(payload, context);
    if (hasMore(input, def.limit.max)) {
      payload.issues.push({ code: 'custom', message: def.limit.message, input, inst });
      return payload;
    }
    const others = parseOthers(payload, context);
    if (!Object.hasOwn(input, name)) return others;
    if (others instanceof Promise) throw new z.core.$ZodAsyncError();
    const key = run(def.keyType, name, context);
    const value = run(def.valueType, Object.getOwnPropertyDescriptor(input, name)?.value, context);
    others.issues.push(...z.core.util.prefixIssues(name, [...key.issues, ...value.issues]));
    Object.defineProperty(others.value, name, {
      value: value.value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    return others;
  };
});

function hasMore(map: object, max: number): boolean {
  let count = 0;
  for (const key in map) {
    // A plain object inherits nothing that a loop meets; what is looked at is the entry.
    if (Object.hasOwn(map, key)) count += 1;
    if (count > max) return true;
  }
  return false;
}

function run(
  schema: z.core.$ZodType,
  value: unknown,
  context: z.core.ParseContextInternal,
): z.core.ParsePayload {
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return result;
}
