import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openProfileStore, signingSecretOf } from './profile-store';
import { openKeychain } from './secret-store';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-secrets-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const profile = {
  ...{
    base_url: 'https://mail.example.com',
    key_id: 'k1',
    key_name: 'Laptop',
    mode: 'test',
    permission: 'SEND',
  },
};

/** A keychain that keeps what it is given, or says so and forgets it. */
function keyring(isForgetful = false) {
  const kept = new Map<string, string>();
  class Entry {
    constructor(
      readonly service: string,
      readonly account: string,
      readonly options: object,
    ) {
      expect(options).toEqual({ linux: { store: 'secret-service' } });
    }
    getPassword = (): string | null => kept.get(this.account) ?? null;
    setPassword = (secret: string): void => void (isForgetful || kept.set(this.account, secret));
    deletePassword = (): boolean => kept.delete(this.account);
  }
  return { kept, chain: openKeychain(() => Promise.resolve({ Entry })) };
}
const missing = openKeychain(() => Promise.reject(new Error('Cannot find package')));

test('a key is kept in the keychain where there is one, and nowhere else', async () => {
  const { kept, chain } = keyring();
  const store = openProfileStore(folder, chain);
  expect(await store.save('default', profile, { apiKey: 'pr_test_1' })).toBe('keychain');
  await store.secretsOf('default').set(signingSecretOf('default'), 'whsec_1');
  expect(await store.apiKey('default')).toBe('pr_test_1');
  expect(fs.readdirSync(folder)).toEqual(['config.json']);
  await store.remove('default');
  expect(kept.size).toBe(0);
});

test.each([
  ['is not installed', missing],
  ['forgets it', keyring(true).chain],
])('a key is kept in a file if the keychain %s', async (_why, chain) => {
  const store = openProfileStore(folder, chain);
  expect(await store.save('default', profile, { apiKey: 'pr_test_1' })).toBe('file');
  expect(await store.apiKey('default')).toBe('pr_test_1');
  await expect(store.save('default', profile, { apiKey: 'pr_test_2', place: 'keychain' })).rejects.toThrow();
});

test('files are private and written as a whole', async () => {
  const store = openProfileStore(path.join(folder, 'new'), missing);
  await store.save('default', profile, { apiKey: 'pr_test_1' });
  for (const name of ['config.json', 'secrets.json']) {
    expect(fs.statSync(path.join(folder, 'new', name)).mode & 0o777).toBe(0o600);
  }
  expect(fs.statSync(path.join(folder, 'new')).mode & 0o777).toBe(0o700);
  expect(fs.readdirSync(path.join(folder, 'new')).toSorted()).toEqual(['config.json', 'secrets.json']);
});
