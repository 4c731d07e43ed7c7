import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { missingPackages } from '@postrider/testkit';
import type { Run } from '../../processes/run';
import { dockerAnswers } from '../docker/docker-command';
import { EngineError, type Report } from '../engine';

const engines = ['postgresql', 'redis-server', 'rabbitmq-server'];

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
 * Installs the programs of others that tests use, with the engines in the same run of apt-get where it also has to install those. As a user
 * with sudo it does so in continuous integration alone: Postfix and Chromium are not what a developer expects of it. Tests whose program is
 * missing are skipped, with the reason.
 */
export async function installTestPrograms(
  run: Run,
  options: { readonly report: Report; readonly isCi: boolean; readonly isExhaustive: boolean },
): Promise<void> {
  if (!options.isCi && process.getuid?.() !== 0) return;
  const needsEngines = !dockerAnswers() && spawnSync('which', ['redis-server']).status !== 0;
  const missing = [...missingPackages(options), ...(needsEngines ? engines : [])];
  const commands = missing.length === 0 ? null : installCommands(missing);
  if (commands === null) return;
  options.report(`installing ${missing.join(', ')} with apt-get`);
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
