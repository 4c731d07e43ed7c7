import { isIP } from 'node:net';
import {
  bounceTextColumns,
  confirmedColumns,
  consentColumns,
  consentIpColumns,
  consentTimeColumns,
  looseWordColumns,
  markColumns,
  markPrefixes,
  services,
  wordColumns,
} from './consent-columns';
import { plainName } from './plain-name';
import {
  answerOf,
  isBlank,
  standingOf,
  statusOf,
  strongestStandings,
  wordOf,
  type Standing,
} from './status-words';
import { isEmptyTime, isTime, timeOf } from './times';

/** How the cells of a column are read. A standing: a yes or a time marks the row with it. */
type StatusKind = 'words' | 'loose words' | 'consent' | 'confirmed' | 'bounce text' | Standing;

/** A column that says whether its row's address may get bulk mail. */
export interface StatusColumn {
  readonly column: number;
  /** As the file names it. */
  readonly name: string;
  readonly by: StatusKind;
}

/** Which columns of a file say something about consent. Travels with the import as JSON. */
export interface ConsentLayout {
  readonly statuses: readonly StatusColumn[];
  readonly times: readonly number[];
  readonly ips: readonly number[];
}

/** What a row says about consent, with its proof. */
export interface RowConsent {
  /** `unknown`: a status column holds a word that is not known. Null: no column says anything. */
  readonly standing: Standing | 'unknown' | null;
  /** Column and value, as the file has them. */
  readonly source: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  readonly ipAddress: string | null;
}

/** What a mapping can say about a column with consent. */
export type ConsentTarget = 'status' | 'unsubscribed' | 'subscribed';
const kindOfTarget = { status: 'words', unsubscribed: 'unsubscribed', subscribed: 'consent' } as const;

/** @param mapped what a mapping says about columns; `isFree`: which of the others may be recognised by their names */
export function findConsentColumns(
  fields: readonly string[],
  {
    isFree,
    mapped,
  }: {
    readonly isFree: (column: number) => boolean;
    readonly mapped: ReadonlyMap<number, ConsentTarget>;
  },
): ConsentLayout {
  const names = fields.map(plainName);
  const statuses = fields.flatMap((field, column): StatusColumn[] => {
    const target = mapped.get(column);
    const by =
      target !== undefined ? kindOfTarget[target] : isFree(column) ? kindOf(names[column] ?? '') : null;
    return by === null ? [] : [{ column, name: field.trim().slice(0, 60), by }];
  });
  const found = (wanted: readonly string[]): number[] =>
    wanted.map((name) => names.indexOf(name)).filter((column) => column >= 0 && isFree(column));
  return { statuses, times: found(consentTimeColumns), ips: found(consentIpColumns) };
}

function kindOf(name: string): StatusKind | null {
  if (wordColumns.includes(name)) return 'words';
  if (looseWordColumns.includes(name)) return 'loose words';
  if (consentColumns.includes(name)) return 'consent';
  if (confirmedColumns.includes(name)) return 'confirmed';
  if (bounceTextColumns.includes(name)) return 'bounce text';
  if (Object.hasOwn(markColumns, name)) return markColumns[name] ?? null;
  const prefix = Object.keys(markPrefixes).find((prefix) => name.startsWith(prefix));
  return prefix === undefined ? null : (markPrefixes[prefix] ?? null);
}

/** Columns that are no properties: their values are kept as proof. */
export function columnsOf({ statuses, times, ips }: ConsentLayout): number[] {
  const strict = statuses.filter(({ by }) => by !== 'loose words');
  return [...strict.map(({ column }) => column), ...times, ...ips];
}

/** Whose export it is; null: that of no service in the table. */
export function serviceOf(names: readonly string[]): (typeof services)[number]['format'] | null {
  const known = services.find(({ knownBy }) =>
    knownBy.some((columns) => columns.every((name) => names.includes(name))),
  );
  return known?.format ?? null;
}

/** Why a row is refused whose status is `unknown`. */
export function unknownStatus(source: string | null): string {
  return (
    `The status is unknown (${source ?? ''}). Correct it, for example to subscribed or unsubscribed. ` +
    'If the column is not a subscription status, map it to ignore or properties.<name>.'
  );
}

