import { z } from 'zod';

type List<Items extends z.ZodType> = z.ZodType<z.output<Items>[], z.input<Items>[]>;

/** As `z.array(…).max(max)`, which looks at every item before it counts them: each bad one costs a message. */
export function list<Items extends z.ZodType>(items: Items, max: number): List<Items> {
  const message = `must have at most ${max} items`;
  const count = (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!Array.isArray(value) || value.length <= max) return value;
    context.addIssue({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, message });
    return z.NEVER;
  };
  // The second count is for the document.
  return z.preprocess(count, z.array(items).max(max, message)) as unknown as List<Items>;
}
