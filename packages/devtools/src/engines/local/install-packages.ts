import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { Run } from '../../processes/run';
import { dockerAnswers } from '../docker/docker-command';
import { EngineError, type Report } from '../engine';

const engines = ['postgresql', 'redis-server', 'rabbitmq-server'];
/** By package; swaks needs the Perl module for TLS, and its package only recommends it. */
const mailClients = { curl: 'curl', msmtp: 'msmtp', swaks: 'swaks libnet-ssleay-perl' };
/** Peers, a proxy, a browser, and the languages of the documentation's samples: half a gigabyte. */
const otherTestPrograms = {
  postfix: 'postfix',
  caddy: 'caddy',
  unbound: 'unbound',
  // Without a font, pages have no text to measure.
  chromium: 'chromium fonts-liberation',
  pgbackrest: 'pgbackrest',
  rclone: 'rclone',
  php: 'php-cli php-curl',
  go: 'golang-go',
};

/** A slow mirror, not a hang. */
const installTimeoutSeconds = 600;

/**
 * Installs the three engines on Debian or Ubuntu, as root or through a sudo that asks for no password.
 *
 * The exit code does not decide: packages start their own service at install, which fails in
 * containers without harm to us. The caller looks for the binaries again.
 */
export function installEngines(report: Report): void {
  const commands = installCommands(engines);
  if (commands === null) throw new EngineError(howToGetEngines());
  report(`installing ${engines.join(', ')} with apt-get`);
  for (const [command = '', ...args] of commands) spawnSync(command, args, { stdio: ['ignore', 2, 2] });
}

/**
 * Installs programs that tests run against: mail clients, and in continuous integration, where no test may be skipped, all of them, with
 * the engines in the same run of apt-get. Without a program its tests are skipped.
 */
export async function installTestPrograms(
  run: Run,
  { report, isCi }: { readonly report: Report; readonly isCi: boolean },
): Promise<void> {
  const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;
  const wanted = Object.entries({
    ...mailClients,
    ...(isCi && otherTestPrograms),
    ...(isCi && !dockerAnswers() && { 'redis-server': engines.join(' ') }),
  });
  const missing = wanted.flatMap(([program, packages]) => (isThere(program) ? [] : packages.split(' ')));
  const commands = missing.length === 0 ? null : installCommands(missing);
  if (commands === null) return;
  report(`installing ${missing.join(', ')} with apt-get`);
  for (const command of commands) await run(command, { output: 'held' });
}

/** @returns null when this machine or this user cannot install packages */
function installCommands(packages: readonly string[]): readonly (readonly string[])[] | null {
  const privilege = privilegePrefix();
  if (!fs.existsSync('/usr/bin/apt-get') || privilege === undefined) return null;
  const apt = [
    ...privilege,
    ...['env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8'],
    ...['timeout', String(installTimeoutSeconds), 'apt-get'],
  ];
  return [
    [...apt, 'update', '-q'],
    [...apt, 'install', '-y', '-q', '--no-install-recommends', ...packages],
  ];
}

function privilegePrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

export function howToGetEngines(): string {
  return (
    'PostgreSQL ≥ 15, Redis ≥ 7 and RabbitMQ ≥ 3.10 are needed: start Docker, or install them ' +
    `(Debian, Ubuntu: sudo apt-get install ${engines.join(' ')}), or set DATABASE_URL, REDIS_URL and AMQP_URL.`
  );
}
