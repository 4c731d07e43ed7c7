import type { ContactWish } from '@postrider/audiences';
import { upsertContactRequest } from '@postrider/contracts/contacts';
import { normaliseAddress, parseMailbox } from '@postrider/mail';
import { readRecords, shownValue, type CsvRecord } from '../../imports/csv-records';
import { keptFields, type RefusedRow, type RowsInput, type RowsOutput } from '../../imports/import-kind';
import { consentOf, sourcesOf, unknownStatus } from '../../imports/row-consent';
import type { ContactLayout } from './contact-layout';
import { propertiesOf } from './row-properties';

export type ContactLine = {
  /** From 1, in this part. */
  readonly row: number;
  readonly email: string;
  readonly emailKey: string;
  /** The row as it is kept if it is refused later. */
  readonly fields: string | null;
} & (
  | {
      readonly wish: ContactWish;
      /** What its status columns say, if the row is subscribed: an import that took one of them for the opposite was wrong. */
      readonly refutes: readonly string[];
      /** What the file says about the consent, or its end. */
      readonly proof: {
        readonly source: string | null;
        readonly at: string | null;
        readonly ipAddress: string | null;
      };
    }
  /** It bounced, or complained, at the service that the file comes from. */
  | { readonly suppression: { readonly reason: 'hard_bounce' | 'complaint'; readonly at: string | null } }
);

const nameCharsMax = 200;

/** In a thread: 64 KB of rows take some 20 ms. Never throws, whatever the file contains. */
export async function readContacts({
  bytes,
  isLast,
  layout,
}: RowsInput<ContactLayout>): Promise<RowsOutput<ContactLine>> {
  // An import that the last release has begun knows by `own` alone what we wrote.
  const isEscaped = layout.isEscaped ?? layout.own !== null;
  const { records, consumed } = await readRecords(bytes, { isLast, layout: { ...layout, isEscaped } });
  const taken: ContactLine[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, record] of records.entries()) {
    const row = index + 1;
    const line = readLine(record, layout);
    const fields = keptFields(record.fields);
    if ('code' in line) refused.push({ row, fields, ...line });
    else taken.push({ row, fields, ...line });
  }
  return { consumed, rows: records.length, taken, repeated: 0, refused };
}

type Refusal = Omit<RefusedRow, 'row' | 'fields'>;
type Line = ContactLine extends infer Each
  ? Each extends ContactLine
    ? Omit<Each, 'row' | 'fields'>
    : never
  : never;

function readLine({ fields, isUndecodable }: CsvRecord, layout: ContactLayout): Line | Refusal {
  const cell = (column: number | null): string => (column === null ? '' : (fields[column] ?? '').trim());
  const email = cell(layout.address);
  const refuse = (code: string, reason: string): Refusal => ({ value: shownValue(email), code, reason });
  if (isUndecodable) return refuse('invalid_encoding', 'The row is neither UTF-8 nor Windows-1252.');
  if (email === '') return refuse('invalid_email', 'The address is missing.');
  if (!parseMailbox(email).ok || email.includes('\ufffd') || email.includes('<')) {
    return refuse('invalid_email', 'The address is not valid.');
  }
  const consent = consentOf(layout.consent, cell);
  const named = { email, emailKey: normaliseAddress(email) };
  switch (consent.standing) {
    case 'unknown':
      return refuse('unknown_status', unknownStatus(consent.source));
    case 'not_subscribed':
      return refuse(
        'not_a_subscriber',
        `The status of this row is not a subscription (${consent.source ?? ''}).`,
      );
    case 'bounced':
      return { ...named, suppression: { reason: 'hard_bounce', at: consent.at } };
    case 'complained':
      return { ...named, suppression: { reason: 'complaint', at: consent.at } };
    case 'unsubscribed':
    case 'subscribed':
    case null:
  }
  const status = consent.standing === 'unsubscribed' ? 'UNSUBSCRIBED' : 'SUBSCRIBED';
  const values = propertiesOf(layout, cell);
  // That a contact left counts more than a property that cannot be stored.
  if (typeof values === 'string' && status === 'SUBSCRIBED') return refuse('invalid_property', values);
  const own = layout.own === null ? {} : readOwn(cell(layout.own.topics), cell(layout.own.properties));
  if (own === null)
    return refuse(
      'invalid_property',
      'The properties or topics of this row are not in the format of the export.',
    );
  const { source, at, ipAddress } = consent;
  return {
    ...named,
    refutes: status === 'SUBSCRIBED' ? sourcesOf(layout.consent, cell) : [],
    proof: { source: status === 'UNSUBSCRIBED' ? source : null, at, ipAddress },
    wish: {
      ...namesOf(cell(layout.name ?? null)),
      ...nameOf('first_name', cell(layout.firstName)),
      ...nameOf('last_name', cell(layout.lastName)),
      status,
      ...(typeof values !== 'string' && { properties: values }),
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

/** `Ada Lovelace` or `Lovelace, Ada`; of more words all but the first are the last name. */
function namesOf(text: string): ContactWish {
  const [, last, first] = /^([^,]+),\s*([^,]+)$/.exec(text) ?? [];
  const at = text.search(/\s/);
  if (last !== undefined && first !== undefined)
    return { ...nameOf('first_name', first), ...nameOf('last_name', last) };
  if (at < 0) return nameOf('first_name', text);
  return { ...nameOf('first_name', text.slice(0, at)), ...nameOf('last_name', text.slice(at).trim()) };
}

/** An empty cell leaves what is there. */
function nameOf(field: 'first_name' | 'last_name', text: string): ContactWish {
  const name = text
    .slice(0, nameCharsMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
  return name === '' ? {} : { [field]: name };
}
