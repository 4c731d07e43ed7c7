import { leavingWord } from './consent-lookalikes';
import { readRecords } from './csv-records';
import type { RowsInput } from './import-kind';
import type { FileLayout } from './header-row';
import { standingsOf, type StatusColumn } from './row-consent';
import { isBlank, strongestStandings } from './status-words';
import {
  isBoolean,
  isNumber,
  mergeColumn,
  noFacts,
  noStatusFacts,
  type ColumnFacts,
  type StatusFacts,
  type SurveyedPart,
} from './survey';

const valueCharsMax = 60;

/** In a thread: 64 KB of rows take some 20 ms. Never throws, whatever the file contains. */
export async function surveyRows({
  bytes,
  isLast,
  layout,
}: Omit<RowsInput<FileLayout>, 'domain'>): Promise<SurveyedPart> {
  const { records, consumed } = await readRecords(bytes, { isLast, layout });
  const columns: Record<number, ColumnFacts> = {};
  const statuses: Record<number, StatusFacts> = {};
  const seen = new Map<number, Set<string>>();
  for (const { fields } of records) {
    for (const column of layout.watched ?? []) {
      const text = (fields[column] ?? '').trim();
      if (text === '') continue;
      const known = seen.get(column) ?? new Set();
      seen.set(column, known.add(text));
      columns[column] = { ...(columns[column] ?? noFacts), filled: (columns[column]?.filled ?? 0) + 1 };
    }
    for (const status of layout.consent?.statuses ?? []) {
      const facts = statuses[status.column] ?? noStatusFacts;
      statuses[status.column] = decided(facts, status, (fields[status.column] ?? '').trim());
    }
  }
  for (const [column, texts] of seen) {
    columns[column] = mergeColumn(columns[column] ?? noFacts, factsOf([...texts]));
  }
  return { consumed, rows: records.length, columns, statuses };
}

function factsOf(texts: readonly string[]): ColumnFacts {
  const short = texts.filter((text) => text.length <= valueCharsMax);
  return {
    filled: 0,
    isNumbers: texts.every(isNumber),
    isBooleans: texts.every(isBoolean),
    values: short.length < texts.length ? null : short,
    leaving: short.flatMap((text) => leavingWord(text) ?? []),
  };
}

function decided(facts: StatusFacts, { by }: StatusColumn, value: string): StatusFacts {
  if (isBlank(value)) return facts;
  const said = standingsOf(by, value);
  const strongest = strongestStandings.slice(0, 3).find((standing) => said.includes(standing));
  if (strongest === 'unsubscribed') return { ...facts, unsubscribed: facts.unsubscribed + 1 };
  if (strongest !== undefined) return { ...facts, suppressed: facts.suppressed + 1 };
  const isRefused = said.includes('unknown') || said.includes('not_subscribed');
  return isRefused ? { ...facts, refused: facts.refused + 1 } : facts;
}
