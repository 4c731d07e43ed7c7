/** Names the platform sets itself; a request that carries one is refused with `reserved_header`. */
const reservedNames = new Set([
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

/**
 * Taken by both doors, REST and SMTP, and never passed on. What a receiver believes only of servers on the way must not
 * come from a client; what names recipients of the envelope must not be shown to others of them.
 */
const droppedNames = new Set([
  // The platform writes its own.
  'list-unsubscribe',
  'list-unsubscribe-post',
  // Trace and verdicts of servers (RFC 5321 §4.4, RFC 7208 §9.1, RFC 8601, RFC 4870).
  'received',
  'received-spf',
  'authentication-results',
  'domainkey-signature',
  // What delivery writes, with the recipient in it.
  'delivered-to',
  'envelope-to',
  'original-recipient',
  'apparently-to',
  'x-apparently-to',
  'x-bcc',
  'x-delivered-to',
  'x-envelope-to',
  'x-original-to',
  'x-rcpt-to',
  // Where reports go is said by the return path.
  'errors-to',
  'return-receipt-to',
  // Where mail lies in one file, some programs believe it about where the mail ends.
  'content-length',
]);
/** As `droppedNames`: seals of forwarders (RFC 8617), forwarding by hand (RFC 5322 §3.6.6), commands to a provider, or to us. */
const droppedPrefix = /^(?:arc-|resent-|x-ses-|x-postrider-)/;

export const headerValueCharsMax = 1_000;
/** The specification sets no limit; a name fills one folded line at most. */
export const headerNameCharsMax = 76;

const namePattern = /^[A-Za-z0-9-]+$/;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export type HeaderFault =
  'bad_name' | 'name_too_long' | 'value_too_long' | 'line_break' | 'control_character';

export function isReservedHeader(name: string): boolean {
  return reservedNames.has(name.toLowerCase());
}

export function isDroppedHeader(name: string): boolean {
  const key = name.toLowerCase();
  return droppedNames.has(key) || droppedPrefix.test(key);
}

/** What is wrong with an extra header, or null. A tab is the one control character that mail can carry. */
export function headerFault(name: string, value: string): HeaderFault | null {
  if (name.length > headerNameCharsMax) return 'name_too_long';
  if (!namePattern.test(name)) return 'bad_name';
  if (value.length > headerValueCharsMax) return 'value_too_long';
  if (/[\r\n\u2028\u2029]/.test(value)) return 'line_break';
  return controlCharacter.test(value) || !value.isWellFormed() ? 'control_character' : null;
}
