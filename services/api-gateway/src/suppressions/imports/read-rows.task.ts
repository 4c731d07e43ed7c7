import type { SuppressionReason } from '@postrider/contracts/statuses';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { readRecords, shownValue, type CsvRecord } from '../../imports/csv-records';
import { keptFields, type RefusedRow, type RowsInput, type RowsOutput } from '../../imports/import-kind';
import type { ImportLayout } from './import-layout';
import { reasonOf } from './row-reason';

export interface TakenRow {
  readonly email: string;
  readonly reason: SuppressionReason;
  /** When it was suppressed, as the file says; null: it does not. */
  readonly at: string | null;
  /** From 1, in this part. */
  readonly row: number;
  /** The row as it is kept if it is refused later. */
  readonly fields: string | null;
}

/** In a thread: 64 KB of rows take some 20 ms. Never throws, whatever the file contains. */
export async function readRows({
  bytes,
  isLast,
  layout,
  domain,
}: RowsInput<ImportLayout>): Promise<RowsOutput<TakenRow>> {
  const { records, consumed } = await readRecords(bytes, { isLast, layout });
  const rows = collectRows();
  for (const record of records) rows.add(record, { layout, domain });
  return { consumed, rows: records.length, ...rows.collected() };
}

function collectRows() {
  const taken = new Map<string, TakenRow>();
  const refused: RefusedRow[] = [];
  let row = 0;
  let repeated = 0;
  let kept: string | null = null;
  const refuse = (value: string, code: string, reason: string): void => {
    refused.push({ row, value: shownValue(value), code, reason, fields: kept });
  };
  const take = (email: string, reason: SuppressionReason, at: string | null): void => {
    const known = taken.get(email);
    if (known === undefined) return void taken.set(email, { email, reason, at, row, fields: kept });
    if (reason === 'manual' && known.reason !== 'manual') {
      return refuse(
        email,
        'suppression_conflict',
        `The address appears earlier in the file as ${known.reason}.`,
      );
    }
    repeated += 1;
    if (outweighs(reason, known.reason)) taken.set(email, { ...known, reason, at });
  };
  return {
    add: (
      { fields, isUndecodable }: CsvRecord,
      { layout, domain }: Pick<RowsInput<ImportLayout>, 'layout' | 'domain'>,
    ): void => {
      row += 1;
      kept = keptFields(fields);
      const value = (fields[layout.address] ?? '').trim();
      const parsed = parseMailbox(value);
      if (isUndecodable)
        return refuse(value, 'invalid_encoding', 'The row is neither UTF-8 nor Windows-1252.');
      if (value === '') return refuse(value, 'invalid_email', 'The address is missing.');
      if (!parsed.ok || value.includes('\ufffd'))
        return refuse(value, 'invalid_email', 'The address is not valid.');
      const found = reasonOf(layout, fields);
      if ('code' in found) return refuse(value, found.code, found.why);
      const scope = layout.domain === null ? '' : (fields[layout.domain] ?? '').trim().toLowerCase();
      if (scope !== '' && scope !== domain) {
        return refuse(value, 'other_domain', 'The entry is for a domain other than that of the import.');
      }
      return take(normaliseAddress(value), found.reason, found.at);
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
