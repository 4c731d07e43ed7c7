import fc from 'fast-check';
import { encode } from 'nodemailer/lib/qp';
import { encodeAsciiQuotedPrintable } from './quoted-printable';

const unbroken = (encoded: string): string => encoded.replaceAll('=\r\n', '');

it.each([
  ['', ''],
  ['a=b', 'a=3Db'],
  ['a \r\nb\t', 'a=20\r\nb=09'],
  ['\u007f\u0000', '=7F=00'],
  ['.\r\n..', '.\r\n..'],
])('%j becomes %j', (text, encoded) => {
  expect(encodeAsciiQuotedPrintable(text)).toBe(encoded);
});

it('breaks a long line after a blank, or anywhere, but never within an escape', () => {
  const words = 'word '.repeat(30).trim();
  expect(encodeAsciiQuotedPrintable(words).split('=\r\n')).toEqual([
    'word '.repeat(15),
    'word '.repeat(15).trim(),
  ]);
  expect(encodeAsciiQuotedPrintable('a'.repeat(77))).toBe(`${'a'.repeat(75)}=\r\naa`);
  for (let before = 70; before < 80; before += 1) {
    for (const line of encodeAsciiQuotedPrintable(`${'a'.repeat(before)}=====`).split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(76);
      expect(line).toMatch(/^a*(?:=3D)*=?$/);
    }
  }
});

it('says the same as nodemailer, in lines of at most 76 characters', () => {
  const line = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
  const blanks = fc.stringMatching(/^[ \t=.a]{0,200}$/);
  fc.assert(
    fc.property(fc.array(fc.oneof(line, blanks)), (lines) => {
      const text = lines.join('\r\n');
      const encoded = encodeAsciiQuotedPrintable(text);
      expect(unbroken(encoded)).toBe(encode(text));
      expect(Math.max(...encoded.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
    }),
    { numRuns: 500 },
  );
});
