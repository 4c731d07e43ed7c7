import { parse } from 'csv-parse/sync';
import { csvOptions, decodeField } from './csv-options';

/**
 * Of the layouts that are stored with imports. During a rolling upgrade a gateway finds imports of the other release: it leaves those of a
 * higher version to it, and reads those of the version before. Raise it when a layout changes so that the last release cannot read it.
 */
export const layoutVersion = 1;

/** How the rows of a file are read: by its header row alone, once, when it comes. */
export interface FileLayout {
  readonly format: string;
  readonly delimiter: string;
}

export type LayoutResult<Layout> =
  | {
      readonly ok: true;
      readonly layout: Layout;
      /** Byte of the first row. */ readonly rowsAt: number;
    }
  | { readonly ok: false; readonly problem: string };

/** The first row of a file, taken apart by one of the delimiters. */
export interface FirstRow {
  readonly fields: readonly string[];
  /** `EmailAddress`, `email_address` and `Email Address` are one name. */
  readonly names: readonly string[];
  readonly delimiter: string;
}

/** A header row ends within so many bytes. */
export const headerBytesMax = 65_536;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const delimiters = [',', ';', '\t'];
const namedMax = 10;

/**
 * @param start of the file, `headerBytesMax` of it where it has as many
 * @param layoutOf null: the row does not say where the addresses are. `isRow`: it is no header, but the first row itself. `problem`:
 * what else is wrong with it, as a sentence
 * @returns the layout, or what is wrong with the file, as a sentence for the client
 */
export function readHeaderRow<Layout extends FileLayout>(
  start: Buffer,
  layoutOf: (
    row: FirstRow,
  ) => { readonly layout: Layout; readonly isRow?: boolean } | { readonly problem: string } | null,
): LayoutResult<Layout> {
  if (start.length === 0) return { ok: false, problem: 'The file is empty.' };
  const disguise = otherThanText(start);
  if (disguise !== null) return { ok: false, problem: disguise };
  const markBytes = start.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const rowAt = skipLineBreaks(start, markBytes);
  const heads = delimiters.map((delimiter) => ({ delimiter, ...firstRow(start.subarray(rowAt), delimiter) }));
  let problem = 'The header row has no column named email, address or EmailAddress.';
  for (const { delimiter, fields, bytes } of heads) {
    const found = layoutOf({ fields, delimiter, names: fields.map(plainName) });
    if (found !== null && 'problem' in found) problem = found.problem;
    else if (found !== null) {
      return { ok: true, layout: found.layout, rowsAt: rowAt + (found.isRow === true ? 0 : bytes) };
    }
  }
  const names = heads[0]?.fields.slice(0, namedMax).map((name) => name.slice(0, 40).trim()) ?? [];
  const has = names.join('') === '' ? '' : ` It has: ${names.join(', ')}.`;
  return { ok: false, problem: `${problem}${has}` };
}

const addressNames = ['email', 'emailaddress', 'address', 'subscriberemail', 'subscriber', 'emailadresse'];

/** The column with addresses; undefined: there is none. */
export function addressColumn(names: readonly string[]): number | undefined {
  return addressNames.map((name) => names.indexOf(name)).find((at) => at >= 0);
}

/** @returns why the bytes are no text in UTF-8 at first sight; null: they may be */
function otherThanText(start: Buffer): string | null {
  const [first, second] = start;
  const saved = 'Save it as CSV in UTF-8.';
  if (first === 0x1f && second === 0x8b) return `The file is compressed. ${saved}`;
  if (first === 0x50 && second === 0x4b) return `The file is a ZIP archive or a spreadsheet. ${saved}`;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || start.subarray(0, 1_024).includes(0)) return `The file is UTF-16 or not text. ${saved}`;
  return null;
}

function skipLineBreaks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  return at;
}

function firstRow(bytes: Buffer, delimiter: string): { fields: readonly string[]; bytes: number } {
  try {
    const rows = parse(bytes.subarray(0, headerBytesMax), {
      ...csvOptions,
      delimiter,
      to: 1,
      info: true,
    }) as unknown as { record: string[]; info: { bytes: number } }[];
    const fields = (rows[0]?.record ?? []).map((field) => decodeField(field) ?? '');
    return { fields, bytes: rows[0]?.info.bytes ?? 0 };
  } catch {
    // A quotation mark that is never closed.
    return { fields: [], bytes: 0 };
  }
}

/** `EmailAddress`, `email_address` and `Email Address` are one name; so are words of a status. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
