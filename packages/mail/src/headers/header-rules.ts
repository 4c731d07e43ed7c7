/** Names the platform sets itself; a request that carries one is refused with `reserved_header`. */
const RESERVED = new Set([
  'message-id',
  'feedback-id',
  'return-path',
  'dkim-signature',
  'from',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'sender',
  'subject',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-id',
  'content-disposition',
]);

/** Accepted in a request but never passed on: the platform writes its own unsubscribe headers. */
const DROPPED = new Set(['list-unsubscribe', 'list-unsubscribe-post']);

export const HEADER_VALUE_CHARS_MAX = 1_000;
/** The specification sets no limit; a name fills one folded line at most. */
export const HEADER_NAME_CHARS_MAX = 76;

const NAME = /^[A-Za-z0-9-]+$/;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export type HeaderFault =
  'bad_name' | 'name_too_long' | 'value_too_long' | 'line_break' | 'control_character';

export function isReservedHeader(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}

export function isDroppedHeader(name: string): boolean {
  return DROPPED.has(name.toLowerCase());
}

/** What is wrong with an extra header, or null. A tab is the one control character that mail can carry. */
export function headerFault(name: string, value: string): HeaderFault | null {
  if (name.length > HEADER_NAME_CHARS_MAX) return 'name_too_long';
  if (!NAME.test(name)) return 'bad_name';
  if (value.length > HEADER_VALUE_CHARS_MAX) return 'value_too_long';
  if (/[\r\n\u2028\u2029]/.test(value)) return 'line_break';
  return CONTROL.test(value) || !value.isWellFormed() ? 'control_character' : null;
}
