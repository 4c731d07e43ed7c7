import { derivedIdempotencyKey } from './derived-idempotency-key';

it('the derived key is the same for the same mail and different for any other', () => {
  const submission = {
    keyId: 'k',
    messageId: '<1@x>',
    envelope: { from: 'a@x.example', to: ['b@x.example', 'c@x.example'] },
  };
  const key = derivedIdempotencyKey(submission);
  expect(key).toMatch(/^smtp-[0-9a-f]{64}$/);
  expect(
    derivedIdempotencyKey({
      ...submission,
      envelope: { from: 'A@x.example', to: ['c@x.example', 'B@X.example'] },
    }),
  ).toBe(key);
  expect(derivedIdempotencyKey({ ...submission, keyId: 'l' })).not.toBe(key);
  expect(derivedIdempotencyKey({ ...submission, messageId: '<2@x>' })).not.toBe(key);
  expect(
    derivedIdempotencyKey({ ...submission, envelope: { ...submission.envelope, to: ['b@x.example'] } }),
  ).not.toBe(key);
  expect(derivedIdempotencyKey({ ...submission, messageId: null })).toBeNull();
});
