const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** Monday 00:00 UTC of the week that holds `date`. */
export function startOfWeek(date: Date): Date {
  // 1970-01-01 was a Thursday: Monday is three days before it.
  const sinceMonday = (date.getTime() + 3 * dayMs) % weekMs;
  return new Date(date.getTime() - sinceMonday);
}

/** Moves by whole weeks; UTC has no daylight saving, so a week always has the same length. */
export function addWeeks(date: Date, weeks: number): Date {
  return new Date(date.getTime() + weeks * weekMs);
}

/** `messages_p20261116`: the table and the Monday its week begins with. */
export function partitionName(table: string, weekStart: Date): string {
  return `${table}_p${weekStart.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
