/** A time of ISO 8601 as RFC 3339 writes it, which `Date` and PostgreSQL read. */
export interface IsoTime {
  /** `2026-06-01T08:00:00`, perhaps with a fraction. */
  readonly local: string;
  /** `Z` or `+02:00`; null: none was given, as of a date without a time. */
  readonly offset: string | null;
}

const extended =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?<offset>Z|[+ -]\d{2}(?::?\d{2})?)?)?$/i;
const basic =
  /^(?<date>\d{8})T(?<hour>\d{2})(?<minute>\d{2})(?:(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?<offset>Z|[+ -]\d{2}(?::?\d{2})?)?$/i;

/**
 * Reads the forms of ISO 8601 that programs write: seconds may be missing, an offset may be `+0200` or `+02`, and all of it may be
 * without separators. Null: it is none of them, or no such day or time exists.
 */
export function readIsoTime(text: string): IsoTime | null {
  const parts = (extended.exec(text) ?? basic.exec(text))?.groups;
  if (parts === undefined) return null;
  const { date = '', hour = '00', minute = '00', second = '00', fraction } = parts;
  const day = date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const local = `${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${local}Z`);
  // A thirtieth of February would be read as a day of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== local) return null;
  const offset = offsetOf(parts.offset);
  if (offset === undefined) return null;
  return { local: fraction === undefined ? local : `${local}.${fraction}`, offset };
}

/** Undefined: there is no such offset. */
function offsetOf(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  if (/^z$/i.test(text)) return 'Z';
  const [, sign, hours, minutes = '00'] = /^([+ -])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  // In a query, a `+` that was not encoded means a blank.
  return `${sign === ' ' ? '+' : sign}${hours}:${minutes}`;
}
