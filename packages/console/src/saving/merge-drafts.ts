/** Whether two values of a field are the same: texts may have half a megabyte. The database keeps no order of names within an object. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const valueOf = (object: object, name: string): unknown =>
    (object as Readonly<Record<string, unknown>>)[name];
  return [...names].every((name) => isSame(valueOf(one, name), valueOf(other, name)));
}

export const isSameDraft = <Fields extends object>(one: Fields, other: Fields): boolean =>
  changedFields(one, other).length === 0;

/** Names of the fields that differ. */
export function changedFields<Fields extends object>(from: Fields, to: Fields): (keyof Fields)[] {
  return (Object.keys(to) as (keyof Fields)[]).filter((name) => !isSame(from[name], to[name]));
}

export function pickFields<Fields extends object>(
  fields: Fields,
  names: readonly (keyof Fields)[],
): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}

export interface Merged<Fields> {
  /** Both sides' changes. In `conflicts`: mine. */
  readonly draft: Fields;
  /** Fields that both have changed, and not to the same value. */
  readonly conflicts: readonly (keyof Fields)[];
}

/** Joins two changes of one draft, field by field. */
export function mergeDrafts<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Merged<Fields> {
  const changedByThem = changedFields(base, theirs);
  const conflicts = changedByThem.filter(
    (name) => !isSame(base[name], mine[name]) && !isSame(mine[name], theirs[name]),
  );
  const taken = changedByThem.filter((name) => !conflicts.includes(name));
  return { draft: { ...mine, ...pickFields(theirs, taken) }, conflicts };
}
