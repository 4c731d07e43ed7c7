import { headerFault, isDroppedHeader, isReservedHeader } from './header-rules';

it.each([
  'Message-ID',
  'FEEDBACK-ID',
  'return-path',
  'DKIM-Signature',
  'From',
  'To',
  'Cc',
  'Bcc',
  'Reply-To',
  'Sender',
  'Subject',
  'Date',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-ID',
  'Content-Disposition',
])('%s is reserved in any case', (name) => {
  expect([name, name.toUpperCase(), name.toLowerCase()].every(isReservedHeader)).toBe(true);
});

it.each([
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Received',
  'Received-SPF',
  'Authentication-Results',
  'ARC-Seal',
  'ARC-Message-Signature',
  'ARC-Authentication-Results',
  'Resent-From',
  'Resent-To',
  'Resent-Bcc',
  'Delivered-To',
  'X-Envelope-To',
  'X-Original-To',
  'Return-Receipt-To',
  'Errors-To',
  'Content-Length',
  'X-SES-Configuration-Set',
  'X-Postrider-Tag',
])('%s is dropped in any case, and reserved in none', (name) => {
  const written = [name, name.toUpperCase(), name.toLowerCase()];
  expect([written.every(isDroppedHeader), written.some(isReservedHeader)]).toEqual([true, false]);
});

it('drops and reserves nothing else', () => {
  expect(
    [
      'X-Anything',
      'X-Received-By',
      'References',
      'List-Id',
      'Auto-Submitted',
      'Disposition-Notification-To',
      'Archived-At',
      'constructor',
    ].some((n) => isReservedHeader(n) || isDroppedHeader(n)),
  ).toBe(false);
});

it.each([
  ['X-Order', '4711', null],
  ['X-Order', 'tab\there', null],
  ['X-Order', 'ü'.repeat(1_000), null],
  ['X-Order', 'x'.repeat(1_001), 'value_too_long'],
  ['X-Order', 'a\r\nBcc: eve@example.com', 'line_break'],
  ['X-Order', 'a\u2028b', 'line_break'],
  ['X-Order', 'a\u0000b', 'control_character'],
  ['X_Order', 'a', 'bad_name'],
  ['X-Order:', 'a', 'bad_name'],
  ['', 'a', 'bad_name'],
  ['X'.repeat(77), 'a', 'name_too_long'],
])('%s: %j → %s', (name, value, fault) => {
  expect(headerFault(name, value)).toBe(fault);
});
