import { quoteOf, quotedText, replySubject, replyToMailboxes } from './reply-draft';
import { replyText } from './reply-text';

it.each([
  ['Your order', 'Re: Your order'],
  ['Re: Your order', 'Re: Your order'],
  ['RE[2]: Your order', 'RE[2]: Your order'],
  ['AW: Bestellung', 'AW: Bestellung'],
  ['Rest of the order', 'Re: Rest of the order'],
  ['', 'Re:'],
])('the subject of a reply to %p is %p', (subject, expected) => expect(replySubject(subject)).toBe(expected));

it('a subject stays as short as one that can be sent', () => {
  expect(replySubject('x'.repeat(998))).toHaveLength(998);
});

describe('Reply-To', () => {
  it('is read with names, groups and encoded words, each address once', () => {
    const header = '=?utf-8?q?Ada_L=C3=B6we?= <ada@x.test>, Team: bob@x.test, bob@x.test;';
    expect(replyToMailboxes(header, 5)).toEqual(['Ada Löwe <ada@x.test>', 'bob@x.test']);
  });

  it.each([
    ['no address', 'undisclosed-recipients:;'],
    ['more addresses than are answered', Array.from({ length: 6 }, (_e, n) => `${n}@x.test`).join(', ')],
    ['a header that is too long', `${'a'.repeat(5_000)} <ada@x.test>`],
  ])('is ignored with %s', (_what, header) => {
    expect(replyToMailboxes(header, 5)).toEqual([]);
  });
});

describe('a quoted email', () => {
  const receivedAt = new Date('2026-05-12T09:30:05Z');
  const quote = (text: string, charsMax = 100) =>
    quotedText(quoteOf({ from: 'Ada <ada@x.test>', receivedAt, text }, charsMax));

  it('has its introduction and a mark on each line', () => {
    expect(quote('Hello\r\n\r\n> before\r\n')).toBe(
      'On Tue, 12 May 2026 09:30 UTC, Ada <ada@x.test> wrote:\n> Hello\n>\n>> before\n',
    );
  });

  it('is cut', () => expect(quote('x'.repeat(200))).toContain(`> ${'x'.repeat(100)}\n> […]\n`));

  it('is what is taken off when the reply itself is answered', () => {
    expect(replyText(`It left today.\n\n${quote('Where is it?')}`)).toBe('It left today.');
  });
});
