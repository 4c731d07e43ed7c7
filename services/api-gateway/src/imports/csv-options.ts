import iconv from 'iconv-lite';

/**
 * For csv-parse. Record delimiters are named, since it would otherwise take the first line break it meets for the only kind.
 * Quotation marks inside of fields, and rows of other lengths than the header, are what exports of real programs have.
 * Fields are octets, one for each character, until `decodeField`: a part of a file can begin and end anywhere.
 */
export const csvOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  encoding: 'latin1' as const,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * UTF-8; what is not is Windows-1252, which spreadsheets write and which has all of Latin-1. Node's TextDecoder takes the one for
 * the other and loses the euro sign and quotation marks.
 * @returns null when it is neither
 */
export function decodeField(octets: string): string | null {
  if (!/[\x80-\xff]/.test(octets)) return octets;
  const bytes = Buffer.from(octets, 'latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    const text = iconv.decode(bytes, 'windows-1252');
    return text.includes('\ufffd') ? null : text;
  }
}
