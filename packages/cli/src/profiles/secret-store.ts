import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file';

export type SecretPlace = 'keychain' | 'file';

/** Keys and signing secrets, by name. */
export interface SecretStore {
  get(name: string): Promise<string | null>;
  /** @throws Error when the place does not take it */
  set(name: string, secret: string): Promise<void>;
  delete(name: string): Promise<void>;
}

const service = 'postrider-cli';

/** What this program uses of `@napi-rs/keyring`, which is optional. */
interface Keyring {
  readonly Entry: new (
    service: string,
    account: string,
    options: { readonly linux: { readonly store: 'secret-service' } },
  ) => {
    getPassword(): string | null;
    setPassword(secret: string): void;
    deletePassword(): unknown;
  };
}

async function loadKeyring(): Promise<Keyring> {
  // By a name that the compiler does not resolve: the package may be missing.
  const name: string = '@napi-rs/keyring';
  return (await import(name)) as Keyring;
}

/** The keychain of the system: that of macOS, the credential manager of Windows, or the secret service of a Linux desktop. */
export function openKeychain(load: () => Promise<Keyring> = loadKeyring): SecretStore {
  const entry = async (name: string) => {
    const { Entry } = await load();
    // The other store of Linux, the kernel's, forgets everything when the machine restarts.
    return new Entry(service, name, { linux: { store: 'secret-service' } });
  };
  return {
    get: async (name) => (await entry(name)).getPassword(),
    set: async (name, secret) => {
      const stored = await entry(name);
      stored.setPassword(secret);
      // Some services take a secret and forget it.
      if (stored.getPassword() !== secret) throw new Error('the keychain did not keep the secret');
    },
    delete: async (name) => {
      (await entry(name)).deletePassword();
    },
  };
}

/** `secrets.json`, which only its user reads. */
export function openSecretFile(folder: string): SecretStore {
  const file = path.join(folder, 'secrets.json');
  const read = (): Record<string, string> =>
    JSON.parse(readPrivateFile(file) ?? '{}') as Record<string, string>;
  const write = (secrets: Record<string, string>): void =>
    writePrivateFile(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return {
    get: (name) => Promise.resolve(read()[name] ?? null),
    set: (name, secret) => Promise.resolve(write({ ...read(), [name]: secret })),
    delete: (name) => {
      const { [name]: _removed, ...others } = read();
      return Promise.resolve(write(others));
    },
  };
}
