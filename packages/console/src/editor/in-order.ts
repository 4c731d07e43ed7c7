/** With the names of each object in order: the database gives them back in another one, and texts of JSON are compared. */
export function inOrder<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => inOrder(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)])) as Value;
}
