import { CommandFailure } from '../command-line/failures';
import type { Settings } from '../config';
import type { ProfileStore } from './profile-store';

/** Which API, and with which key. */
export interface Access {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Where the key comes from, for people. */
  readonly source: string;
}

/** A named profile goes first, then the environment, then the current profile. @throws CommandFailure `key` */
export async function resolveAccess(
  profiles: ProfileStore,
  choice: Pick<Settings, 'profile' | 'apiKey' | 'baseUrl'>,
): Promise<Access> {
  const name = choice.profile ?? profiles.current();
  const profile = profiles.get(name);
  if (choice.profile === undefined && choice.apiKey) {
    const baseUrl = choice.baseUrl || profile?.base_url;
    if (!baseUrl) throw new CommandFailure('key', 'POSTRIDER_API_KEY is set, but POSTRIDER_BASE_URL is not.');
    return { apiKey: choice.apiKey, baseUrl, source: 'POSTRIDER_API_KEY' };
  }
  if (profile === null) {
    const message =
      choice.profile === undefined
        ? 'There is no API key. Run: postrider-cli login'
        : `There is no profile '${name}'. Run: postrider-cli login --profile ${name}`;
    throw new CommandFailure('key', message, 'no_key');
  }
  const apiKey = await profiles.apiKey(name);
  if (apiKey === null) {
    const message = `The key of the profile '${name}' is no longer in the ${profile.secrets}. Run: postrider-cli login`;
    throw new CommandFailure('key', message, 'no_key');
  }
  return { apiKey, baseUrl: profile.base_url, source: `profile ${name}` };
}
