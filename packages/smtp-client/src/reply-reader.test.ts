import fc from 'fast-check';
import type { RawReply } from './reply';
import { ReplyReader } from './reply-reader';

function readAll(chunks: readonly Buffer[]): { replies: RawReply[]; problem: string | null } {
  const replies: RawReply[] = [];
  const reader = new ReplyReader((reply) => replies.push(reply));
  for (const chunk of chunks) {
    const problem = reader.read(chunk.toString('latin1'));
    if (problem !== null) return { replies, problem };
  }
  return { replies, problem: null };
}

function pieces(octets: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (octets.length + 1)), octets.length].sort((a, b) => a - b);
  return places.slice(1).map((place, index) => octets.subarray(places[index], place));
}

describe('replies', () => {
  it('are the same wherever they are cut', () => {
    const line = fc.tuple(
      fc.constantFrom('220', '250', '354', '421', '550'),
      fc.string({ unit: 'grapheme' }),
    );
    const text = fc.array(fc.tuple(line, fc.nat(3), fc.constantFrom('\r\n', '\n'))).map((replies) =>
      replies
        .map(([[code, words], more, end]) => {
          const clean = words.replace(/[\r\n]/g, '');
          return `${`${code}-${clean}${end}`.repeat(more)}${code} ${clean}${end}`;
        })
        .join(''),
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat()), (said, cuts) => {
        const octets = Buffer.from(said);
        expect(readAll(pieces(octets, cuts))).toEqual(readAll([octets]));
        expect(readAll([octets]).problem).toBeNull();
      }),
    );
  });

  it('that are none end the conversation, wherever these are cut, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat()), (octets, cuts) => {
        const said = Buffer.from(octets);
        expect(readAll(pieces(said, cuts))).toEqual(readAll([said]));
      }),
    );
  });

  it.each([
    ['of words', 'HTTP/1.1 400 Bad Request\r\n'],
    ['of nothing', '\r\n'],
    ['with a code of its own making', '199 hello\r\n'],
    ['with a code of four digits', '2500 hello\r\n'],
    ['that says yes and no', '250-yes\r\n550 no\r\n'],
    ['of lines without an end', '250-x\r\n'.repeat(257)],
    ['of a line without an end', `250 ${'x'.repeat(65_536)}`],
    ['of long lines without an end', `250-${'x'.repeat(1_000)}\r\n`.repeat(66)],
  ])('%s are refused', (_what, said) => {
    expect(readAll([Buffer.from(said)])).toEqual({ replies: [], problem: expect.any(String) });
  });

  it('whose lines differ in the last digits alone count as their last line', () => {
    expect(readAll([Buffer.from('250-a\r\n251 b\r\n')]).replies).toEqual([
      { code: 251, lines: ['250-a', '251 b'] },
    ]);
  });
});
