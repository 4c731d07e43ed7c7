import { chooseIdempotencyKey } from './idempotency-key';

it.each([
  [undefined, undefined, null],
  ['a', undefined, 'a'],
  [undefined, 'b', 'b'],
  ['c', 'c', 'c'],
])('header %s and field %s give %s', (header, field, key) => {
  expect(chooseIdempotencyKey(header, field)).toBe(key);
});

it.each([
  ['a', 'b', 'differs from the field'],
  ['', undefined, '1 to 256 characters'],
  ['k'.repeat(257), undefined, '1 to 256 characters'],
])('header %s and field %s are refused', (header, field, reason) => {
  expect(() => chooseIdempotencyKey(header, field)).toThrow(reason);
});