/** The strongest that its columns say. A stop is heeded although another column is not understood. */
export function consentOf(layout: ConsentLayout, cell: (column: number) => string): RowConsent {
  const said = layout.statuses.flatMap((status) => {
    const value = cell(status.column);
    const source = sourceOf(status, value);
    return standingsOf(status.by, value).map((standing) => ({ standing, source, at: timeOf(value) }));
  });
  const order = [...strongestStandings.slice(0, 3), 'unknown', ...strongestStandings.slice(3)];
  const [strongest] = said.sort((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing));
  if (strongest === undefined) return { standing: null, source: null, ...proofOf(layout, cell) };
  const { standing, source } = strongest;
  if (standing === 'subscribed') return { standing, source, ...proofOf(layout, cell) };
  // One column has the status, another its time.
  const at = said.find((other) => other.standing === standing && other.at !== null)?.at ?? null;
  return { standing, source, at, ipAddress: null };
}

/** What the status columns of a row say, each as it is kept as proof. */
export function sourcesOf(layout: ConsentLayout, cell: (column: number) => string): string[] {
  return layout.statuses.map((status) => sourceOf(status, cell(status.column)));
}

function sourceOf({ name }: StatusColumn, value: string): string {
  return `${name}: ${value}`.slice(0, 200).toWellFormed();
}

function proofOf({ times, ips }: ConsentLayout, cell: (column: number) => string) {
  const [at = null] = times.flatMap((column) => timeOf(cell(column)) ?? []);
  const [ipAddress = null] = ips.map(cell).filter((ip) => isIP(ip) !== 0);
  return { at, ipAddress };
}

/** What one cell says. */
export function standingsOf(by: StatusKind, value: string): (Standing | 'unknown')[] {
  if (isBlank(value)) return [];
  switch (by) {
    case 'words':
      return wordsIn(value).map((word) => statusOf(word) ?? 'unknown');
    case 'loose words':
      // `OUT` may be a region, and `none` a missing one.
      return wordsIn(value).flatMap((word) =>
        /^(?:[a-z]{1,3}|none)$/.test(word) ? [] : (standingOf(word) ?? []),
      );
    case 'consent':
      return [confirmed(value, 'unsubscribed')];
    case 'confirmed':
      return [confirmed(value, 'not_subscribed')];
    case 'bounce text':
      return [isEmptyTime(value) || answerOf(wordOf(value)) === 'no' ? 'subscribed' : 'bounced'];
    case 'complained':
    case 'bounced':
    case 'unsubscribed':
    case 'not_subscribed':
    case 'subscribed':
      return [marked(value, by)];
  }
}

/** In a column that marks: a yes or a time does, a no or an empty time does not. A status word speaks for itself. */
function marked(value: string, by: Standing): Standing | 'unknown' {
  if (isEmptyTime(value)) return 'subscribed';
  if (isTime(value)) return by;
  const word = wordOf(value);
  const answer = answerOf(word);
  if (answer !== null) return answer === 'yes' ? by : 'subscribed';
  if (word === 'none') return 'subscribed';
  return standingOf(word) ?? 'unknown';
}

/** The other way round: a yes or a time subscribes. */
function confirmed(value: string, no: Standing): Standing | 'unknown' {
  if (isEmptyTime(value)) return 'not_subscribed';
  if (isTime(value)) return 'subscribed';
  const word = wordOf(value);
  const answer = answerOf(word);
  if (answer !== null) return answer === 'yes' ? 'subscribed' : no;
  return standingOf(word) ?? 'unknown';
}

/** `Unsubscribed`, or a list: `["HARD_BOUNCE", "UNSUBSCRIBE"]`. A cell of punctuation alone is a word that is not known. */
function wordsIn(value: string): string[] {
  const words = value
    .split(/[,;|，；、]/)
    .map((part) => wordOf(part.replace(/^[\s["']+|[\s\]"']+$/g, '')))
    .filter((word) => word !== '');
  return words.length === 0 ? [value.trim()] : words;
}
