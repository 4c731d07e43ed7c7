import type { FileLayout } from './header-row';

/**
 * What all rows of a file say about its columns, before the first of them is taken: a column has one type, and one whose values look
 * like consent must not become a property. Collected part by part, and stored with the import between turns.
 */
export interface Survey {
  /** Byte of the next row to look at. */
  readonly at: number;
  readonly rows: number;
  /** By the index of a watched column, and of a status column. */
  readonly columns: Readonly<Record<number, ColumnFacts>>;
  readonly statuses: Readonly<Record<number, StatusFacts>>;
}

export interface ColumnFacts {
  /** Cells with something in them. */
  readonly filled: number;
  readonly isNumbers: boolean;
  readonly isBooleans: boolean;
  /** Short values, as far as there are few. Null: there are many, so it is no list of states. */
  readonly values: readonly string[] | null;
  /** Of these the ones that say that a person left, as the file has them. */
  readonly leaving: readonly string[];
}

/** Rows that a status column decides. */
export interface StatusFacts {
  readonly unsubscribed: number;
  readonly suppressed: number;
  readonly refused: number;
}

/** What a part of a file adds. */
export interface SurveyedPart extends Omit<Survey, 'at'> {
  readonly consumed: number;
}

export const noFacts: ColumnFacts = { filled: 0, isNumbers: true, isBooleans: true, values: [], leaving: [] };
export const noStatusFacts: StatusFacts = { unsubscribed: 0, suppressed: 0, refused: 0 };
/** A column of states has no more. */
const valuesMax = 30;
const leavingMax = 3;

/** Null: there is nothing to look at before rows are taken. */
export function newSurvey({ watched = [], consent }: FileLayout, at: number): Survey | null {
  const hasStatus = consent !== undefined && consent !== null && consent.statuses.length > 0;
  return watched.length === 0 && !hasStatus ? null : { at, rows: 0, columns: {}, statuses: {} };
}

export function addToSurvey(survey: Survey, { consumed, rows, columns, statuses }: SurveyedPart): Survey {
  return {
    at: survey.at + consumed,
    rows: survey.rows + rows,
    columns: merged(survey.columns, columns, mergeColumn),
    statuses: merged(survey.statuses, statuses, mergeStatus),
  };
}

function merged<Facts>(
  one: Readonly<Record<number, Facts>>,
  other: Readonly<Record<number, Facts>>,
  merge: (one: Facts, other: Facts) => Facts,
): Record<number, Facts> {
  const all: Record<number, Facts> = { ...one };
  for (const [key, facts] of Object.entries(other)) {
    const known = all[Number(key)];
    all[Number(key)] = known === undefined ? facts : merge(known, facts);
  }
  return all;
}

export function mergeColumn(one: ColumnFacts, other: ColumnFacts): ColumnFacts {
  const values =
    one.values === null || other.values === null ? null : [...new Set([...one.values, ...other.values])];
  return {
    filled: one.filled + other.filled,
    isNumbers: one.isNumbers && other.isNumbers,
    isBooleans: one.isBooleans && other.isBooleans,
    values: values === null || values.length > valuesMax ? null : values,
    leaving: [...new Set([...one.leaving, ...other.leaving])].slice(0, leavingMax),
  };
}

function mergeStatus(one: StatusFacts, other: StatusFacts): StatusFacts {
  return {
    unsubscribed: one.unsubscribed + other.unsubscribed,
    suppressed: one.suppressed + other.suppressed,
    refused: one.refused + other.refused,
  };
}

/** Whether the values of a column of an unknown name look like consent: few values, some of which say that people left. */
export function saysWhoLeft({ values, leaving }: ColumnFacts): boolean {
  return values !== null && leaving.length > 0;
}

/** A number is one only if it reads back the same: `12.50`, `007` and `12E3` are texts, and 9007199254740993 would become another. */
export function isNumber(text: string): boolean {
  return /^-?\d/.test(text) && String(Number(text)) === text;
}

export function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false';
}
