import type * as Argon2 from '@node-rs/argon2';
import { createPasswords } from './passwords';

/** The module itself, whose functions can be watched. */
const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');

const turn = { network: 'test', isKnownDevice: true };

afterEach(() => jest.restoreAllMocks());

it('does the same work for a wrong password, a user without a password and no user at all', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('paper lantern river seventeen', turn);
  const verify = jest.spyOn(argon2, 'verify');
  for (const hash of [stored, null]) expect(await passwords.verify(hash, 'wrong', turn)).toBe(false);
  const parameters = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4));
  expect(parameters).toEqual([
    ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
    ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
  ]);
  // Salt and output of the hash that stands for none are as long, so no step is shorter.
  const lengths = verify.mock.calls.map(([hash]) =>
    String(hash)
      .split('$')
      .slice(4)
      .map((part) => part.length),
  );
  expect(lengths[1]).toEqual(lengths[0]);
});

it('reads a password that another keyboard composes differently', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('café café café', turn);
  expect(await passwords.verify(stored, 'café café café'.normalize('NFD'), turn)).toBe(true);
});
