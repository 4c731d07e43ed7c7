import { Postrider } from 'postrider';
import type { Settings } from '../config';
import { resolveAccess, type Access } from '../profiles/resolve-access';
import type { ProfileStore } from '../profiles/profile-store';
import type { Output } from '../command-line/output';

/** Runs a command and prints its failure. What the work returns is the exit code; nothing: 0. */
export type Run = (work: (session: Session) => Promise<number | void>) => Promise<void>;

/** What a command works with. */
export interface Session {
  /** Of the environment, with the profile of the command line. */
  readonly settings: Settings;
  readonly output: Output;
  readonly profiles: ProfileStore;
  /** The profile that the command line or the environment names; else the current one. */
  readonly profileName: string;
  /** @throws CommandFailure `key` when there is none */
  access(): Promise<Access>;
  /** A client of the API with this access. */
  client(): Promise<Postrider>;
  /** Aborts when the user ends the program. */
  readonly stopping: AbortSignal;
}

export function createSession({
  output,
  profiles,
  settings,
  stopping,
}: {
  readonly output: Output;
  readonly profiles: ProfileStore;
  readonly settings: Settings;
  readonly stopping: AbortSignal;
}): Session {
  let found: Promise<Access> | undefined;
  const access = (): Promise<Access> => (found ??= resolveAccess(profiles, settings));
  return {
    settings,
    output,
    profiles,
    profileName: settings.profile ?? profiles.current(),
    stopping,
    access,
    client: async () => createClient(await access()),
  };
}

export function createClient({ apiKey, baseUrl }: Pick<Access, 'apiKey' | 'baseUrl'>): Postrider {
  return new Postrider({ apiKey, baseUrl, headers: { 'user-agent': 'postrider-cli' } });
}
