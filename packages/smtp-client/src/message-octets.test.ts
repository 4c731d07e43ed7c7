import fc from 'fast-check';
import { toWire } from './message-octets';

/** RFC 5321 §4.5.2, as one would say it. */
function said(text: string, dots: boolean): string {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${dots && line.startsWith('.') ? '.' : ''}${line}\r\n`).join('');
}

const pieces = fc.array(
  fc.string({ unit: fc.constantFrom('.', '\r', '\n', '\r\n', 'a', 'ü'), maxLength: 12 }),
);

describe('a message on the wire', () => {
  it.each([true, false])('has whole line breaks and doubled dots (%s), however it is cut', (dots) => {
    fc.assert(
      fc.property(pieces, (texts) => {
        const wire = toWire(
          texts.map((text) => Buffer.from(text)),
          { dots },
        );
        expect(Buffer.concat(wire).toString()).toBe(said(texts.join(''), dots));
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is right already is not copied', () => {
    const parts = [Buffer.from('Subject: x\r\n'), Buffer.from('\r\nno dot.\r\n')];
    const wire = toWire(parts, { dots: true });
    expect(wire).toHaveLength(2);
    expect(wire[0]).toBe(parts[0]);
    expect(wire[1]).toBe(parts[1]);
  });

  it('of many octets is copied only around what changes', () => {
    const line = `${'x'.repeat(62)}\r\n`;
    const large = Buffer.from(`${line.repeat(20_000)}.dot\r\n`);
    const wire = toWire([large], { dots: true });
    expect(Buffer.concat(wire).toString()).toBe(said(large.toString(), true));
    expect(wire.filter(({ buffer }) => buffer === large.buffer).length).toBe(wire.length - 1);
  });
});
