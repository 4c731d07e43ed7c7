import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { CommandRefused } from '../command-refused';
import type { Answers } from './answers/answers';
import { postgresqlStep } from './engines/postgresql';
import { rabbitmqStep } from './engines/rabbitmq';
import { redisStep } from './engines/redis';
import type { PublicAddress } from './machine/addresses';
import { tryProgram } from './run-program';
import { backupStep } from './services/backup-step';
import { caddyStep } from './services/caddy-step';
import { filesStep } from './services/files-step';
import { servicesStep } from './services/services-step';
import { readEnvFile } from './settings/env-file';
import { completeSecrets } from './settings/secrets';
import { settingsFiles, settingsTexts, systemdSettings, type TlsFiles } from './settings/systemd-settings';
import { readIfThere, type SetupFile } from './settings/write-file';
import type { Step } from './step';

export const settingsFolder = '/etc/postrider';

interface Installation {
  readonly steps: readonly Step[];
  /** What the services of this machine read, together. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Debian or Ubuntu, with PostgreSQL, Redis, RabbitMQ and Caddy of the distribution. */
export async function systemdWay(
  answers: Answers,
  addresses: readonly PublicAddress[],
): Promise<Installation> {
  const files = settingsFiles.map((name) => path.join(settingsFolder, name));
  const old = new Map(await Promise.all(files.map(async (file) => [file, await readIfThere(file)] as const)));
  const kept = readEnvFile(old.get(path.join(settingsFolder, 'common.env')) ?? '');
  const local = '127.0.0.1';
  const secrets = completeSecrets(kept, { postgresql: local, redis: local, rabbitmq: local });
  const settings = systemdSettings(answers, secrets, {
    tls: tlsFiles(answers),
    hasIpv6: addresses.some(({ address }) => address.includes(':')),
  });
  const owner = { uid: 0, gid: await idOf('-g', 'postrider') };
  const texts = settingsTexts(settingsFolder, settings, old);
  const written = [...texts].map(([file, text]): SetupFile => ({ path: file, text, mode: 0o640, owner }));
  return {
    steps: [
      // First: what is written here is what the engines then get, also when setup is interrupted.
      filesStep('Settings', written),
      postgresqlStep(secrets.DATABASE_URL),
      backupStep(answers.backups),
      redisStep(secrets.REDIS_URL, {
        memoryMb: redisMemoryMb(),
        owner: { uid: await idOf('-u', 'redis'), gid: await idOf('-g', 'redis') },
      }),
      rabbitmqStep(secrets.AMQP_URL),
      caddyStep(answers, owner),
      servicesStep(written, answers.certificates === 'acme'),
    ],
    settings: Object.fromEntries([...texts.values()].flatMap((text) => [...readEnvFile(text)])),
  };
}

/** Once DNS is right: Caddy, which tried to obtain a certificate before, waits for longer each time. */
export async function obtainCertificate({ certificates }: Answers): Promise<void> {
  if (certificates !== 'acme' || existsSync('/etc/postrider/tls/smtp.crt')) return;
  await tryProgram('systemctl', ['restart', 'caddy']);
}

/** An eighth of the machine: counters and queues of some hundred thousand emails take tens of megabytes. */
function redisMemoryMb(): number {
  return Math.min(1_024, Math.max(128, Math.round(totalmem() / 1024 ** 2 / 8)));
}

/** postrider-certificate copies what Caddy has obtained. */
function tlsFiles({ certificates }: Answers): TlsFiles {
  if (certificates !== 'acme') return certificates;
  return { key: '/etc/postrider/tls/smtp.key', certificate: '/etc/postrider/tls/smtp.crt' };
}

async function idOf(kind: '-u' | '-g', user: string): Promise<number> {
  const { code, stdout } = await tryProgram('id', [kind, user]);
  if (code === 0) return Number(stdout.trim());
  throw new CommandRefused(
    `There is no user ${user}: apt-get install ./postrider_….deb postgresql redis-server rabbitmq-server caddy`,
  );
}
