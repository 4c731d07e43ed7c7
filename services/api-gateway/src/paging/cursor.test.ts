import fc from 'fast-check';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { createCursorCodec } from './cursor';

const masterKey = Buffer.alloc(32, 7);
const codec = createCursorCodec({ masterKey });
const nextKey = Buffer.alloc(32, 8);
const scope = { list: 'emails', organizationId: newId() };

function refusal(cursor: string, of = scope): string {
  try {
    return `read ${codec.read(of, cursor)}`;
  } catch (error) {
    return error instanceof AppError ? error.code : 'another error';
  }
}

it('gives back the id it was issued for', () => {
  fc.assert(fc.property(fc.uuid(), (id) => expect(codec.read(scope, codec.issue(scope, id))).toBe(id)));
});

it('a cursor is refused in another organization, another list and another deployment', () => {
  const cursor = codec.issue(scope, newId());
  expect(refusal(cursor, { ...scope, organizationId: newId() })).toBe('invalid_cursor');
  expect(refusal(cursor, { ...scope, list: 'webhooks' })).toBe('invalid_cursor');
  expect(() => createCursorCodec({ masterKey: nextKey }).read(scope, cursor)).toThrow(AppError);
});

it('a cursor works after a change of the master key while the previous one is configured', () => {
  const id = newId();
  const rotated = createCursorCodec({ masterKey: nextKey, previousKeys: [masterKey] });
  expect(rotated.read(scope, codec.issue(scope, id))).toBe(id);
  expect(refusal(rotated.issue(scope, id))).toBe('invalid_cursor');
});

it('a cursor is refused when any character was changed', () => {
  const cursor = codec.issue(scope, newId());
  for (let i = 0; i < cursor.length; i += 1) {
    const other = cursor[i] === 'A' ? 'B' : 'A';
    expect(refusal(cursor.slice(0, i) + other + cursor.slice(i + 1))).toBe('invalid_cursor');
  }
});

it.each(['', ' ', 'abc', '===', `${'A'.repeat(32)}`, '\0', 'é'.repeat(32), 'x'.repeat(100_000)])(
  'the cursor %j is refused',
  (text) => expect(refusal(text)).toBe('invalid_cursor'),
);

it('refuses any text that it did not issue', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 64 }), (text) => expect(refusal(text)).toBe('invalid_cursor')),
  );
});

it('refuses a genuine cursor in another spelling', () => {
  const cursor = codec.issue(scope, newId());
  expect(refusal(`${cursor}=`)).toBe('invalid_cursor');
  expect(refusal(`${cursor}\n`)).toBe('invalid_cursor');
});
