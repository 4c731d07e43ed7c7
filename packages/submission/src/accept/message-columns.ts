import type { MessageRow } from '../prepare/prepared-email';

/** A column that the accepting statement reads, under its name in `MessageRow`. */
interface Column {
  /**
   * How its values reach the statement:
   * - shared: once for all messages that follow each other and have the same, as those of one call and of one sender
   * - some: as JSON of the messages that have one
   * - rare: the same, in a second statement, so that other mail pays nothing for it
   */
  readonly travels: 'shared' | 'some' | 'rare';
  readonly type: string;
  /** Null: it is not stored; the statement decides by it. */
  readonly table: 'messages' | 'message_contents' | null;
  /** What travels; undefined: nothing. Default: the value, unless it is null. */
  readonly given?: (message: MessageRow) => unknown;
  /** May be long: it travels among the last parameter's texts. */
  readonly isLong?: true;
  /** SQL that completes what has travelled. */
  readonly read?: string;
  /** SQL of the stored value. Default: the column. */
  readonly stored?: string;
  /** The same in the statement for rare columns. */
  readonly storedWithRare?: string;
}

/** What every message has, in a parameter of its own: see `readMessagesSql`. */
type EachColumn = 'id' | 'created_at' | 'subject' | 'html' | 'text';

const shared = (type: string) => ({ travels: 'shared', type, table: 'messages' }) as const;
const some = (type: string) => ({ travels: 'some', type, table: 'messages' }) as const;
const rare = (type: string) => ({ travels: 'rare', type, table: 'messages' }) as const;

const filled = (list: readonly string[]): readonly string[] | undefined =>
  list.length === 0 ? undefined : list;

const columns = {
  organization_id: shared('uuid'),
  api_key_id: shared('uuid'),
  domain_id: shared('uuid'),
  mode: shared('text'),
  lane: shared('text'),
  source: shared('text'),
  kind: shared('text'),
  bulk: { ...shared('boolean'), table: null },
  from_header: shared('text'),
  from_address: shared('text'),
  reply_to: shared('text'),
  track_opens: shared('boolean'),
  track_clicks: shared('boolean'),
  to_addresses: {
    ...some('text[]'),
    // The first of them is in a parameter of its own.
    given: ({ to_addresses: to }) => (to.length === 1 ? undefined : to),
    read: 'coalesce(rest.to_addresses, ARRAY[own.first_to])',
  },
  cc_addresses: {
    ...some('text[]'),
    given: ({ cc_addresses: cc }) => filled(cc),
    stored: "coalesce(cc_addresses, '{}')",
  },
  bcc_addresses: {
    ...some('text[]'),
    given: ({ bcc_addresses: bcc }) => filled(bcc),
    stored: "coalesce(bcc_addresses, '{}')",
  },
  tags: some('jsonb'),
  template: some('jsonb'),
  warnings: some('jsonb'),
  scheduled_at: some('timestamptz'),
  expires_at: some('timestamptz'),
  due_at: {
    ...some('timestamptz'),
    given: ({ due_at: dueAt, created_at: createdAt }) =>
      dueAt?.getTime() === createdAt.getTime() ? undefined : (dueAt ?? undefined),
    stored: 'coalesce(due_at, created_at)',
    storedWithRare: 'CASE WHEN held THEN due_at ELSE coalesce(due_at, created_at) END',
  },
  submitted_id_hash: some('bytea'),
  idempotency_key: { ...some('text'), table: null },
  kept_until: {
    ...{ ...some('timestamptz'), table: null },
    given: ({ idempotency_key: key, kept_until: keptUntil }) => (key === null ? undefined : keptUntil),
  },
  body_hash: {
    ...{ ...some('bytea'), table: null },
    given: ({ body_hash: hash }) => (hash === null ? undefined : `\\x${hash}`),
  },
  headers: { ...some('jsonb'), table: 'message_contents' },
  metadata: { ...some('jsonb'), table: 'message_contents' },
  held: { ...rare('boolean'), table: null },
  chosen: { ...rare('boolean'), table: null },
  of_limited_key: { ...rare('boolean'), table: null },
  hide_recipients: {
    ...rare('boolean'),
    given: ({ hide_recipients: hides }) => hides || undefined,
    stored: 'coalesce(hide_recipients, false)',
  },
  topic_id: rare('uuid'),
  inbound_id: rare('uuid'),
  conversation_id: rare('uuid'),
  generate_text: rare('boolean'),
  keep_content: rare('boolean'),
  mime: { ...rare('text'), table: 'message_contents', isLong: true },
} as const satisfies Readonly<Record<Exclude<keyof MessageRow, EachColumn>, Column>>;

export interface NamedColumn extends Column {
  readonly name: keyof typeof columns;
}

/** In the order in which every list of the statement has them. */
export const messageColumns: readonly NamedColumn[] = Object.entries<Column>(columns).map(
  ([name, column]) => ({
    name: name as NamedColumn['name'],
    ...column,
  }),
);

/** What travels of a message; undefined: nothing. */
export function givenValue(message: MessageRow, { name, given }: NamedColumn): unknown {
  return given ? given(message) : (message[name] ?? undefined);
}

const rareColumns = messageColumns.filter(({ travels }) => travels === 'rare');

/** Whether a message needs the statement for rare columns. */
export function isRare(message: MessageRow): boolean {
  return rareColumns.some((column) => givenValue(message, column) !== undefined);
}
