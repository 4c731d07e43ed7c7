import type { ContactImportFormat } from '@postrider/contracts';
import { addressColumn, readHeaderRow, type FileLayout, type LayoutResult } from '../../imports/header-row';

/** Which column of a file of contacts is what. */
export interface ContactLayout extends FileLayout {
  readonly format: ContactImportFormat;
  readonly address: number;
  readonly firstName: number | null;
  readonly lastName: number | null;
  /** - status: words. - unsubscribed: `true` or `false`. */
  readonly status: { readonly by: 'status' | 'unsubscribed'; readonly column: number } | null;
  readonly properties: readonly { readonly name: string; readonly column: number }[];
  /** Of our own export: what it has in one column each. Null: it is not ours. */
  readonly own: { readonly topics: number; readonly properties: number } | null;
}

/** What providers add to their exports, and tells nothing about a person. */
const foreign = new Set([
  ...[
    'id',
    'contactid',
    'createdat',
    'updatedat',
    'created',
    'leid',
    'euid',
    'memberrating',
    'optintime',
    'optinip',
  ],
  ...[
    'confirmtime',
    'confirmip',
    'lastchanged',
    'gmtoff',
    'dstoff',
    'cc',
    'region',
    'notes',
    'topics',
    'properties',
  ],
]);
const propertiesMax = 50;
const nameCharsMax = 100;

/** Of a list of contacts: every column that is no name, address or status is a property. */
export function readContactLayout(start: Buffer): LayoutResult<ContactLayout> {
  return readHeaderRow(start, ({ fields, names, delimiter }) => {
    const address = addressColumn(names);
    if (address === undefined) return null;
    const column = (...wanted: string[]): number | null => {
      const found = wanted.map((name) => names.indexOf(name)).find((at) => at >= 0);
      return found ?? null;
    };
    const [firstName, lastName] = [
      column('firstname', 'givenname'),
      column('lastname', 'surname', 'familyname'),
    ];
    const unsubscribed = column('unsubscribed');
    const words = column('status', 'subscriptionstatus');
    const status =
      unsubscribed !== null
        ? ({ by: 'unsubscribed', column: unsubscribed } as const)
        : words !== null
          ? ({ by: 'status', column: words } as const)
          : null;
    const known = new Set([address, firstName, lastName, status?.column ?? null]);
    const properties = propertyColumns(fields, names, known);
    const columns = { address, firstName, lastName, status, properties, own: ownColumns(names) };
    const layout = { format: formatOf(names), delimiter, ...columns };
    return { layout };
  });
}

/** By its whole header row: others have columns of these names, too. */
function ownColumns(names: readonly string[]): ContactLayout['own'] {
  const isOurs = ['id', 'status', 'topics', 'properties', 'createdat'].every((name) => names.includes(name));
  return isOurs ? { topics: names.indexOf('topics'), properties: names.indexOf('properties') } : null;
}

function formatOf(names: readonly string[]): ContactImportFormat {
  if (names.includes('leid') || names.includes('memberrating')) return 'mailchimp';
  return names.includes('email') && names.includes('unsubscribed') ? 'resend' : 'plain';
}

function propertyColumns(
  fields: readonly string[],
  names: readonly string[],
  known: ReadonlySet<number | null>,
): ContactLayout['properties'] {
  const found = new Map<string, number>();
  for (const [column, field] of fields.entries()) {
    const name = field
      .trim()
      .slice(0, nameCharsMax)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ');
    if (known.has(column) || name === '' || foreign.has(names[column] ?? '') || found.has(name)) continue;
    if (found.size < propertiesMax) found.set(name, column);
  }
  return [...found].map(([name, column]) => ({ name, column }));
}
