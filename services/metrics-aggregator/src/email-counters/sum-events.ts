import {
  counterColumns,
  counterKeys,
  countedColumns,
  type CountableEvent,
  type CounterAmounts,
  type CounterKey,
  type CounterShape,
} from './countable-event';

/** What to add to one row of `daily_counters`. */
export interface CounterSum {
  readonly key: CounterKey;
  readonly amounts: CounterAmounts;
}

const nothing = Object.fromEntries(counterColumns.map((column) => [column, 0])) as CounterAmounts;

interface ShapeSum {
  readonly shape: CounterShape;
  readonly amounts: CounterAmounts;
}

/**
 * The sums of the events, one for each row that they touch, in the order of the rows' keys: transactions that
 * lock the same rows then lock them in the same order and cannot deadlock.
 */
export function sumEvents(events: readonly CountableEvent[]): CounterSum[] {
  const sums = new Map<string, CounterSum>();
  for (const { shape, amounts } of sumByShape(events)) {
    for (const key of counterKeys(shape)) addAmounts(sums, key, amounts);
  }
  return inKeyOrder(sums);
}

/** Sums of the same row become one, in the order of `sumEvents`. */
export function mergeSums(unmerged: readonly CounterSum[]): CounterSum[] {
  const sums = new Map<string, CounterSum>();
  for (const { key, amounts } of unmerged) addAmounts(sums, key, amounts);
  return inKeyOrder(sums);
}

function inKeyOrder(sums: ReadonlyMap<string, CounterSum>): CounterSum[] {
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Few shapes occur in a batch: adding up by shape first looks up one text per event instead of one per row. */
function sumByShape(events: readonly CountableEvent[]): Iterable<ShapeSum> {
  const sums = new Map<string, ShapeSum>();
  for (const event of events) {
    const columns = countedColumns(event);
    if (columns.length === 0) continue;
    const id = shapeId(event);
    let sum = sums.get(id);
    if (!sum) {
      sum = { shape: event, amounts: { ...nothing } };
      sums.set(id, sum);
    }
    for (const column of columns) sum.amounts[column] += 1;
  }
  return sums.values();
}

/** None of them has line breaks, and only a reply has more than a tab, which stands for none. */
function shapeId(shape: CounterShape): string {
  const { organizationId, domainId, day, keyId, templateId, provider, kind, reply } = shape;
  return `${organizationId}\n${domainId}\n${day}\n${keyId}\n${templateId ?? '\t'}\n${provider ?? '\t'}\n${kind ?? '\t'}\n${reply ?? '\t'}`;
}

function addAmounts(sums: Map<string, CounterSum>, key: CounterKey, amounts: Readonly<CounterAmounts>): void {
  // The facet's key comes last: it alone may hold any character.
  const id = `${key.organizationId} ${key.facet} ${key.day} ${key.domainId} ${key.facetKey}`;
  const sum = sums.get(id);
  if (sum) for (const column of counterColumns) sum.amounts[column] += amounts[column];
  else sums.set(id, { key, amounts: { ...amounts } });
}
