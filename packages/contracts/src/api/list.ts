import { z } from 'zod';

/** As `z.array(…).max(max)`, which looks at every item before it counts them: each bad one costs a message. */
export function list<Items extends z.ZodType>(
  items: Items,
  max: number,
  called = 'items',
): z.ZodArray<Items> {
  const def = { type: 'array' as const, element: items, itemsMax: max };
  return (new CountedList(def) as unknown as z.ZodArray<Items>).max(
    max,
    `must have at most ${max} ${called}`,
  );
}

interface CountedListDef extends z.core.$ZodArrayDef {
  readonly itemsMax: number;
}

const CountedList = z.core.$constructor<z.ZodArray, CountedListDef>('CountedList', (inst, def) => {
  z.ZodArray.init(inst, def);
  const parseItems = inst._zod.parse.bind(inst._zod);
  // The check for `max`, which the document needs, tells of it.
  inst._zod.parse = (payload, context) =>
    Array.isArray(payload.value) && payload.value.length > def.itemsMax
      ? payload
      : parseItems(payload, context);
});
