import type { ContactImportFormat, ImportColumn } from '@postrider/contracts/contacts';
import { looksLikeConsent, mustBeMapped } from '../../imports/consent-lookalikes';
import {
  addressColumn,
  readHeaderRow,
  refusedColumns,
  type FileLayout,
  type LayoutResult,
} from '../../imports/header-row';
import { plainName } from '../../imports/plain-name';
import {
  columnsOf,
  findConsentColumns,
  serviceOf,
  type ConsentLayout,
  type ConsentTarget,
} from '../../imports/row-consent';
import type { StatusFacts, Survey } from '../../imports/survey';
import { comparable, type ColumnMapping, type ColumnTarget } from './column-mapping';

/** Which column of a file of contacts is what. */
export interface ContactLayout extends FileLayout {
  readonly format: ContactImportFormat;
  readonly address: number;
  /** With first and last name in one; null or absent: there is none. */
  readonly name?: number | null;
  readonly firstName: number | null;
  readonly lastName: number | null;
  readonly consent: ConsentLayout;
  readonly properties: readonly PropertyColumn[];
  /** Of our own export: what it has in one column each. Null: it is not ours. */
  readonly own: { readonly topics: number; readonly properties: number } | null;
}

export interface PropertyColumn {
  readonly name: string;
  readonly column: number;
  /**
   * `list`: texts divided by commas, each perhaps in quotation marks. `json`: an object whose members are properties. `value`: its type
   * is not known yet, and then one of the last three, for all rows alike.
   */
  readonly as: 'list' | 'json' | 'value' | 'text' | 'number' | 'boolean';
  /** The request says that it is a property, whatever its values are. */
  readonly isMapped?: boolean;
}

const firstNames =
  'firstname givenname fname forename vorname prénom nombre primernombre nome primeironome voornaam förnamn fornavn etunimi imię jméno keresztnév ad adı имя імʼя 名 名字 이름';
const lastNames =
  'lastname surname familyname lname secondname nachname familienname nomdefamille nom apellido apellidos sobrenome cognome achternaam efternamn etternavn sukunimi nazwisko příjmení vezetéknév soyad soyadı фамилия прізвище 姓 姓氏 성';
const fullNames =
  'name fullname contactname subscribername displayname customername nomcomplet nombrecompleto';
const namesOf = (words: string): string[] => words.split(' ').map(plainName);
/** What exports have about the row, and not about the person. */
const foreign = new Set('id uuid contactid createdat updatedat created topics properties'.split(' '));
/** The same of Mailchimp, whose names are properties in other files. */
const foreignOfMailchimp = new Set(
  'leid euid memberrating lastchanged gmtoff dstoff cc region notes'.split(' '),
);
const jsonNames = ['attributes', 'attribs'];
const propertiesMax = 50;
const nameCharsMax = 100;

/**
 * Of a list of contacts: every column that is no name, address, status or time of consent is a property. A column that may decide who
 * gets mail is never taken for a property by itself: the file is refused until a mapping says what it is.
 */
export function readContactLayout(start: Buffer, mapping: ColumnMapping): LayoutResult<ContactLayout> {
  return readHeaderRow(start, ({ fields, names, layout: head }) => {
    const targets = fields.map((field) => (field === '' ? undefined : mapping.get(comparable(field))));
    const mappedTo = (wanted: ColumnTarget): number | null => {
      const column = targets.indexOf(wanted);
      return column < 0 ? null : column;
    };
    const address = mappedTo('email') ?? addressColumn(names);
    if (address === undefined) return null;
    const missing = [...mapping.keys()].find((name) => !fields.map(comparable).includes(name));
    if (missing !== undefined) return { problem: `columns: the file has no column ${missing}.` };
    const isFree = (column: number): boolean => column !== address && targets[column] === undefined;
    const known = (words: string): number | null =>
      namesOf(words)
        .map((name) => names.indexOf(name))
        .find((column) => column >= 0 && isFree(column)) ?? null;
    const firstName = mappedTo('first_name') ?? known(firstNames);
    const lastName = mappedTo('last_name') ?? known(lastNames);
    const name = mappedTo('name') ?? (firstName === null && lastName === null ? known(fullNames) : null);
    const consent = findConsentColumns(fields, { isFree, mapped: consentTargets(targets) });
    const taken = new Set([address, name, firstName, lastName, ...columnsOf(consent)]);
    const doubtful = fields.filter(
      (field, column) =>
        isFree(column) &&
        !taken.has(column) &&
        looksLikeConsent(field, { hasStatus: hasStatus(consent) }) !== null,
    );
    if (doubtful.length > 0) return { problem: mustBeMapped(doubtful) };
    const format = serviceOf(names) ?? 'plain';
    const own = ownColumns(names);
    const properties = propertyColumns(fields, { targets, taken, format });
    const watched = properties.map(({ column }) => column);
    const columns = { address, name, firstName, lastName, consent, properties, own, watched };
    return { layout: { ...head, isEscaped: head.isEscaped || own !== null, format, ...columns } };
  });
}

