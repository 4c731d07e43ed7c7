import { integerArray, textArray, timestampArray, uuidArray } from '@postrider/db';
import type { MessageRow, PreparedEmail } from '../prepare/prepared-email';

/** What the messages of a call, and most of those of a sender, have in common. */
const sharedColumns = [
  'organization_id',
  'api_key_id',
  'domain_id',
  'mode',
  'lane',
  'source',
  'kind',
  'bulk',
  'from_header',
  'from_address',
  'reply_to',
  'track_opens',
  'track_clicks',
] as const satisfies readonly (keyof MessageRow)[];
type SharedColumn = (typeof sharedColumns)[number];

/**
 * The parameters of the accepting statement but its shard, in the order in which it numbers them. Reading JSON costs PostgreSQL more
 * than writing any of the tables. So what every message and recipient has travels as arrays; what messages share is written
 * once for all that follow each other; and only what few messages have is JSON of their own. These refer to a message by its
 * position, from 1, and to what may be long among the last parameter's texts in the same way.
 */
export function parametersOf(batch: readonly PreparedEmail[]): unknown[] {
  const messages = batch.map(({ message }) => message);
  const files: string[] = [];
  const positionOf = (file: string | null | undefined): number | undefined =>
    file === null || file === undefined ? undefined : files.push(file);
  const { shared, sharedAt } = shareColumns(messages);
  const rest = messages.flatMap(
    (message, index) => restOf(message, { position: index + 1, mimeAt: positionOf(message.mime) }) ?? [],
  );
  const attachments = batch.flatMap((email) =>
    email.attachments.map(({ content, ...attachment }) => ({
      ...attachment,
      content_at: positionOf(content),
    })),
  );
  return [
    uuidArray(messages.map(({ id }) => id)),
    timestampArray(messages.map(({ created_at }) => created_at)),
    integerArray(sharedAt),
    textArray(messages.map(({ subject }) => subject)),
    textArray(messages.map(({ to_addresses: [first = null] }) => first)),
    textArray(messages.map(({ html }) => html)),
    textArray(messages.map(({ text }) => text)),
    JSON.stringify(shared),
    JSON.stringify(rest),
    ...recipientParameters(batch),
    JSON.stringify(attachments),
    textArray(files),
  ];
}

/** Each message's shared columns are those of the message before it where they are the same. */
function shareColumns(messages: readonly MessageRow[]): { shared: object[]; sharedAt: number[] } {
  const shared: object[] = [];
  let before: MessageRow | undefined;
  const sharedAt = messages.map((message) => {
    const known = before;
    before = message;
    if (known !== undefined && sharedColumns.every((column) => known[column] === message[column])) {
      return shared.length;
    }
    return shared.push(sharedOf(message, shared.length + 1));
  });
  return { shared, sharedAt };
}

function sharedOf(message: MessageRow, position: number): object {
  const columns = Object.fromEntries(sharedColumns.map((column) => [column, message[column]]));
  return { position, ...columns };
}

/** Every column that is neither shared nor in an array of its own. */
type RestColumn = Exclude<
  keyof MessageRow,
  SharedColumn | 'id' | 'created_at' | 'subject' | 'html' | 'text' | 'mime'
>;

/** What is null, empty or as with most messages is left out, and filled in by the statement; undefined: all of it is. */
function restOf(
  message: MessageRow,
  { position, mimeAt }: { readonly position: number; readonly mimeAt: number | undefined },
): object | undefined {
  const { to_addresses: to, due_at: dueAt, idempotency_key: key } = message;
  const rest: Readonly<Record<RestColumn | 'mime_at', unknown>> = {
    to_addresses: to.length === 1 ? undefined : to,
    cc_addresses: filled(message.cc_addresses),
    bcc_addresses: filled(message.bcc_addresses),
    tags: message.tags ?? undefined,
    template: message.template ?? undefined,
    warnings: message.warnings ?? undefined,
    scheduled_at: message.scheduled_at ?? undefined,
    expires_at: message.expires_at ?? undefined,
    due_at: dueAt?.getTime() === message.created_at.getTime() ? undefined : (dueAt ?? undefined),
    idempotency_key: key ?? undefined,
    kept_until: key === null ? undefined : message.kept_until,
    headers: message.headers ?? undefined,
    metadata: message.metadata ?? undefined,
    held: message.held,
    chosen: message.chosen,
    hide_recipients: message.hide_recipients,
    generate_text: message.generate_text,
    submitted_id_hash: message.submitted_id_hash,
    mime_at: mimeAt,
  };
  for (const column in rest) {
    if (rest[column as RestColumn] !== undefined) return { position, ...rest };
  }
  return undefined;
}

function filled(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}

function recipientParameters(batch: readonly PreparedEmail[]): Buffer[] {
  const recipients = batch.flatMap((email) => email.recipients);
  return [
    integerArray(batch.flatMap((email, index) => email.recipients.map(() => index + 1))),
    integerArray(recipients.map(({ ordinal }) => ordinal)),
    textArray(recipients.map(({ address }) => address)),
    textArray(recipients.map(({ address, address_key: key }) => (key === address ? null : key))),
    textArray(recipients.map(({ role }) => (role === 'to' ? null : role))),
  ];
}
