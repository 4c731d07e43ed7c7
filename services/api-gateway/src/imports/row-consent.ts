import { isIP } from 'node:net';
import {
  consentColumns,
  consentIpColumns,
  consentTimeColumns,
  looseWordColumns,
  markColumns,
  markPrefixes,
  services,
  strongestStandings,
  wordColumns,
  wordsOf,
  type Standing,
} from './consent-columns';
import { plainName } from './header-row';

/** A column that says whether its row's address may get bulk mail. */
interface StatusColumn {
  readonly column: number;
  /** As the file names it. */
  readonly name: string;
  readonly by: 'words' | 'loose words' | 'consent' | Standing;
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

/** @param only columns that a mapping names as status; null: every column that is known by its name */
export function findConsentColumns(
  fields: readonly string[],
  { isFree, only }: { readonly isFree: (column: number) => boolean; readonly only: ReadonlySet<number> },
): ConsentLayout {
  const names = fields.map(plainName);
  const statuses = fields.flatMap((field, column): StatusColumn[] => {
    const by = only.has(column) ? 'words' : isFree(column) ? kindOf(names[column] ?? '') : null;
    return by === null ? [] : [{ column, name: field.trim().slice(0, 60), by }];
  });
  const found = (wanted: readonly string[]): number[] =>
    wanted.map((name) => names.indexOf(name)).filter((column) => column >= 0 && isFree(column));
  return { statuses, times: found(consentTimeColumns), ips: found(consentIpColumns) };
}

function kindOf(name: string): StatusColumn['by'] | null {
  if (wordColumns.includes(name)) return 'words';
  if (looseWordColumns.includes(name)) return 'loose words';
  if (consentColumns.includes(name)) return 'consent';
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
  return `The status is unknown (${source ?? ''}). If the column is not a subscription status, map it to ignore or properties.<name>.`;
}

/** The strongest that its columns say. A stop is heeded although another column is not understood. */
export function consentOf(layout: ConsentLayout, cell: (column: number) => string): RowConsent {
  const said = layout.statuses.flatMap((status) => {
    const value = cell(status.column);
    const source = `${status.name}: ${value}`.slice(0, 200).toWellFormed();
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

function proofOf({ times, ips }: ConsentLayout, cell: (column: number) => string) {
  const [at = null] = times.flatMap((column) => timeOf(cell(column)) ?? []);
  const [ipAddress = null] = ips.map(cell).filter((ip) => isIP(ip) !== 0);
  return { at, ipAddress };
}

const standingOfWord: ReadonlyMap<string, Standing> = new Map(
  strongestStandings.flatMap((standing) => wordsOf[standing].map((word) => [word, standing] as const)),
);
const noWords = /^(?:false|no|n|never|0+)$/;
const emptyWords = /^(?:|null|none|na|nan|undefined)$/;

function standingsOf(by: StatusColumn['by'], value: string): (Standing | 'unknown')[] {
  const word = plainName(value);
  if (emptyWords.test(word)) return [];
  switch (by) {
    case 'words':
      return wordsIn(value).map((each) => standingOfWord.get(each) ?? 'unknown');
    case 'loose words':
      return wordsIn(value).flatMap((each) => standingOfWord.get(each) ?? []);
    case 'consent':
      if (timeOf(value) !== null) return ['subscribed'];
      return [
        word === 'n' ? 'unsubscribed' : word === 'y' ? 'subscribed' : (standingOfWord.get(word) ?? 'unknown'),
      ];
    case 'complained':
    case 'bounced':
    case 'unsubscribed':
    case 'not_subscribed':
    case 'subscribed':
      return [noWords.test(word) ? 'subscribed' : by];
  }
}

/** `Unsubscribed`, or a list: `["HARD_BOUNCE", "UNSUBSCRIBE"]`. */
function wordsIn(value: string): string[] {
  return value
    .split(/[,;|]/)
    .map(plainName)
    .filter((word) => word !== '');
}

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
const rfcTime = /^[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}/;

/**
 * ISO 8601 of a time in the forms of exports; without a zone it is UTC. `05/04/2024` is left alone: it may be in May or in April.
 * @returns null for what is no time, or lies in the future
 */
export function timeOf(value: string): string | null {
  const ms = milliseconds(value.trim());
  if (Number.isNaN(ms) || ms <= 0 || ms > Date.now()) return null;
  return new Date(ms).toISOString();
}

function milliseconds(value: string): number {
  if (/^\d{10}$/.test(value)) return Number(value) * 1_000;
  if (/^\d{13}$/.test(value)) return Number(value);
  const iso = isoTime.exec(value);
  if (iso === null) return rfcTime.test(value) ? Date.parse(value) : Number.NaN;
  const [, day, time = '00:00', zone = 'Z'] = iso;
  return Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
}