function consentTargets(targets: readonly (ColumnTarget | undefined)[]): ReadonlyMap<number, ConsentTarget> {
  return new Map(
    targets.flatMap((target, column) =>
      target === 'status' || target === 'unsubscribed' || target === 'subscribed'
        ? [[column, target] as const]
        : [],
    ),
  );
}

const hasStatus = ({ statuses }: ConsentLayout): boolean => statuses.some(({ by }) => by !== 'loose words');

/** By its whole header row: others have columns of these names, too. */
function ownColumns(names: readonly string[]): ContactLayout['own'] {
  const isOurs = ['id', 'status', 'topics', 'properties', 'createdat'].every((name) => names.includes(name));
  return isOurs ? { topics: names.indexOf('topics'), properties: names.indexOf('properties') } : null;
}

function propertyColumns(
  fields: readonly string[],
  {
    targets,
    taken,
    format,
  }: {
    readonly targets: readonly (ColumnTarget | undefined)[];
    readonly taken: ReadonlySet<number | null>;
    readonly format: ContactImportFormat;
  },
): PropertyColumn[] {
  const found = new Map<string, PropertyColumn>();
  for (const [column, field] of fields.entries()) {
    const target = targets[column];
    const plain = plainName(field);
    const isForeign = foreign.has(plain) || (format === 'mailchimp' && foreignOfMailchimp.has(plain));
    if (target === undefined ? taken.has(column) || isForeign : !target.startsWith('properties.')) continue;
    const name = propertyName(target?.slice('properties.'.length) || field);
    if (name === '' || found.has(name) || found.size >= propertiesMax) continue;
    const as = jsonNames.includes(plain) ? 'json' : plain === 'tags' ? 'list' : 'value';
    found.set(name, { name, column, as, isMapped: target !== undefined });
  }
  return [...found.values()];
}

function propertyName(text: string): string {
  return text
    .trim()
    .slice(0, nameCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
}

function countsOf(facts: StatusFacts | undefined): Partial<ImportColumn> {
  if (facts === undefined) return {};
  const { unsubscribed, suppressed, refused } = facts;
  return { rows_unsubscribed: unsubscribed, rows_suppressed: suppressed, rows_refused: refused };
}

const typeOf = { list: 'list', json: 'object', text: 'text', number: 'number', boolean: 'boolean' } as const;

/** What each column of the file is read as, with those that are not read: in the order of the file. */
export function readAs(layout: ContactLayout, statuses: Survey['statuses'] | null): ImportColumn[] {
  const { address, name, firstName, lastName, consent, properties, own } = layout;
  const single = new Map<number | null | undefined, ImportColumn['read_as']>([
    [address, 'email'],
    [name, 'name'],
    [firstName, 'first_name'],
    [lastName, 'last_name'],
    [own?.topics, 'topics'],
    [own?.properties, 'properties'],
    ...[...consent.times, ...consent.ips].map((column) => [column, 'consent'] as const),
    ...consent.statuses.map(({ column }) => [column, 'status'] as const),
  ]);
  const byColumn = new Map(properties.map((property) => [property.column, property]));
  return (layout.header ?? []).flatMap((field, column): ImportColumn[] => {
    const shown = { name: propertyName(field), ...countsOf(statuses?.[column]) };
    if (shown.name === '' || (layout.isEscaped === true && own === null && column < refusedColumns.length))
      return [];
    const read_as = single.get(column);
    const property = byColumn.get(column);
    if (property === undefined) return [{ ...shown, read_as: read_as ?? 'ignored' }];
    const type = property.as === 'value' ? {} : { type: typeOf[property.as] };
    return [{ ...shown, read_as: read_as ?? 'property', property: property.name, ...type }];
  });
}
