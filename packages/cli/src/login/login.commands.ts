import { Option, type Command } from 'commander';
import { urlArgument } from '../command-line/arguments';
import { CommandFailure } from '../command-line/failures';
import { fields, table } from '../command-line/output';
import { createClient, type Run, type Session } from '../session/session';
import { askForAccess } from './ask';
import type { SecretPlace } from '../profiles/secret-store';

interface LoginOptions {
  readonly url?: URL;
  readonly keyStdin?: true;
  readonly store?: SecretPlace;
}

export function addLoginCommands(program: Command, run: Run): void {
  program
    .command('login')
    .description('store an API key, after checking it')
    .option('--url <url>', 'address of your Postrider, such as https://mail.example.com', urlArgument)
    .option('--key-stdin', 'read the key from standard input')
    .addOption(new Option('--store <place>', 'where to keep the key').choices(['keychain', 'file']))
    .action((options: LoginOptions) => run((session) => login(session, options)));
  program
    .command('whoami')
    .description('show the API key, its permission and its mode')
    .action(() => run(whoAmI));
  program
    .command('logout')
    .description('delete the stored key and signing secret of the profile')
    .action(() => run(logOut));
  const profiles = program.command('profiles').description('switch between several logins');
  profiles
    .command('list')
    .description('list the profiles')
    .action(() => run(listProfiles));
  profiles
    .command('use <name>')
    .description('use this profile from now on')
    .action((name: string) => run((session) => useProfile(session, name)));
}

async function login(session: Session, { url, keyStdin, store }: LoginOptions): Promise<void> {
  const { output, profiles, profileName } = session;
  const known = url?.href ?? session.settings.baseUrl ?? profiles.get(profileName)?.base_url;
  const { apiKey, baseUrl } = await askForAccess({ baseUrl: known, fromStdin: keyStdin === true, session });
  const key = await createClient({ apiKey, baseUrl }).keys.getOwn();
  const profile = {
    ...{ base_url: new URL(baseUrl).href.replace(/\/$/, ''), key_id: key.id, key_name: key.name },
    ...{ mode: key.mode, permission: key.permission },
  };
  const place = await profiles.save(profileName, profile, { apiKey, place: store });
  const where = place === 'keychain' ? 'in the keychain of the system' : `in ${profiles.folder} (mode 0600)`;
  output.answer(
    { profile: profileName, ...profile, secrets: place },
    `Logged in with the ${key.mode} key "${key.name}" (${key.permission}). It is kept ${where}.`,
  );
}

async function whoAmI(session: Session): Promise<void> {
  const { baseUrl, source } = await session.access();
  const { object: _object, ...key } = await (await session.client()).keys.getOwn();
  session.output.answer(
    { ...key, base_url: baseUrl, source },
    fields({
      ...{ key: key.name, id: key.id, mode: key.mode, permission: key.permission },
      ...{ domains: key.domains.length === 0 ? 'all' : key.domains.join(', '), url: baseUrl, source },
    }),
  );
}

async function logOut({ profiles, profileName, output }: Session): Promise<void> {
  if (profiles.get(profileName) === null) {
    throw new CommandFailure('usage', `There is no profile '${profileName}'.`, 'no_profile');
  }
  await profiles.remove(profileName);
  output.answer(
    { profile: profileName, removed: true },
    `The profile '${profileName}' is removed. Its key still works: revoke it if no other program uses it.`,
  );
}

function listProfiles({ profiles, output }: Session): Promise<void> {
  const current = profiles.current();
  const rows = Object.entries(profiles.all()).map(([name, profile]) => ({
    name,
    is_current: name === current,
    ...profile,
  }));
  const lines = rows.map((row) => [
    ...[row.is_current ? `${row.name} *` : row.name, row.base_url, row.key_name, row.mode, row.permission],
    row.secrets,
  ]);
  output.answer(rows, table(['profile', 'url', 'key', 'mode', 'permission', 'secrets'], lines));
  return Promise.resolve();
}

function useProfile({ profiles, output }: Session, name: string): Promise<void> {
  if (profiles.get(name) === null) {
    throw new CommandFailure('usage', `There is no profile '${name}'.`, 'no_profile');
  }
  profiles.use(name);
  output.answer({ current: name }, `Commands use the profile '${name}' from now on.`);
  return Promise.resolve();
}
