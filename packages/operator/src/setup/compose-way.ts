import path from 'node:path';
import { CommandRefused } from '../command-refused';
import type { Answers } from './answers/answers';
import { filesStep } from './services/files-step';
import { changeEnvFile } from './settings/env-file';
import { completeSecrets, type SecretName } from './settings/secrets';
import { deliveryRoutes, platformFrom } from './settings/systemd-settings';
import { readIfThere, type SetupFile } from './settings/write-file';
import type { Step } from './step';

/** Settings that compose.yaml passes by a file of secrets/. */
const secretFiles = [
  ['DATABASE_URL', 'database_url'],
  ['AMQP_URL', 'amqp_url'],
  ['MASTER_KEY', 'master_key'],
  ['LINK_SECRET', 'link_secret'],
  ['RELAY_SECRET', 'relay_secret'],
  ['RETURN_PATH_SECRET', 'return_path_secret'],
] as const satisfies readonly (readonly [SecretName, string])[];

/** `.env` and `secrets/` beside compose.yaml. */
export async function composeSteps(
  folder: string,
  answers: Answers,
  { image, owner }: { readonly image: string | undefined; readonly owner: SetupFile['owner'] },
): Promise<readonly Step[]> {
  if (answers.certificates !== 'acme') {
    throw new CommandRefused(
      'certificates: must be "acme" with Docker; for files of your own see deploy/compose/README.md',
    );
  }
  const secrets = path.join(folder, 'secrets');
  const kept = new Map<string, string>();
  for (const [name, file] of secretFiles) {
    kept.set(name, (await readIfThere(path.join(secrets, file))).trim());
  }
  const envFile = path.join(folder, '.env');
  const env = changeEnvFile(await readIfThere(envFile), composeSettings(answers, image));
  return [
    filesStep('Settings', [
      { path: envFile, text: env, mode: 0o600, owner: null },
      { path: path.join(folder, 'caddy.d', 'setup.options'), ...open, text: `email ${answers.owner}\n` },
      ...secretsOf(answers, kept).map(([name, text, mode]): SetupFile => ({
        ...{ path: path.join(secrets, name), text, mode },
        owner,
      })),
    ]),
  ];
}

const open = { mode: 0o644, owner: null };

function composeSettings(answers: Answers, image: string | undefined): Map<string, string | null> {
  return new Map<string, string | null>([
    ...(image === undefined ? [] : ([['POSTRIDER_IMAGE', image]] as const)),
    ['PLATFORM_HOST', answers.platform_host],
    ['SMTP_NAME', answers.smtp_name],
    ['EHLO_NAME', answers.ehlo_name],
    ['PLATFORM_FROM', platformFrom(answers)],
  ]);
}

/** The engines start as root and drop it: what they read is open to all within the folder. */
function secretsOf(
  answers: Answers,
  kept: ReadonlyMap<string, string>,
): (readonly [name: string, text: string, mode: number])[] {
  const secrets = completeSecrets(kept, { postgresql: 'postgres', redis: 'redis', rabbitmq: 'rabbitmq' });
  return [
    ...secretFiles.map(([name, file]) => [file, secrets[name], 0o400] as const),
    ['postgres_password', new URL(secrets.DATABASE_URL).password, 0o444],
    ['rabbitmq_definitions.json', rabbitmqDefinitions(secrets.AMQP_URL), 0o444],
    ['delivery_routes', deliveryRoutes(answers) ?? '', 0o400],
  ];
}

function rabbitmqDefinitions(url: string): string {
  const { username: user, password, pathname } = new URL(url);
  const vhost = pathname.length > 1 ? decodeURIComponent(pathname.slice(1)) : '/';
  return JSON.stringify({
    users: [{ name: user, password, tags: [] }],
    vhosts: [{ name: vhost }],
    permissions: [{ user, vhost, configure: '.*', write: '.*', read: '.*' }],
  });
}
