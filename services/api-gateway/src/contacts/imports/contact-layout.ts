import type { ContactImportFormat } from '@postrider/contracts';
import {
  addressColumn,
  plainName,
  readHeaderRow,
  type FileLayout,
  type LayoutResult,
} from '../../imports/header-row';
import { columnsOf, findConsentColumns, serviceOf, type ConsentLayout } from '../../imports/row-consent';
import { comparable, type ColumnMapping, type ColumnTarget } from './column-mapping';

/** Which column of a file of contacts is what. */
export interface ContactLayout extends FileLayout {
  readonly format: ContactImportFormat;
  readonly address: number;
  readonly firstName: number | null;
  readonly lastName: number | null;
  readonly consent: ConsentLayout;
  readonly properties: readonly PropertyColumn[];
  /** Of our own export: what it has in one column each. Null: it is not ours. */
  readonly own: { readonly topics: number; readonly properties: number } | null;
}

interface PropertyColumn {
  readonly name: string;
  readonly column: number;
  /** `list`: texts divided by commas, each perhaps in quotation marks. `json`: an object whose members are properties. */
  readonly as: 'value' | 'list' | 'json';
}

/** What providers add to their exports, and says nothing about a person. */
const foreign = new Set([
  ...['id', 'uuid', 'contactid', 'createdat', 'updatedat', 'created', 'leid', 'euid', 'memberrating'],
  ...['lastchanged', 'gmtoff', 'dstoff', 'cc', 'region', 'notes', 'topics', 'properties'],
]);
const jsonNames = ['attributes', 'attribs'];
const propertiesMax = 50;
const nameCharsMax = 100;

/** Of a list of contacts: every column that is no name, address, status or time of consent is a property. */
export function readContactLayout(start: Buffer, mapping: ColumnMapping): LayoutResult<ContactLayout> {
  return readHeaderRow(start, ({ fields, names, delimiter }) => {
    const targets = fields.map((field) => mapping.get(comparable(field)));
    const mappedTo = (wanted: ColumnTarget): number | null => {
      const column = targets.indexOf(wanted);
      return column < 0 ? null : column;
    };
    const address = mappedTo('email') ?? addressColumn(names);
    if (address === undefined) return null;
    const missing = [...mapping.keys()].find((name) => !fields.map(comparable).includes(name));
    if (missing !== undefined) return { problem: `columns: the file has no column ${missing}.` };
    const isFree = (column: number): boolean => column !== address && targets[column] === undefined;
    const known = (...wanted: string[]): number | null =>
      wanted.map((name) => names.indexOf(name)).find((column) => column >= 0 && isFree(column)) ?? null;
    const firstName = mappedTo('first_name') ?? known('firstname', 'givenname', 'fname');
    const lastName = mappedTo('last_name') ?? known('lastname', 'surname', 'familyname', 'lname');
    const only = new Set(targets.flatMap((target, column) => (target === 'status' ? [column] : [])));
    const consent = findConsentColumns(fields, { isFree, only });
    const taken = new Set([address, firstName, lastName, ...columnsOf(consent)]);
    const properties = propertyColumns(fields, { targets, taken });
    const columns = { address, firstName, lastName, consent, properties, own: ownColumns(names) };
    return { layout: { format: serviceOf(names) ?? 'plain', delimiter, ...columns } };
  });
}

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
  }: { readonly targets: readonly (ColumnTarget | undefined)[]; readonly taken: ReadonlySet<number | null> },
): PropertyColumn[] {
  const found = new Map<string, PropertyColumn>();
  for (const [column, field] of fields.entries()) {
    const target = targets[column];
    const plain = plainName(field);
    if (target === undefined ? taken.has(column) || foreign.has(plain) : !target.startsWith('properties.'))
      continue;
    const name = propertyName(target?.slice('properties.'.length) || field);
    if (name === '' || found.has(name) || found.size >= propertiesMax) continue;
    const as = jsonNames.includes(plain) ? 'json' : plain === 'tags' ? 'list' : 'value';
    found.set(name, { name, column, as });
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
