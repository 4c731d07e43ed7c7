import { parse } from 'csv-parse';
import { unescapeFormulas } from '../paging/csv-formulas';
import { csvOptions, decodeField } from './csv-options';
import type { FileLayout } from './header-row';

export interface CsvRecord {
  readonly fields: readonly string[];
  /** Some of its fields are neither UTF-8 nor Windows-1252; these are empty. */
  readonly isUndecodable: boolean;
  /** Up to the end of the record, its line break included. */
  readonly bytes: number;
}

/** Rows of one part at most, whatever its length. */
export const partRowsMax = 2_000;
const valueCharsMax = 320;

export interface PartRecords {
  readonly records: readonly CsvRecord[];
  /** Bytes of whole rows, and of blank lines before them. */
  readonly consumed: number;
}

/**
 * The whole rows at the beginning of a part; for threads. Never throws, whatever it contains. A row of delimiters alone is blank: a
 * spreadsheet writes them where cells were deleted.
 */
export async function readRecords(
  bytes: Uint8Array,
  { isLast, layout }: { readonly isLast: boolean; readonly layout: FileLayout },
): Promise<PartRecords> {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = blankBytes(part);
  const { records, isBroken } = await parseRecords(part.subarray(start), layout.delimiter, isLast);
  const isWhole = isLast && !isBroken && records.length < partRowsMax;
  const filled = records.filter(({ fields, isUndecodable }) => isUndecodable || !fields.every(isEmpty));
  return {
    records: layout.isEscaped === true ? filled.map(unescaped) : filled,
    consumed: isWhole ? part.length : start + (records.at(-1)?.bytes ?? 0),
  };
}

const isEmpty = (field: string): boolean => field.trim() === '';

function unescaped(record: CsvRecord): CsvRecord {
  return { ...record, fields: record.fields.map(unescapeFormulas) };
}

/** Whole records alone: the parser keeps what has no end yet to itself. `isBroken`: it gave up behind the last of them. */
async function parseRecords(
  bytes: Buffer,
  delimiter: string,
  isLast: boolean,
): Promise<{ readonly records: readonly CsvRecord[]; readonly isBroken: boolean }> {
  const records: CsvRecord[] = [];
  let isBroken = false;
  const parser = parse({
    ...csvOptions,
    delimiter,
    on_record: (fields: string[], context) => {
      if (records.length >= partRowsMax) return null;
      const decoded = fields.map(decodeField);
      const isUndecodable = decoded.includes(null);
      records.push({ fields: decoded.map((field) => field ?? ''), isUndecodable, bytes: context.bytes });
      return null;
    },
  });
  await new Promise<void>((resolve) => {
    // The file ends within a quotation: what came before it stands.
    parser.on('error', () => {
      isBroken = true;
      resolve();
    });
    parser.resume();
    if (isLast) parser.end(bytes).on('end', resolve);
    else parser.write(bytes, () => resolve());
  });
  parser.destroy();
  return { records, isBroken };
}

function blankBytes(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  return at;
}

/** As PostgreSQL can keep it, and a report show it. */
export function shownValue(value: string): string {
  return value
    .slice(0, valueCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');
}
