import { chooseIdempotencyKey } from './idempotency';

/** A header that was sent in UTF-8. */
function asNodeReads(text: string): string {
  return Buffer.from(text).toString('latin1');
}

it.each([
  [undefined, undefined, null],
  ['a', undefined, 'a'],
  [undefined, 'b', 'b'],
  ['c', 'c', 'c'],
  [asNodeReads('ключ-€'), 'ключ-€', 'ключ-€'],
  [asNodeReads('я'.repeat(256)), undefined, 'я'.repeat(256)],
  ['caf\xe9', undefined, 'caf\xe9'],
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
