const isoTime =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
const compactTime = /^\d{8}T\d{4}(?:\d{2})?Z?$/;
const rfcTime = /^[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}/;
const clock = String.raw`(?:[ ,T]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?)?`;
const localTime = new RegExp(
  String.raw`^(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2}))\.?${clock}$`,
);
const namedMonth =
  /^(?:\p{L}{2,12}\.?,? )?(?:\p{L}{3,12}\.? \d{1,2},?|\d{1,2}\.?(?:-| )\p{L}{3,12}\.?,?)(?:-| )(?:\d{4}|\d{2})(?=$|[ ,T])/u;
/** Days since 1900, as a spreadsheet has a time that it does not show as one: of the years 1954 to 2119. */
const serialDay = /^[2-7]\d{4}(?:[.,]\d+)?$/;
/** What databases and spreadsheets write for no time: the first day that they know, or zeros. */
const emptyTime = new RegExp(
  `^(?:${[
    ...['0{1,4}[-./]0{1,2}[-./]0{1,4}', '0001-01-01', '0?1[./]0?1[./](?:0001|1900|1970)'],
    ...['1899-12-3[01]', '3[01]\\.12\\.1899', '12/3[01]/1899', '1900-01-0[01]', '0?1/0?0/1900', '1970-01-01'],
  ].join('|')})(?=$|[ ,T])`,
);

/** `0000-00-00`, `0001-01-01T00:00:00`: filled, and no time. */
export function isEmptyTime(value: string): boolean {
  return emptyTime.test(value.trim());
}

/** Whether a cell is a time, in any form of exports: it may be one that `timeOf` cannot read. */
export function isTime(value: string): boolean {
  const text = value.trim();
  const forms = [isoTime, compactTime, rfcTime, localTime, namedMonth, serialDay, /^\d{10}$|^\d{13}$/];
  return !isEmptyTime(text) && forms.some((form) => form.test(text));
}

/**
 * ISO 8601 of a time in the forms of exports; without a zone it is UTC. `05/04/2024` is left alone: it may be in May or in April.
 * @returns null for what is no time, or lies in the future
 */
export function timeOf(value: string): string | null {
  const text = value.trim();
  const ms = isEmptyTime(text) ? Number.NaN : milliseconds(text);
  if (Number.isNaN(ms) || ms <= 0 || ms > Date.now()) return null;
  return new Date(ms).toISOString();
}

function milliseconds(value: string): number {
  if (/^\d{10}$/.test(value)) return Number(value) * 1_000;
  if (/^\d{13}$/.test(value)) return Number(value);
  const iso = isoTime.exec(value);
  if (iso === null) return rfcTime.test(value) ? Date.parse(value) : Number.NaN;
  const [, year, month, day, time = '00:00', zone = 'Z'] = iso;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return Date.parse(`${year}-${month}-${day}T${time}${offset}`);
}
