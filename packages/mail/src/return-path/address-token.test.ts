import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createFeedbackTokens, createReplyTokens, createReturnPathTokens } from './address-token';

const secret = randomBytes(32);
const returnPaths = createReturnPathTokens({ secret });
const reference = { messageId: '019a8f00-1234-7abc-8def-0123456789ab', ordinal: 49 };

it('every minted address is read back, also after a server folded its case', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 65_534 }), (messageId, ordinal) => {
      for (const tokens of [returnPaths, createReplyTokens({ secret })]) {
        const localPart = tokens.mint({ messageId, ordinal });
        expect(localPart).toMatch(/^(?:b|reply)\+[a-z2-7]+$/);
        expect(localPart.length).toBeLessThanOrEqual(64);
        expect(tokens.read(localPart)).toEqual({ messageId, ordinal });
        expect(tokens.read(localPart.toUpperCase())).toEqual({ messageId, ordinal });
      }
    }),
  );
});

it('an address of a whole message names no recipient, and no recipient has its address', () => {
  const { messageId } = reference;
  const localPart = returnPaths.mintForMessage(messageId);
  expect(localPart.length).toBeLessThanOrEqual(64);
  expect(returnPaths.read(localPart.toUpperCase())).toEqual({ messageId, ordinal: null });
  expect(() => returnPaths.mint({ messageId, ordinal: 65_535 })).toThrow();
});

it('no changed character passes', () => {
  const localPart = returnPaths.mint(reference);
  for (let at = 0; at < localPart.length; at++) {
    for (const char of 'a2+=') {
      const changed = localPart.slice(0, at) + char + localPart.slice(at + 1);
      if (changed !== localPart) expect(returnPaths.read(changed)).toBeNull();
    }
  }
});

it('an address of another purpose or another secret is invalid', () => {
  const reply = createReplyTokens({ secret }).mint(reference);
  expect(returnPaths.read(reply.replace('reply+', 'b+'))).toBeNull();
  expect(createReturnPathTokens({ secret: randomBytes(32) }).read(returnPaths.mint(reference))).toBeNull();
});

it('a token is read after its secret was replaced, while the previous one is configured; new ones use the present one', () => {
  const next = { secret: randomBytes(32), previous: [randomBytes(32), secret] };
  expect(createReturnPathTokens(next).read(returnPaths.mint(reference))).toEqual(reference);
  expect(createReplyTokens(next).read(createReplyTokens({ secret }).mint(reference))).toEqual(reference);
  const { messageId } = reference;
  expect(createFeedbackTokens(next).read(createFeedbackTokens({ secret }).mint(messageId))).toBe(messageId);
  expect(returnPaths.read(createReturnPathTokens(next).mint(reference))).toBeNull();
});

it.each(['', 'b+', 'b', 'bounce', `b+${'a'.repeat(55)}`, `b+${'1'.repeat(55)}`, 'x'.repeat(100_000)])(
  '%.20s is invalid',
  (text) => {
    expect(returnPaths.read(text)).toBeNull();
  },
);

it('refuses a short secret and an id that is no UUID', () => {
  expect(() => createReturnPathTokens({ secret: 'short' })).toThrow('16 bytes');
  expect(() => returnPaths.mint({ messageId: 'x', ordinal: 0 })).toThrow('UUID');
  expect(() => returnPaths.mint({ ...reference, ordinal: 65_536 })).toThrow('out of range');
});

it('a token has one spelling: bits that stand for nothing are zero', () => {
  const localPart = returnPaths.mint(reference);
  const others = [...'abcdefghijklmnopqrstuvwxyz234567'].map((char) => localPart.slice(0, -1) + char);
  expect(others.filter((each) => returnPaths.read(each) !== null)).toEqual([localPart]);
});
