import type { ContactWish } from '@postrider/audiences';
import { propertyBytesMax, upsertContactRequest } from '@postrider/contracts/contacts';
import { parse } from 'csv-parse/sync';
import { shownValue } from '../../imports/csv-records';
import { isBoolean, isNumber, noFacts, saysWhoLeft, type Survey } from '../../imports/survey';
import { mustBeMapped } from '../../imports/consent-lookalikes';
import type { ContactLayout, PropertyColumn } from './contact-layout';

type Properties = NonNullable<ContactWish['properties']>;

const givenProperties = upsertContactRequest.shape.properties;

/** @returns why the row has to be refused, as a sentence, when a property cannot be stored */
export function propertiesOf(
  { properties }: ContactLayout,
  cell: (column: number) => string,
): Properties | string {
  const found: Record<string, unknown> = {};
  for (const { name, column, as } of properties) {
    const text = cell(column);
    if (text === '') continue;
    if (text.includes('\0')) return `${shownValue(name)} has a NUL character.`;
    if (as === 'list') {
      const list = listOf(text);
      if (list === null) return `${shownValue(name)}: a quotation mark is not closed.`;
      found[name] = list;
      continue;
    }
    const members = as === 'json' ? membersOf(text) : null;
    if (members !== null) Object.assign(found, members);
    else if (Buffer.byteLength(text) > propertyBytesMax) {
      return `${shownValue(name)} is longer than ${propertyBytesMax} bytes.`;
    } else found[name] = as === 'json' ? text.toWellFormed() : valueOf(text, as);
  }
  const checked = givenProperties.safeParse(found);
  if (checked.success) return checked.data ?? {};
  const [problem] = checked.error.issues;
  return `${shownValue(problem?.path.join('.') ?? '')}: ${problem?.message ?? ''}.`;
}

/** `"News","VIP"`, as Mailchimp writes tags, or `News, VIP`. Null: a quotation mark is not closed. */
function listOf(text: string): string[] | null {
  try {
    const rows: string[][] = parse(text, { relax_quotes: true, relax_column_count: true, trim: true });
    return rows.flat().filter((tag) => tag !== '');
  } catch {
    return null;
  }
}

/** Of an object its members, as listmonk keeps attributes; what is nested stays JSON. Null: it is no object. */
function membersOf(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = Object.entries(value).filter(([name, member]) => name !== '' && member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [name, isPlain(member) ? member : JSON.stringify(member)]),
  );
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return typeof value !== 'object';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As `gt` and `eq` of a segment compare it: of one type in all rows, unless an earlier release has begun the import. */
function valueOf(text: string, as: PropertyColumn['as']): string | number | boolean {
  const mayBe = (type: PropertyColumn['as']): boolean => as === type || as === 'value';
  if (mayBe('boolean') && isBoolean(text)) return text === 'true';
  return mayBe('number') && isNumber(text) ? Number(text) : text.toWellFormed();
}

/**
 * Gives each column of properties the one type that all of its cells have.
 * @returns as `problem` why the file is refused: an unmapped column has values that look like consent
 */
export function settleProperties(
  layout: ContactLayout,
  { columns }: Survey,
): { readonly layout: ContactLayout } | { readonly problem: string } {
  const factsOf = (column: number) => columns[column] ?? noFacts;
  const doubtful = layout.properties.filter(
    ({ column, isMapped }) => isMapped !== true && saysWhoLeft(factsOf(column)) && !isLoose(layout, column),
  );
  if (doubtful.length > 0) {
    const fields = doubtful.map(({ column, name }) => layout.header?.[column] ?? name);
    return {
      problem: mustBeMapped(fields, doubtful.flatMap(({ column }) => factsOf(column).leaving).slice(0, 3)),
    };
  }
  const properties = layout.properties.map((property): PropertyColumn => {
    if (property.as !== 'value') return property;
    const { filled, isNumbers, isBooleans } = factsOf(property.column);
    return {
      ...property,
      as: filled === 0 ? 'text' : isNumbers ? 'number' : isBooleans ? 'boolean' : 'text',
    };
  });
  return { layout: { ...layout, properties } };
}

/** Its words count already. */
function isLoose({ consent }: ContactLayout, column: number): boolean {
  return consent.statuses.some((status) => status.column === column);
}
