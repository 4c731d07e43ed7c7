import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file';
import { openKeychain, openSecretFile, type SecretPlace, type SecretStore } from './secret-store';

/** One login: an API and where its key is. */
export interface Profile {
  readonly base_url: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly mode: string;
  readonly permission: string;
  readonly secrets: SecretPlace;
}

interface ConfigFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

interface NewKey {
  readonly apiKey: string;
  /** Default: the keychain if there is one, else the file. */
  readonly place?: SecretPlace | undefined;
}

export interface ProfileStore {
  readonly folder: string;
  /** Name of the profile that is used unless another one is named. */
  current(): string;
  all(): Readonly<Record<string, Profile>>;
  get(name: string): Profile | null;
  /** Stores a profile and its key, and makes it the current one. @returns where the key is */
  save(name: string, profile: Omit<Profile, 'secrets'>, key: NewKey): Promise<SecretPlace>;
  use(name: string): void;
  /** Also its secrets. */
  remove(name: string): Promise<void>;
  /** The API key of a profile. */
  apiKey(name: string): Promise<string | null>;
  /** Where the signing secret of `listen` is kept. */
  secretsOf(name: string): SecretStore;
}

export const defaultProfile = 'default';
const nothing: ConfigFile = { current: defaultProfile, profiles: {} };
const keyOf = (name: string): string => `${name}/api-key`;
export const signingSecretOf = (name: string): string => `${name}/webhook-secret`;

export function openProfileStore(folder: string, keychain: SecretStore = openKeychain()): ProfileStore {
  const file = path.join(folder, 'config.json');
  const places: Readonly<Record<SecretPlace, SecretStore>> = { keychain, file: openSecretFile(folder) };
  const read = (): ConfigFile => ({ ...nothing, ...(JSON.parse(readPrivateFile(file) ?? '{}') as object) });
  const write = (config: ConfigFile): void => writePrivateFile(file, `${JSON.stringify(config, null, 2)}\n`);
  const get = (name: string): Profile | null => read().profiles[name] ?? null;
  const secretsOf = (name: string): SecretStore => places[get(name)?.secrets ?? 'file'];

  return {
    folder,
    current: () => read().current,
    all: () => read().profiles,
    get,
    save: async (name, profile, { apiKey, place }) => {
      const secrets = await storeKey(places, { name: keyOf(name), apiKey, place });
      const { profiles } = read();
      write({ current: name, profiles: { ...profiles, [name]: { ...profile, secrets } } });
      return secrets;
    },
    use: (name) => write({ ...read(), current: name }),
    remove: async (name) => {
      for (const secret of [keyOf(name), signingSecretOf(name)]) {
        // A keychain throws for what it does not have.
        await secretsOf(name)
          .delete(secret)
          .catch(() => undefined);
      }
      const { current, profiles } = read();
      const { [name]: _removed, ...others } = profiles;
      const [next = defaultProfile] = Object.keys(others);
      write({ current: current === name ? next : current, profiles: others });
    },
    apiKey: (name) => secretsOf(name).get(keyOf(name)),
    secretsOf,
  };
}

async function storeKey(
  places: Readonly<Record<SecretPlace, SecretStore>>,
  { name, apiKey, place }: NewKey & { readonly name: string },
): Promise<SecretPlace> {
  if (place !== 'file') {
    try {
      await places.keychain.set(name, apiKey);
      return 'keychain';
    } catch (error) {
      // A server has no keychain, and the package for it is optional.
      if (place === 'keychain') throw error;
    }
  }
  await places.file.set(name, apiKey);
  return 'file';
}
