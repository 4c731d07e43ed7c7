import { randomBytes } from 'node:crypto';
import { createSecretBox, SecretBoxError } from './secret-box';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const box = createSecretBox({ masterKey: newKey });

test('opens what it sealed, for the same owner', () => {
  const sealed = box.seal('-----BEGIN PRIVATE KEY-----\nä', 'domains/1');
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  expect(sealed).not.toContain('PRIVATE');
  expect(box.open(sealed, 'domains/1')).toBe('-----BEGIN PRIVATE KEY-----\nä');
});

test('the same secret never looks the same twice', () => {
  expect(box.seal('secret', 'a')).not.toBe(box.seal('secret', 'a'));
});

test('does not open a value that was moved to another row', () => {
  const sealed = box.seal('secret', 'domains/1');
  expect(() => box.open(sealed, 'domains/2')).toThrow(SecretBoxError);
});

test('does not open a value of which one bit was changed, anywhere', () => {
  const sealed = box.seal('secret', 'a');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'Q' : 'A') + sealed.slice(index + 1);
    // The last character of base64url carries spare bits: changing them alone changes nothing.
    if (sameBytes(changed, sealed)) continue;
    expect(() => box.open(changed, 'a')).toThrow(SecretBoxError);
  }
});

test('a previous key still opens, and says that the value is due for sealing again', () => {
  const sealedBefore = createSecretBox({ masterKey: oldKey }).seal('secret', 'a');
  const rotated = createSecretBox({ masterKey: newKey, previousKeys: [oldKey] });
  expect(rotated.open(sealedBefore, 'a')).toBe('secret');
  expect(rotated.isCurrent(sealedBefore)).toBe(false);
  expect(rotated.isCurrent(rotated.seal('secret', 'a'))).toBe(true);
  expect(() => box.open(sealedBefore, 'a')).toThrow(/not among the configured keys/);
});

test('refuses keys of another length', () => {
  expect(() => createSecretBox({ masterKey: randomBytes(16) })).toThrow(SecretBoxError);
});

function sameBytes(a: string, b: string): boolean {
  const parts = (text: string): string[] =>
    text.split('.').map((part, index) => (index < 2 ? part : Buffer.from(part, 'base64url').toString('hex')));
  return parts(a).join('.') === parts(b).join('.');
}
