import fc from 'fast-check';
import { encode } from 'nodemailer/lib/qp';
import { quotedPrintableOctetsMax, writeQuotedPrintable } from './quoted-printable';

function quotedPrintable(text: string): string {
  const source = Buffer.from(text);
  const target = Buffer.alloc(quotedPrintableOctetsMax(source.length));
  const end = writeQuotedPrintable(source, target, 1);
  expect(end).toBeLessThan(target.length);
  return target.toString('latin1', 1, end);
}

const unbroken = (encoded: string): string => encoded.replaceAll('=\r\n', '');
const decode = (encoded: string): string => {
  const octets = unbroken(encoded).replace(/=([0-9A-F]{2})/g, (_escape, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return Buffer.from(octets, 'latin1').toString();
};

it.each([
  ['', ''],
  ['a=b', 'a=3Db'],
  ['a \r\nb\t', 'a=20\r\nb=09'],
  ['\u007f\u0000', '=7F=00'],
  ['.\r\n..', '.\r\n..'],
  ['Grüße', 'Gr=C3=BC=C3=9Fe'],
  ['a\nb\rc\r\n\n', 'a\r\nb\r\nc\r\n\r\n'],
])('%j becomes %j', (text, encoded) => {
  expect(quotedPrintable(text)).toBe(encoded);
});

it('breaks a long line after a blank, or anywhere, but never within an escape', () => {
  const words = 'word '.repeat(30).trim();
  expect(quotedPrintable(words).split('=\r\n')).toEqual(['word '.repeat(15), 'word '.repeat(15).trim()]);
  expect(quotedPrintable('a'.repeat(77))).toBe(`${'a'.repeat(75)}=\r\naa`);
  for (let before = 70; before < 80; before += 1) {
    for (const line of quotedPrintable(`${'a'.repeat(before)}=====`).split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(76);
      expect(line).toMatch(/^a*(?:=3D)*=?$/);
    }
  }
});

it.each(['ü', '€', '🎉'])('%s is never broken, wherever it stands', (char) => {
  for (let before = 50; before < 80; before += 1) {
    for (const line of quotedPrintable(`${'a'.repeat(before)}${char.repeat(9)}`).split('=\r\n')) {
      expect(line.length).toBeLessThanOrEqual(75);
      expect(decode(line)).not.toContain('\ufffd');
    }
  }
});

it('says the same as nodemailer, in lines of at most 76 characters', () => {
  const line = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
  const blanks = fc.stringMatching(/^[ \t=.aé€🎉]{0,200}$/u);
  fc.assert(
    fc.property(fc.array(fc.oneof(line, blanks)), (lines) => {
      const text = lines.join('\r\n');
      const encoded = quotedPrintable(text);
      expect(unbroken(encoded)).toBe(encode(text));
      expect(Math.max(...encoded.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
    }),
    { numRuns: 500 },
  );
});

it('quoted-printable text is read back as it was written, whatever it is and however long its lines are', () => {
  const unit = fc.constantFrom(
    '=',
    ' ',
    '\t',
    '\r\n',
    'a',
    '.',
    '=3D',
    'word ',
    '\u0001',
    'é',
    '🎉',
    'a'.repeat(80),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), (text) => {
      const encoded = quotedPrintable(text);
      expect(decode(encoded)).toBe(text);
      expect(Math.max(...encoded.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['2 MB of equals signs', '='.repeat(2_000_000)],
  ['a picture of 1 MB in the text', `<img src="data:image/png;base64,${'A'.repeat(1_000_000)}">`],
])('%s takes no longer than others of its size', (_what, text) => {
  const begun = process.threadCpuUsage();
  const encoded = quotedPrintable(text);
  // At most some hundred milliseconds, where it was 5 to 100 seconds.
  expect(process.threadCpuUsage(begun).user).toBeLessThan(3_000_000);
  expect(decode(encoded) === text).toBe(true);
});
