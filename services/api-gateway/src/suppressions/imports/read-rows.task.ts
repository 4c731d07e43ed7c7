import type { SuppressionReason } from '@postrider/contracts';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { parse } from 'csv-parse';
import { csvOptions } from './csv-options';
import type { ImportLayout } from './import-layout';
import { reasonOf } from './row-reason';

/** A part of a file that begins with a row. A Buffer arrives in a thread as less. */
export interface RowsInput {
  readonly bytes: Uint8Array;
  /** Nothing comes behind it: its last row needs no line break. */
  readonly isLast: boolean;
  readonly layout: ImportLayout;
  /** Name of the domain that the import is for; null: the organization. */
  readonly domain: string | null;
}

export interface TakenRow {
  readonly email: string;
  readonly reason: SuppressionReason;
  /** From 1, in this part. */
  readonly row: number;
}

export interface RefusedRow {
  readonly row: number;
  readonly value: string;
  readonly code: RefusalCode;
  readonly reason: string;
}

export type RefusalCode =
  ('invalid_email' | 'not_suppressed' | 'other_domain') | ('suppression_conflict' | 'unreadable_row');

export interface RowsOutput {
  /** Bytes of whole rows, and of blank lines before them; 0: the first row does not end within the part. */
  readonly consumed: number;
  readonly rows: number;
  /** Each address once, with its strongest reason. */
  readonly taken: readonly TakenRow[];
  /** Rows whose address stands among `taken`. */
  readonly repeated: number;
  readonly refused: readonly RefusedRow[];
}

/** Rows of one part at most, whatever its length. */
export const partRowsMax = 2_000;
const valueCharsMax = 320;

/** In a thread: 64 KB of rows take some 20 ms. Never throws for what stands in the file. */
export async function readRows({ bytes, isLast, layout, domain }: RowsInput): Promise<RowsOutput> {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = blankBytes(part);
  const { records, isBroken } = await parseRecords(part.subarray(start), layout.delimiter, isLast);
  const rows = collectRows();
  for (const { fields } of records) rows.add(fields, { layout, domain });
  const last = records.at(-1);
  const isWhole = isLast && !isBroken && records.length < partRowsMax;
  const consumed = isWhole ? part.length : start + (last?.bytes ?? 0);
  return { consumed, rows: records.length, ...rows.collected() };
}

interface CsvRecord {
  readonly fields: readonly string[];
  /** Up to the end of the record, its line break included. */
  readonly bytes: number;
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
      if (records.length < partRowsMax) records.push({ fields, bytes: context.bytes });
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

function collectRows() {
  const taken = new Map<string, TakenRow>();
  const refused: RefusedRow[] = [];
  let row = 0;
  let repeated = 0;
  const refuse = (value: string, code: RefusalCode, reason: string): void => {
    refused.push({ row, value: plainText(value), code, reason });
  };
  const take = (email: string, reason: SuppressionReason): void => {
    const known = taken.get(email);
    if (known === undefined) return void taken.set(email, { email, reason, row });
    if (reason === 'manual' && known.reason !== 'manual') {
      return refuse(email, 'suppression_conflict', `The file has it as ${known.reason} before.`);
    }
    repeated += 1;
    if (outweighs(reason, known.reason)) taken.set(email, { ...known, reason });
  };
  return {
    add: (fields: readonly string[], { layout, domain }: Pick<RowsInput, 'layout' | 'domain'>): void => {
      row += 1;
      const value = (fields[layout.address] ?? '').trim();
      const parsed = parseMailbox(value);
      if (value === '') return refuse(value, 'invalid_email', 'There is no address.');
      // What is not UTF-8 was read as replacement characters.
      if (!parsed.ok || value.includes('\ufffd')) return refuse(value, 'invalid_email', 'It is no address.');
      const reason = reasonOf(layout.rule, fields);
      if (reason === null) return refuse(value, 'not_suppressed', 'The file says that it is subscribed.');
      const scope = layout.domain === null ? '' : (fields[layout.domain] ?? '').trim().toLowerCase();
      if (scope !== '' && scope !== domain) {
        return refuse(value, 'other_domain', 'It is an entry of another domain than the import.');
      }
      return take(normaliseAddress(value), reason);
    },
    collected: () => ({ taken: [...taken.values()], repeated, refused }),
  };
}

const strongest: readonly SuppressionReason[] = ['complaint', 'hard_bounce', 'validation'];

/** As `onSuppressionConflict` has it of entries. */
function outweighs(reason: SuppressionReason, known: SuppressionReason): boolean {
  const [rank, knownRank] = [strongest.indexOf(reason), strongest.indexOf(known)];
  return rank >= 0 && (knownRank < 0 || rank < knownRank);
}

/** As PostgreSQL can keep it, and a report show it. */
function plainText(value: string): string {
  return value
    .slice(0, valueCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');
}

function blankBytes(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  return at;
}
