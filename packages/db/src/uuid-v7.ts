/**
 * The lowest UUID whose first 48 bits are the given time and so many milliseconds: a bound for ranges of UUIDv7 (RFC 9562, section 5.7).
 * The lowest of all for times before 1970, since no UUIDv7 is older.
 */
export function uuidV7Floor(date: Date, plusMs = 0): string {
  const ms = Math.max(0, date.getTime() + plusMs);
  if (!Number.isInteger(ms) || ms >= 2 ** 48) throw new RangeError('Not a time that a UUIDv7 can hold');
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The millisecond in which a UUIDv7 was made. */
export function uuidV7Time(id: string): Date {
  const hex = id.slice(0, 8) + id.slice(9, 13);
  if (id.length !== 36 || !/^[0-9a-f]{12}$/i.test(hex)) throw new RangeError('Not a UUID');
  return new Date(Number.parseInt(hex, 16));
}
