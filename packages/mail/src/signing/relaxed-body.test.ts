import fc from 'fast-check';
import RelaxedBody from 'nodemailer/lib/dkim/relaxed-body';
import { relaxedBodyHash } from './relaxed-body';

/** As nodemailer has it, octet by octet, of what its client sends; a body that lacks its last line break gets one. */
function expectedHash(text: string): string {
  const body = Buffer.from(text.replace(/(?<!\r)\n|\r(?!\n)/g, '\r\n'));
  const relaxed = new RelaxedBody();
  relaxed.updateHash(body);
  if (body.length > 0 && body.at(-1) !== 0x0a) relaxed.updateHash(Buffer.from('\r\n'));
  relaxed.updateHash(Buffer.alloc(0), true);
  return relaxed.bodyHash.digest('base64');
}

it.each([
  '',
  '\r\n',
  '\r\n\r\n',
  ' ',
  ' \r\n\t\r\n',
  'a',
  'a ',
  'a\r\n',
  'a\r\n\r\n',
  'a \r\n \r\n',
  '\r\n\r\na\r\n',
  ' a\t b  c \t\r\nd\r\n',
  'a\nb\r\n',
  'a\rb\r\n',
  'a\r',
  'a\r\r\n',
  'é\u00a0 \r\n',
])('the relaxed body hash of %j', (text) => {
  expect(relaxedBodyHash(Buffer.from(text))).toBe(expectedHash(text));
});

it('agrees with nodemailer about any body', () => {
  const piece = fc.constantFrom('\r\n', '\r\n\r\n', ' ', '  ', '\t', 'a', 'é', '=', ' \r\n', '.');
  const anything = fc.oneof({ weight: 20, arbitrary: piece }, fc.constantFrom('\r', '\n'));
  fc.assert(
    fc.property(fc.oneof(fc.array(piece), fc.array(anything)), (pieces) => {
      const text = pieces.join('');
      expect(relaxedBodyHash(Buffer.from(text))).toBe(expectedHash(text));
    }),
    { numRuns: 2_000 },
  );
});
