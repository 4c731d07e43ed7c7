import type { SuppressionReason } from '@postrider/contracts';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { readRecords, shownValue } from '../../imports/csv-records';
import type { RefusedRow, RowsInput, RowsOutput } from '../../imports/import-kind';
import type { ImportLayout } from './import-layout';
import { reasonOf } from './row-reason';

export interface TakenRow {
  readonly email: string;
  readonly reason: SuppressionReason;
  /** From 1, in this part. */
  readonly row: number;
}

/** In a thread: 64 KB of rows take some 20 ms. Never throws for what stands in the file. */
export async function readRows({
  bytes,
  isLast,
  layout,
  domain,
}: RowsInput<ImportLayout>): Promise<RowsOutput<TakenRow>> {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { records, consumed } = await readRecords(part, { delimiter: layout.delimiter, isLast });
  const rows = collectRows();
  for (const { fields } of records) rows.add(fields, { layout, domain });
  return { consumed, rows: records.length, ...rows.collected() };
}

function collectRows() {
  const taken = new Map<string, TakenRow>();
  const refused: RefusedRow[] = [];
  let row = 0;
  let repeated = 0;
  const refuse = (value: string, code: string, reason: string): void => {
    refused.push({ row, value: shownValue(value), code, reason });
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
    add: (
      fields: readonly string[],
      { layout, domain }: Pick<RowsInput<ImportLayout>, 'layout' | 'domain'>,
    ): void => {
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
