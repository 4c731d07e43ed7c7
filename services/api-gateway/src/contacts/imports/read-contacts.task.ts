import type { ContactWish } from '@postrider/audiences';
import { propertyBytesMax, upsertContactRequest } from '@postrider/contracts';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { readRecords, shownValue } from '../../imports/csv-records';
import type { RefusedRow, RowsInput, RowsOutput } from '../../imports/import-kind';
import { unescapeFormulas } from '../../paging/csv-formulas';
import type { ContactLayout } from './contact-layout';

export interface ContactLine {
  /** From 1, in this part. */
  readonly row: number;
  readonly email: string;
  readonly emailKey: string;
  readonly wish: ContactWish;
}

const nameCharsMax = 200;

/** In a thread: 64 KB of rows take some 20 ms. Never throws for what stands in the file. */
export async function readContacts({
  bytes,
  isLast,
  layout,
}: RowsInput<ContactLayout>): Promise<RowsOutput<ContactLine>> {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { records, consumed } = await readRecords(part, { delimiter: layout.delimiter, isLast });
  const taken: ContactLine[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, { fields }] of records.entries()) {
    const row = index + 1;
    const line = readLine(fields, layout);
    if ('code' in line) refused.push({ row, ...line });
    else taken.push({ row, ...line });
  }
  return { consumed, rows: records.length, taken, repeated: 0, refused };
}

type Refusal = Omit<RefusedRow, 'row'>;

function readLine(fields: readonly string[], layout: ContactLayout): Omit<ContactLine, 'row'> | Refusal {
  const cell = (column: number | null): string => {
    const text = column === null ? '' : (fields[column] ?? '').trim();
    return layout.own === null ? text : unescapeFormulas(text);
  };
  const email = cell(layout.address);
  const refuse = (code: string, reason: string): Refusal => ({ value: shownValue(email), code, reason });
  if (email === '') return refuse('invalid_email', 'There is no address.');
  // What is not UTF-8 was read as replacement characters.
  if (!parseMailbox(email).ok || email.includes('\ufffd') || email.includes('<')) {
    return refuse('invalid_email', 'It is no address.');
  }
  const status = statusOf(layout.status, cell);
  if (status === null) return refuse('not_a_subscriber', 'The file says that it bounced, or complained.');
  const values = layout.properties.flatMap(({ name, column }) => {
    const text = cell(column);
    return text === '' ? [] : [[name, text] as const];
  });
  const long = values.find(([, text]) => Buffer.byteLength(text) > propertyBytesMax);
  if (long)
    return refuse('invalid_property', `${shownValue(long[0])} is longer than ${propertyBytesMax} bytes.`);
  if (values.some(([, text]) => text.includes('\0')))
    return refuse('invalid_property', 'It has a NUL character.');
  const own = layout.own === null ? {} : readOwn(cell(layout.own.topics), cell(layout.own.properties));
  if (own === null)
    return refuse('invalid_property', 'Its properties or topics are not what an export has there.');
  return {
    email,
    emailKey: normaliseAddress(email),
    wish: {
      ...nameOf('first_name', cell(layout.firstName)),
      ...nameOf('last_name', cell(layout.lastName)),
      ...(status !== undefined && { status }),
      properties: Object.fromEntries(values.map(([name, text]) => [name, valueOf(text)])),
      ...own,
    },
  };
}

const ownFields = upsertContactRequest.pick({ topics: true, properties: true });

/** What our export writes: `slug=STATE slug=STATE`, and JSON. Null: it is something else. */
function readOwn(topics: string, properties: string): Pick<ContactWish, 'topics' | 'properties'> | null {
  const choices = topics.split(' ').filter((choice) => choice !== '');
  const states = choices.map((choice) => {
    const [topic, state] = choice.split('=');
    return { topic, state };
  });
  try {
    const given = {
      topics: states,
      ...(properties !== '' && { properties: JSON.parse(properties) as unknown }),
    };
    return ownFields.safeParse(given).data ?? null;
  } catch {
    return null;
  }
}

/** An empty cell leaves what is there. */
function nameOf(field: 'first_name' | 'last_name', text: string): ContactWish {
  const name = text
    .slice(0, nameCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
  return name === '' ? {} : { [field]: name };
}

const unsubscribedWords = new Set(['unsubscribed', 'optedout', 'inactive', 'false', 'no', '0']);
const lostWords = new Set(['bounced', 'cleaned', 'hardbounced', 'complained', 'complaint', 'spam', 'abuse']);

/** Undefined: the file says nothing. Null: it says that nobody may write to it. */
function statusOf(
  rule: ContactLayout['status'],
  cell: (column: number) => string,
): ContactWish['status'] | null {
  if (rule === null) return undefined;
  const word = cell(rule.column)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (rule.by === 'unsubscribed') return ['true', '1', 'yes'].includes(word) ? 'UNSUBSCRIBED' : undefined;
  if (lostWords.has(word)) return null;
  return unsubscribedWords.has(word) ? 'UNSUBSCRIBED' : undefined;
}

/** As `gt` and `eq` of a segment compare it. What has leading zeros is a code, and what is too long loses digits. */
function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) ? Number(text) : text.toWellFormed();
}
