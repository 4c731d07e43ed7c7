import type { ContactWish } from '@postrider/audiences';
import { propertyBytesMax, upsertContactRequest } from '@postrider/contracts';
import { parse } from 'csv-parse/sync';
import { shownValue } from '../../imports/csv-records';
import type { ContactLayout } from './contact-layout';

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
      found[name] = listOf(text);
      continue;
    }
    const members = as === 'json' ? membersOf(text) : null;
    if (members !== null) Object.assign(found, members);
    else if (Buffer.byteLength(text) > propertyBytesMax) {
      return `${shownValue(name)} is longer than ${propertyBytesMax} bytes.`;
    } else found[name] = valueOf(text);
  }
  const checked = givenProperties.safeParse(found);
  if (checked.success) return checked.data ?? {};
  const [problem] = checked.error.issues;
  return `${shownValue(problem?.path.join('.') ?? '')}: ${problem?.message ?? ''}.`;
}

/** `"News","VIP"`, as Mailchimp writes tags, or `News, VIP`. */
function listOf(text: string): string[] {
  const rows: string[][] = parse(text, { relax_quotes: true, relax_column_count: true, trim: true });
  return rows.flat().filter((tag) => tag !== '');
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

/** As `gt` and `eq` of a segment compare it. What has leading zeros is a code, and what is too long loses digits. */
function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) ? Number(text) : text.toWellFormed();
}
