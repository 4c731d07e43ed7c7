import { integerArray, textArray, timestampArray, uuidArray } from '@postrider/db';
import type { MessageRow, PreparedEmail } from '../prepare/prepared-email';
import { givenValue, messageColumns } from './message-columns';

const sharedColumns = messageColumns.flatMap(({ name, travels }) => (travels === 'shared' ? [name] : []));
const restColumns = messageColumns.filter(({ travels }) => travels !== 'shared');

/**
 * The parameters of the accepting statement but its shard, in the order in which it numbers them. Reading JSON costs PostgreSQL more
 * than writing any of the tables. So what every message and recipient has travels as arrays; what messages share is written
 * once for all that follow each other; and only what few messages have is JSON of their own. These refer to a message by its
 * position, from 1, and to what may be long among the last parameter's texts in the same way.
 */
export function parametersOf(batch: readonly PreparedEmail[]): unknown[] {
  const messages = batch.map(({ message }) => message);
  const files: string[] = [];
  const positionOf = (file: string): number => files.push(file);
  const { shared, sharedAt } = shareColumns(messages);
  const rest = messages.flatMap((message, index) => restOf(message, index + 1, positionOf) ?? []);
  const attachments = batch.flatMap((email) =>
    email.attachments.map(({ content, ...attachment }) => ({
      ...attachment,
      ...(content !== null && { content_at: positionOf(content) }),
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

/** What is null, empty or as with most messages does not travel, and the statement completes it; undefined: all of it. */
function restOf(
  message: MessageRow,
  position: number,
  positionOf: (file: string) => number,
): object | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const column of restColumns) {
    const value = givenValue(message, column);
    if (value === undefined) continue;
    rest ??= { position };
    if (column.isLong) rest[`${column.name}_at`] = positionOf(value as string);
    else rest[column.name] = value;
  }
  return rest;
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
