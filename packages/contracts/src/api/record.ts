import { z } from 'zod';

/**
 * As `z.record`, which drops a key `__proto__` without a word: here it is held to the rules of every other key, and
 * is kept as the last one.
 */
export function record<Values extends z.ZodType>(
  keys: z.ZodString,
  values: Values,
): z.ZodRecord<z.ZodString, Values> {
  const def = { type: 'record' as const, keyType: keys, valueType: values };
  return new WholeRecord(def) as unknown as z.ZodRecord<z.ZodString, Values>;
}

const name = '__proto__';

/** zod makes copies of a schema by its constructor, so that those refined later keep the key, too. */
const WholeRecord = z.core.$constructor<z.ZodRecord, z.core.$ZodRecordDef>('WholeRecord', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const parseOthers = inst._zod.parse.bind(inst._zod);
  inst._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    const others = parseOthers(payload, context);
    if (!z.core.util.isPlainObject(input) || !Object.hasOwn(input, name)) return others;
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

function run(
  schema: z.core.$ZodType,
  value: unknown,
  context: z.core.ParseContextInternal,
): z.core.ParsePayload {
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return result;
}
