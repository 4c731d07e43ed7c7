import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { EngineError, type Report } from '../engine';

const engines = ['postgresql', 'redis-server', 'rabbitmq-server'];
/** By package; swaks needs the Perl module for TLS, and its package only recommends it. */
const mailClients = { curl: 'curl', msmtp: 'msmtp', swaks: 'swaks libnet-ssleay-perl' };
/** Peers, a browser, and the languages of the documentation's samples: half a gigabyte. */
const otherTestPrograms = {
  postfix: 'postfix',
  unbound: 'unbound',
  // Without a font, pages have no text to measure.
  chromium: 'chromium fonts-liberation',
  php: 'php-cli php-curl',
  go: 'golang-go',
};

/** Ten minutes: a slow mirror, not a hang. */
const installTimeoutMs = 600_000;

/**
 * Installs the three engines on Debian or Ubuntu, as root or through a sudo that asks for no password.
 *
 * The exit code does not decide: packages start their own service at install, which fails in
 * containers without harm to us. The caller looks for the binaries again.
 */
export function installEngines(report: Report): void {
  if (!install(engines, report)) throw new EngineError(howToGetEngines());
}

/**
 * Installs programs that tests run against: mail clients, and in continuous integration, where no test may be skipped, all of them.
 * Without a program its tests are skipped.
 */
export function installTestPrograms(report: Report, { isCi }: { readonly isCi: boolean }): void {
  const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0;
  const wanted = Object.entries({ ...mailClients, ...(isCi && otherTestPrograms) });
  const missing = wanted.flatMap(([program, packages]) => (isThere(program) ? [] : packages.split(' ')));
  if (missing.length > 0) install(missing, report);
}

/** @returns false when this machine or this user cannot install packages */
function install(packages: readonly string[], report: Report): boolean {
  const privilege = privilegePrefix();
  if (!fs.existsSync('/usr/bin/apt-get') || privilege === undefined) return false;
  report(`installing ${packages.join(', ')} with apt-get`);
  runApt(privilege, ['update', '-q']);
  runApt(privilege, ['install', '-y', '-q', '--no-install-recommends', ...packages]);
  return true;
}

function runApt(privilege: readonly string[], args: readonly string[]): void {
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8'];
  const [command = 'env', ...rest] = [...privilege, 'env', ...environment, 'apt-get', ...args];
  spawnSync(command, rest, { stdio: ['ignore', 2, 2], timeout: installTimeoutMs });
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
