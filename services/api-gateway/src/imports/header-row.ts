import { parse } from 'csv-parse/sync';
import { unescapeFormulas } from '../paging/csv-formulas';
import { csvOptions, decodeField } from './csv-options';
import { plainName } from './plain-name';
import type { ConsentLayout } from './row-consent';

/**
 * Of the layouts that are stored with imports. During a rolling upgrade a gateway finds imports of the other release: it leaves those of a
 * higher version to it, and reads those of the version before. Raise it when a layout changes so that the last release cannot read it.
 */
export const layoutVersion = 2;

/** How the rows of a file are read: by its header row alone, once, when it comes. */
export interface FileLayout {
  readonly format: string;
  readonly delimiter: string;
  /** The header row, for the file of refused rows. Absent in layouts of the last release, as the others below. */
  readonly header?: readonly string[];
  /** We wrote it: an apostrophe before what a spreadsheet would run is none of its text. */
  readonly isEscaped?: boolean;
  /** Columns that say something about consent; null or absent: none do. */
  readonly consent?: ConsentLayout | null;
  /** Columns whose values are looked at before a row is taken: of a name that says nothing about consent. */
  readonly watched?: readonly number[];
}

/** What each layout takes over from the header row. */
export type HeaderLayout = Required<Pick<FileLayout, 'delimiter' | 'header' | 'isEscaped'>>;

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
  readonly layout: HeaderLayout;
}

/** The first columns of a file of refused rows, before those of the file that they come from. */
export const refusedColumns = ['row', 'value', 'code', 'reason'] as const;

/** Whether rows begin with why they were refused. */
export function isRefusedFile(header: readonly string[]): boolean {
  return header.length > refusedColumns.length && refusedColumns.every((name, at) => header[at] === name);
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
  const named = namedDelimiter(start, skipLineBreaks(start, markBytes));
  const rowAt = skipLineBreaks(start, named.rowAt);
  const heads = named.delimiters.map((delimiter) => ({
    delimiter,
    ...firstRow(start.subarray(rowAt), delimiter),
  }));
  let problem = 'The header row has no column named email, address or EmailAddress.';
  for (const { delimiter, fields: header, bytes } of heads) {
    const isEscaped = isRefusedFile(header);
    // Nothing is recognised by the names of columns that we put before those of the file.
    const fields = isEscaped
      ? header.map((field, at) => (at < refusedColumns.length ? '' : unescapeFormulas(field)))
      : header;
    const layout = { delimiter, header, isEscaped };
    const found = layoutOf({ fields, layout, names: fields.map(plainName) });
    if (found !== null && 'problem' in found) problem = found.problem;
    else if (found !== null) {
      return { ok: true, layout: found.layout, rowsAt: rowAt + (found.isRow === true ? 0 : bytes) };
    }
  }
  const names = heads[0]?.fields.slice(0, namedMax).map((name) => name.slice(0, 40).trim()) ?? [];
  const has = names.join('') === '' ? '' : ` It has: ${names.join(', ')}.`;
  return { ok: false, problem: `${problem}${has}` };
}

/** Names of columns with addresses, the best first; of those of one line the first of the file. */
const addressNames = [
  'email emailaddress emailaddr emailadresse emailadres mailadresse adresseemail courriel adressecourriel',
  'email1 email1value primaryemail primaryemailaddress subscriberemail subscriberemailaddress channelsemailaddress useremail',
  'contactemail customeremail personalemail workemail homeemail emails mail emailid',
  'correoelectrónico correo direccióndecorreo indirizzoemail indirizzodiposta endereçodeemail epost epostadress epostadresse',
  'sähköposti adresemail adrese emailcím eposta epostaadresi ηλεκτρονικόταχυδρομείο электроннаяпочта почта имейл ел.пошта',
  '邮箱 电子邮件 电子邮箱 電子郵件 電郵 メールアドレス メール 이메일 이메일주소 البريدالإلكتروني דואראלקטרוני ईमेल อีเมล',
  'subscriber recipient',
  'address adresse',
].map((line) => line.split(' ').map(plainName));

/** The column with addresses; undefined: there is none. */
export function addressColumn(names: readonly string[]): number | undefined {
  const best = addressNames.find((line) => line.some((name) => names.includes(name)));
  return best === undefined ? undefined : names.findIndex((name) => best.includes(name));
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

/** Excel names the delimiter in a line of its own: `sep=;`. */
function namedDelimiter(
  start: Buffer,
  at: number,
): { readonly delimiters: readonly string[]; readonly rowAt: number } {
  const line = /^"?sep=([^\r\n"])"?[,;\t]*(?:\r\n|\r|\n)/i.exec(start.toString('latin1', at, at + 20));
  if (line?.[1] === undefined) return { delimiters, rowAt: at };
  return { delimiters: [line[1]], rowAt: at + line[0].length };
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
